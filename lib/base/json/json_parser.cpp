// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <unordered_set>
#include <utility>

#include "base/json/json.hpp"
#include "base/text/characters.hpp"
#include "base/text/messages.hpp"
#include "base/text/real_text.hpp"
#include "ncf/error.hpp"

namespace ncf::base {
namespace {

using Kind = Json::Kind;

constexpr std::size_t longest_shown_name = 40;

bool is_escaped_byte(unsigned code) {
  return code >= byte_escapes + 0x80U && code <= byte_escapes + 0xFFU;
}

/// Why a text is not JSON, and where.
struct Fault {
  std::string reason;
  SourceSpan span;
};

/// A member to be found.
struct Search {
  std::string_view name;
  std::optional<SourceSpan> found;
};

enum class Words { standard, bare_too };

/// throws: Fault.
class Parser {
 public:
  Parser(std::string_view text, std::size_t begin, Words words,
         std::size_t max_values = max_json_values)
      : text_(text), at_(begin), words_(words), max_values_(max_values) {}

  Json parse(std::size_t depth = 0) { return parse_value(depth); }

  void search(Search& search) { search_ = &search; }

  void require_end() {
    skip_blanks();
    if (at_ < text_.size()) fail("text after the JSON");
  }

  [[nodiscard]] std::size_t position() const { return at_; }

 private:
  [[noreturn]] static void fail(SourceSpan span, std::string reason) {
    throw Fault{std::move(reason), span};
  }

  /// Reports a fault at the next word, number or character.
  [[noreturn]] void fail(std::string reason) const {
    constexpr std::string_view in_numbers = ".+-_";
    std::size_t end = at_;
    while (end < text_.size() && (is_letter(text_[end]) || is_digit(text_[end]) ||
                                  in_numbers.find(text_[end]) != std::string_view::npos)) {
      ++end;
    }
    fail({at_, std::min(std::max(end, at_ + 1), text_.size())}, std::move(reason));
  }

  void skip_blanks() {
    while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
  }

  [[nodiscard]] char peek() const {
    if (at_ == text_.size()) fail("it ends too early");
    return text_[at_];
  }

  bool take(char c) {
    skip_blanks();
    if (peek() != c) return false;
    ++at_;
    return true;
  }

  bool take_word(std::string_view word) {
    if (!text_.substr(at_).starts_with(word)) return false;
    at_ += word.size();
    return true;
  }

  Json parse_value(std::size_t depth) {
    if (++values_ > max_values_) {
      throw Error(
          ErrorCode::unsupported,
          concat({"JSON with more than ", std::to_string(max_values_), " values cannot be read"}));
    }
    skip_blanks();
    switch (peek()) {
      case '{':
        check_depth(depth + 1);
        return parse_object(depth + 1);
      case '[':
        check_depth(depth + 1);
        return parse_list(depth + 1);
      case '"':
        return Json(parse_string());
      default:
        return parse_word_or_number();
    }
  }

  void check_depth(std::size_t depth) const {
    if (depth <= max_json_depth) return;
    fail({at_, at_ + 1},
         concat({"nested more than ", std::to_string(max_json_depth), " levels deep"}));
  }

  Json parse_word_or_number() {
    if (take_word("null")) return {};
    if (take_word("true")) return Json(true);
    if (take_word("false")) return Json(false);
    if (words_ == Words::bare_too) {
      for (const std::string_view word : bare_words) {
        if (take_word(word)) return json_digits(word);
      }
    }
    return parse_number();
  }

  void take_digits() {
    if (at_ == text_.size() || !is_digit(text_[at_])) fail("expected a value");
    while (at_ < text_.size() && is_digit(text_[at_])) ++at_;
  }

  Json parse_number() {
    const std::size_t begin = at_;
    const auto here = [&](char c) { return at_ < text_.size() && text_[at_] == c; };
    if (here('-')) ++at_;
    if (here('0')) {
      ++at_;  // which ends the whole part
    } else {
      take_digits();
    }
    if (here('.')) {
      ++at_;
      take_digits();
    }
    if (here('e') || here('E')) {
      ++at_;
      if (here('+') || here('-')) ++at_;
      take_digits();
    }
    const std::string_view digits = text_.substr(begin, at_ - begin);
    if (read_real<double>(digits).has_overflowed) {
      fail({begin, at_}, "a number too large for a double");
    }
    return json_digits(digits);
  }

