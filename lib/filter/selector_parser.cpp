// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "filter/selector_parser.hpp"

#include <string>

#include "filter/characters.hpp"

namespace ncf::filter {
namespace {

class SelectorReader {
 public:
  explicit SelectorReader(std::string_view text) : text_(text) {}

  SelectorReading read() {
    Selector selector;
    selector.items.push_back(read_item());
    while (at('&')) {
      ++at_;
      selector.items.push_back(read_item());
    }
    return {std::move(selector), at_};
  }

 private:
  bool at_end() const { return at_ == text_.size(); }
  bool at(char c) const { return !at_end() && text_[at_] == c; }

  SelectorItem read_item() {
    while (!at_end() && is_blank(text_[at_])) ++at_;
    const std::size_t begin = at_;
    std::size_t end = begin;  // after the last character that is not a blank
    while (!at_end() && !at(',') && !at('&')) {
      const bool blank = is_blank(text_[at_]);
      skip_element();
      if (!blank) end = at_;
    }
    if (begin == end) {
      throw SyntaxError(
          text_, {begin, begin},
          "empty selector, expected a variable, a pattern, a type (for example :float), or *");
    }
    const std::string_view written = text_.substr(begin, end - begin);
    if (written == ":") {
      throw SyntaxError(text_, {end, end}, "empty type, expected its name, for example float");
    }
    return {std::string(written), {begin, end}};
  }

  /// Skips one character, a backslash with the character it escapes, or a whole `[...]`.
  void skip_element() {
    if (at('[')) {
      skip_brackets();
    } else {
      skip_character();
    }
  }

  void skip_character() {
    if (!at('\\')) {
      ++at_;
      return;
    }
    if (at_ + 1 == text_.size()) {
      throw SyntaxError(text_, {at_, at_ + 1},
                        "backslash at the end, expected the character it protects");
    }
    at_ += 2;
  }

  void skip_brackets() {
    const std::size_t open = at_;
    ++at_;
    while (!at_end() && !at(']')) skip_character();
    if (at_end()) {
      throw SyntaxError(text_, {open, open + 1},
                        R"(bracket without its end, expected "]" (\[ is the character itself))");
    }
    ++at_;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

SelectorReading read_selector(std::string_view text) { return SelectorReader(text).read(); }

}  // namespace ncf::filter
