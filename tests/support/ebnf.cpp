// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "support/ebnf.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <stdexcept>
#include <utility>

#include "support/ebnf_node.hpp"

namespace ncf::test {
namespace {

constexpr int too_high = std::numeric_limits<int>::max() / 4;

}  // namespace

Ebnf::Ebnf(std::string_view grammar) : rules_(read_rules(grammar)) { measure(); }

const Ebnf::Node& Ebnf::rule(const std::string& name) const {
  const auto found = rules_.find(name);
  if (found == rules_.end()) throw std::runtime_error("no rule " + name);
  return *found->second;
}

/// The height of the lowest derivation of every node, by repetition until nothing changes.
void Ebnf::measure() {
  bool changed = true;
  const std::function<int(const Node&)> height = [&](const Node& node) {
    int result = 1;
    if (node.kind == Node::Kind::rule) {
      const auto found = rules_.find(node.text);
      const auto known =
          found == rules_.end() ? heights_.end() : heights_.find(found->second.get());
      result = known == heights_.end() ? too_high : known->second + 1;
    } else if (!node.children.empty()) {
      std::vector<int> inner;
      for (const NodePtr& child : node.children) inner.push_back(height(*child));
      const bool free = node.kind == Node::Kind::repeat || node.kind == Node::Kind::optional;
      const bool least = node.kind == Node::Kind::choice;
      result = free    ? 1
               : least ? 1 + *std::min_element(inner.begin(), inner.end())
                       : 1 + *std::max_element(inner.begin(), inner.end());
    }
    result = std::min(result, too_high);
    int& known = heights_.emplace(&node, too_high).first->second;
    if (result < known) changed = true;
    known = std::min(known, result);
    return known;
  };
  while (std::exchange(changed, false)) {
    for (const auto& [name, node] : rules_) height(*node);
  }
}

std::set<std::string> Ebnf::undefined_rules() const {
  std::set<std::string> undefined;
  const std::function<void(const Node&)> visit = [&](const Node& node) {
    if (node.kind == Node::Kind::rule && rules_.count(node.text) == 0) undefined.insert(node.text);
    for (const NodePtr& child : node.children) visit(*child);
  };
  for (const auto& [name, node] : rules_) visit(*node);
  return undefined;
}

std::set<std::string> Ebnf::unreachable_rules(std::set<std::string> starts) const {
  std::set<std::string> reached;
  const std::function<void(const Node&)> visit = [&](const Node& node) {
    if (node.kind == Node::Kind::rule && reached.insert(node.text).second) visit(rule(node.text));
    for (const NodePtr& child : node.children) visit(*child);
  };
  for (const std::string& start : starts) {
    if (reached.insert(start).second) visit(rule(start));
  }
  std::set<std::string> unreachable;
  for (const auto& [name, node] : rules_) {
    if (reached.count(name) == 0) unreachable.insert(name);
  }
  return unreachable;
}

std::set<std::string> Ebnf::terminals() const {
  std::set<std::string> found;
  const std::function<void(const Node&)> visit = [&](const Node& node) {
    if (node.kind == Node::Kind::exact || node.kind == Node::Kind::any_case)
      found.insert(node.text);
    for (const NodePtr& child : node.children) visit(*child);
  };
  for (const auto& [name, node] : rules_) visit(*node);
  return found;
}

}  // namespace ncf::test
