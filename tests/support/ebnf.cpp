// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "support/ebnf.hpp"

#include <algorithm>
#include <cctype>
#include <functional>
#include <limits>
#include <optional>
#include <stdexcept>
#include <utility>

namespace ncf::test {
namespace {

constexpr char32_t no_code_point = 0x110000;
constexpr int too_high = std::numeric_limits<int>::max() / 4;

/// UTF-8 to code points; a stray byte becomes what no rule speaks of.
std::u32string decode(std::string_view text) {
  std::u32string points;
  for (std::size_t at = 0; at < text.size();) {
    const auto lead = static_cast<unsigned char>(text[at]);
    const std::size_t size = lead < 0x80 ? 1 : lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if ((lead >= 0x80 && lead < 0xC2) || at + size > text.size()) {
      points += no_code_point;
      ++at;
      continue;
    }
    char32_t point = size == 1 ? lead : lead & (0x7FU >> size);
    for (std::size_t i = 1; i < size; ++i) {
      point = point << 6U | (static_cast<unsigned char>(text[at + i]) & 0x3FU);
    }
    points += point;
    at += size;
  }
  return points;
}

void append_utf8(std::string& text, char32_t point) {
  if (point < 0x80) {
    text += static_cast<char>(point);
    return;
  }
  const int more = point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
  const char32_t lead = more == 1 ? 0xC0 : more == 2 ? 0xE0 : 0xF0;
  text += static_cast<char>(lead | point >> (6 * more));
  for (int i = more - 1; i >= 0; --i) {
    text += static_cast<char>(0x80U | (point >> (6 * i) & 0x3FU));
  }
}

char32_t fold(char32_t c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c; }

}  // namespace

struct Ebnf::Node {
  enum class Kind { sequence, choice, repeat, optional, except, rule, exact, any_case, ranges };
  Kind kind;
  std::string text{};               ///< of rule, exact, any_case
  std::vector<NodePtr> children{};  ///< of except: what, and what not
  std::vector<std::pair<char32_t, char32_t>> ranges{};
};

// ---------------------------------------------------------------------------------------------

class Ebnf::Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  std::map<std::string, NodePtr> read() {
    std::map<std::string, NodePtr> rules;
    for (skip(); at_ < text_.size(); skip()) {
      const std::string name = read_name();
      expect('=');
      if (!rules.emplace(name, read_choice()).second) fail("rule " + name + " twice");
      expect(';');
    }
    return rules;
  }

 private:
  using Kind = Node::Kind;

  [[noreturn]] void fail(const std::string& what) const {
    const auto line = 1 + std::count(text_.begin(), text_.begin() + static_cast<long>(at_), '\n');
    throw std::runtime_error("line " + std::to_string(line) + ": " + what);
  }

  void skip() {
    while (at_ < text_.size()) {
      if (std::isspace(static_cast<unsigned char>(text_[at_])) != 0) {
        ++at_;
      } else if (text_.substr(at_, 2) == "(*") {
        const std::size_t end = text_.find("*)", at_);
        if (end == std::string_view::npos) fail("comment without its end");
        at_ = end + 2;
      } else {
        return;
      }
    }
  }