  unsigned parse_hexadecimal() {
    const std::string_view digits = text_.substr(at_, 4);
    const auto code = find_number<unsigned>(digits, 16);
    if (!code || digits.size() != 4) fail("expected four hexadecimal digits");
    at_ += 4;
    return *code;
  }

  /// Parses what follows `\u`.
  void parse_code(std::string& into) {
    const std::size_t begin = at_ - 2;
    const unsigned first = parse_hexadecimal();
    if (is_escaped_byte(first)) {
      into += static_cast<char>(first - byte_escapes);
      return;
    }
    if (is_character(first)) return append_character(into, first);
    if (first <= 0xDBFF && take_word("\\u")) {
      const unsigned second = parse_hexadecimal();
      if (second >= 0xDC00 && second <= 0xDFFF) {
        return append_character(into, 0x10000 + ((first - 0xD800U) << 10U) + (second - 0xDC00U));
      }
    }
    fail({begin, at_}, "half a surrogate pair");
  }

  void parse_escape(std::string& into) {
    constexpr std::string_view names = "\"\\/bfnrt";
    constexpr std::string_view characters = "\"\\/\b\f\n\r\t";
    const char c = peek();
    ++at_;
    if (c == 'u') return parse_code(into);
    const std::size_t i = names.find(c);
    if (i == std::string_view::npos) fail({at_ - 2, at_}, "unknown escape");
    into += characters[i];
  }

  std::string parse_string() {
    std::string value;
    ++at_;
    for (char c = peek(); c != '"'; c = peek()) {
      if (c == '\\') {
        ++at_;
        parse_escape(value);
        continue;
      }
      if (static_cast<unsigned char>(c) < 0x20) {
        fail({at_, at_ + 1}, "a control character in a string");
      }
      value += c;
      ++at_;
    }
    ++at_;
    return value;
  }

  Json parse_list(std::size_t depth) {
    Json list = json_list();
    ++at_;
    if (take(']')) return list;
    do {
      list.elements.push_back(parse_value(depth));
    } while (take(','));
    if (!take(']')) fail("expected \",\" or \"]\"");
    return list;
  }

  Json parse_object(std::size_t depth) {
    Json object = json_object();
    std::unordered_set<std::string> names;
    ++at_;
    if (take('}')) return object;
    do {
      skip_blanks();
      if (peek() != '"') fail("expected a name");
      const std::size_t begin = at_;
      std::string name = parse_string();
      if (!names.insert(name).second) {
        fail({begin, at_},
             concat({"\"", printable(name, longest_shown_name), "\" is given twice"}));
      }
      if (!take(':')) fail("expected \":\"");
      const bool is_wanted = search_ != nullptr && !search_->found && search_->name == name;
      Json value = parse_value(depth);
      if (is_wanted) search_->found = {begin, at_};
      object.members.push_back({std::move(name), std::move(value)});
    } while (take(','));
    if (!take('}')) fail("expected \",\" or \"}\"");
    return object;
  }

  std::string_view text_;
  std::size_t at_;
  Words words_;
  std::size_t max_values_;
  std::size_t values_ = 0;
  Search* search_ = nullptr;
};

}  // namespace

Json parse_json(std::string_view text, std::size_t max_values) {
  try {
    Parser parser(text, 0, Words::bare_too, max_values);
    Json value = parser.parse();
    parser.require_end();
    return value;
  } catch (const Fault& fault) {
    throw Error(ErrorCode::corrupt, concat({"incorrect JSON at byte ",
                                            std::to_string(fault.span.begin), ": ", fault.reason}));
  }
}

JsonReading read_json(std::string_view text, std::size_t begin, std::size_t depth) {
  try {
    Parser parser(text, begin, Words::standard);
    Json value = parser.parse(depth);
    return {std::move(value), parser.position()};
  } catch (const Fault& fault) {
    throw SyntaxError(text, fault.span, "incorrect JSON: " + fault.reason);
  }
}

std::optional<SourceSpan> find_json_member(std::string_view text, std::string_view name) {
  Search search{name, std::nullopt};
  Parser parser(text, 0, Words::bare_too);
  parser.search(search);
  (void)parser.parse();
  return search.found;
}

}  // namespace ncf::base
