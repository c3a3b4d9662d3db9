// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A grammar read from its .ebnf file, so that tests can hold a hand-written parser to it: ask
// whether a text follows a rule, and make random texts that do. The notation is explained at the
// top of grammar/filter-spec.ebnf. Rules must not be left-recursive. For tests: small texts, clear
// code.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace ncf::test {

class Ebnf {
 public:
  /// throws: std::runtime_error, with the line, when `grammar` does not follow the notation.
  explicit Ebnf(std::string_view grammar);

  /// Names used but not defined.
  [[nodiscard]] std::set<std::string> undefined_rules() const;
  /// Names defined but not reachable from `starts`.
  [[nodiscard]] std::set<std::string> unreachable_rules(std::set<std::string> starts) const;
  /// Every quoted text.
  [[nodiscard]] std::set<std::string> terminals() const;

  /// Whether the whole of `text` (UTF-8) follows `rule`.
  [[nodiscard]] bool recognises(const std::string& rule, std::string_view text) const;

  /// A text that follows `rule`. Choices are even until about `budget` symbols are there, then the
  /// shortest.
  [[nodiscard]] std::string derive(const std::string& rule, std::mt19937& random, int budget) const;

 private:
  struct Node;
  using NodePtr = std::shared_ptr<const Node>;
  using Rules = std::map<std::string, NodePtr>;
  class Reader;
  class Recogniser;
  class Deriver;

  /// throws: as the constructor.
  static Rules read_rules(std::string_view grammar);
  [[nodiscard]] const Node& rule(const std::string& name) const;
  void measure();

  Rules rules_;
  std::map<const Node*, int> heights_;  ///< of the lowest derivation tree
};

}  // namespace ncf::test