  char peek() {
    skip();
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  void expect(char c) {
    if (peek() != c) fail(std::string("expected ") + c);
    ++at_;
  }
  bool take(char c) {
    if (peek() != c) return false;
    ++at_;
    return true;
  }

  std::string read_name() {
    const std::size_t begin = at_;
    while (at_ < text_.size() &&
           (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '-')) {
      ++at_;
    }
    if (at_ == begin) fail("expected a name");
    return std::string(text_.substr(begin, at_ - begin));
  }

  NodePtr read_choice() {
    std::vector<NodePtr> choices{read_sequence()};
    while (take('|')) choices.push_back(read_sequence());
    if (choices.size() == 1) return choices.front();
    return std::make_shared<Node>(Node{Kind::choice, {}, std::move(choices)});
  }

  NodePtr read_sequence() {
    std::vector<NodePtr> parts;
    while (std::string_view("|;)]}").find(peek()) == std::string_view::npos) {
      parts.push_back(read_factor());
    }
    if (parts.empty()) fail("empty sequence");
    if (parts.size() == 1) return parts.front();
    return std::make_shared<Node>(Node{Kind::sequence, {}, std::move(parts)});
  }

  NodePtr read_factor() {
    NodePtr what = read_primary();
    if (!take('-')) return what;
    return std::make_shared<Node>(Node{Kind::except, {}, {std::move(what), read_primary()}});
  }

  NodePtr read_primary() {
    switch (peek()) {
      case '(':
        return read_bracketed(std::nullopt, ')');
      case '[':
        return read_bracketed(Kind::optional, ']');
      case '{':
        return read_bracketed(Kind::repeat, '}');
      case '"':
        return read_terminal(Kind::exact);
      case '\'':
        // One quotation mark alone cannot be quoted by itself.
        return read_terminal(text_.substr(at_, 3) == "'\"'" ? Kind::exact : Kind::any_case);
      case '?':
        return read_ranges();
      default:
        return std::make_shared<Node>(Node{Kind::rule, read_name()});
    }
  }

  NodePtr read_bracketed(std::optional<Kind> kind, char end) {
    ++at_;
    NodePtr inner = read_choice();
    expect(end);
    if (!kind) return inner;
    return std::make_shared<Node>(Node{*kind, {}, {std::move(inner)}});
  }

  NodePtr read_terminal(Kind kind) {
    const std::size_t end = text_.find(text_[at_], at_ + 1);
    if (end == std::string_view::npos || end == at_ + 1) fail("terminal without text or end");
    std::string content(text_.substr(at_ + 1, end - at_ - 1));
    at_ = end + 1;
    return std::make_shared<Node>(Node{kind, std::move(content)});
  }

  /// `? U+0041 to U+005A, U+0020 ?`
  NodePtr read_ranges() {
    Node node{Kind::ranges};
    do {
      ++at_;  // "?" or ","
      const char32_t first = read_code_point();
      const bool is_range = text_.substr(at_, 3) == "to ";
      if (is_range) at_ += 3;
      node.ranges.emplace_back(first, is_range ? read_code_point() : first);
    } while (peek() == ',');
    expect('?');
    return std::make_shared<Node>(std::move(node));
  }

  char32_t read_code_point() {
    skip();
    if (text_.substr(at_, 2) != "U+") fail("expected U+ and hexadecimal digits");
    at_ += 2;
    const std::size_t begin = at_;
    while (at_ < text_.size() && std::isxdigit(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
    const std::string digits(text_.substr(begin, at_ - begin));
    skip();
    return static_cast<char32_t>(std::stoul(digits, nullptr, 16));
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

// ---------------------------------------------------------------------------------------------

/// For a node and a place, all places where the node may end; remembered, so that no grammar
/// takes exponential time.
class Ebnf::Recogniser {
 public:
  Recogniser(const Ebnf& grammar, std::string_view text) : grammar_(grammar), text_(decode(text)) {}

  bool recognises(const Node& node) { return ends(node, 0).count(text_.size()) != 0; }

 private:
  using Places = std::set<std::size_t>;

  const Places& ends(const Node& node, std::size_t begin) {
    const auto found = known_.find({&node, begin});
    if (found != known_.end()) return found->second;
    Places places = compute(node, begin);
    return known_.emplace(std::make_pair(&node, begin), std::move(places)).first->second;
  }

  Places compute(const Node& node, std::size_t begin) {
    switch (node.kind) {
      case Node::Kind::sequence: {
        Places places{begin};
        for (const NodePtr& part : node.children) places = after(*part, places);
        return places;
      }
      case Node::Kind::choice: {
        Places places;
        for (const NodePtr& choice : node.children) places.merge(Places(ends(*choice, begin)));
        return places;
      }
      case Node::Kind::repeat:
        return after_repetition(*node.children[0], begin);
      case Node::Kind::optional: {
        Places places = ends(*node.children[0], begin);
        places.insert(begin);
        return places;
      }
      case Node::Kind::except: {
        Places places = ends(*node.children[0], begin);
        for (const std::size_t end : ends(*node.children[1], begin)) places.erase(end);
        return places;
      }
      case Node::Kind::rule:
        return ends(grammar_.rule(node.text), begin);
      case Node::Kind::exact:
      case Node::Kind::any_case:
        return after_text(node, begin);
      case Node::Kind::ranges:
        break;
    }
    return after_character(node, begin);
  }

  Places after_repetition(const Node& node, std::size_t begin) {
    Places all{begin};
    for (Places fresh{begin}; !fresh.empty();) {
      Places next;
      for (const std::size_t end : after(node, fresh)) {
        if (all.insert(end).second) next.insert(end);
      }
      fresh = std::move(next);
    }
    return all;
  }

  Places after_character(const Node& node, std::size_t begin) const {
    const bool inside = begin < text_.size() &&
                        std::any_of(node.ranges.begin(), node.ranges.end(), [&](const auto& range) {
                          return text_[begin] >= range.first && text_[begin] <= range.second;
                        });
    return inside ? Places{begin + 1} : Places{};
  }

  Places after(const Node& node, const Places& begins) {
    Places places;
    for (const std::size_t begin : begins) places.merge(Places(ends(node, begin)));
    return places;
  }

  Places after_text(const Node& node, std::size_t begin) const {
    const std::u32string wanted = decode(node.text);
    if (text_.size() - begin < wanted.size()) return {};
    const bool any_case = node.kind == Node::Kind::any_case;
    const bool same = std::equal(
        wanted.begin(), wanted.end(), text_.begin() + static_cast<long>(begin),
        [any_case](char32_t a, char32_t b) { return any_case ? fold(a) == fold(b) : a == b; });
    return same ? Places{begin + wanted.size()} : Places{};
  }

  const Ebnf& grammar_;
  std::u32string text_;
  std::map<std::pair<const Node*, std::size_t>, Places> known_;
};

// ---------------------------------------------------------------------------------------------

class Ebnf::Deriver {
 public:
  Deriver(const Ebnf& grammar, std::mt19937& random, int budget)
      : grammar_(grammar), random_(random), budget_(budget) {}

  std::string derive(const Node& node) {
    std::string text;
    append(node, text);
    return text;
  }

 private:
  std::size_t pick(std::size_t count) {
    return std::uniform_int_distribution<std::size_t>(0, count - 1)(random_);
  }

  void append(const Node& node, std::string& text) {
    --budget_;
    switch (node.kind) {
      case Node::Kind::sequence:
        for (const NodePtr& part : node.children) append(*part, text);
        return;
      case Node::Kind::choice:
        append(choose(node), text);
        return;
      case Node::Kind::repeat:
        while (budget_ > 0 && pick(2) == 0) append(*node.children[0], text);
        return;
      case Node::Kind::optional:
        if (budget_ > 0 && pick(2) == 0) append(*node.children[0], text);
        return;
      case Node::Kind::except:
        text += derive_except(node);
        return;
      case Node::Kind::rule:
        append(grammar_.rule(node.text), text);
        return;
      case Node::Kind::exact:
        text += node.text;
        return;
      case Node::Kind::any_case:
        for (const char c : node.text) {
          text += pick(2) == 0 ? c : static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
        }
        return;
      case Node::Kind::ranges: {
        const auto& range = node.ranges[pick(node.ranges.size())];
        append_utf8(text, choose_between(range.first, range.second));
      }
    }
  }

  const Node& choose(const Node& node) {
    if (budget_ > 0) return *node.children[pick(node.children.size())];
    return **std::min_element(
        node.children.begin(), node.children.end(), [this](const NodePtr& a, const NodePtr& b) {
          return grammar_.heights_.at(a.get()) < grammar_.heights_.at(b.get());
        });
  }

  /// Mostly ASCII, else most texts would be exotic; never half of a surrogate pair.
  char32_t choose_between(char32_t first, char32_t last) {
    if (last > 0x7E && pick(8) != 0) last = 0x7E;
    const auto point = first + static_cast<char32_t>(pick(last - first + 1));
    return point >= 0xD800 && point <= 0xDFFF ? first : point;
  }

  std::string derive_except(const Node& node) {
    while (true) {
      std::string text = derive(*node.children[0]);
      if (!Recogniser(grammar_, text).recognises(*node.children[1])) return text;
    }
  }

  const Ebnf& grammar_;
  std::mt19937& random_;
  int budget_;
};

// ---------------------------------------------------------------------------------------------

Ebnf::Ebnf(std::string_view grammar) : rules_(Reader(grammar).read()) { measure(); }

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

bool Ebnf::recognises(const std::string& rule_name, std::string_view text) const {
  return Recogniser(*this, text).recognises(rule(rule_name));
}

std::string Ebnf::derive(const std::string& rule_name, std::mt19937& random, int budget) const {
  return Deriver(*this, random, budget).derive(rule(rule_name));
}

}  // namespace ncf::test
