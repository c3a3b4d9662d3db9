// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cctype>
#include <optional>
#include <stdexcept>
#include <utility>

#include "support/ebnf_node.hpp"

namespace ncf::test {

class Ebnf::Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  Rules read() {
    Rules rules;
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

Ebnf::Rules Ebnf::read_rules(std::string_view grammar) { return Reader(grammar).read(); }

}  // namespace ncf::test
