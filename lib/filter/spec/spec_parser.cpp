// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Recursive descent over grammar/filter-spec.ebnf; the functions are named after its rules.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "base/json/json.hpp"
#include "base/text/characters.hpp"
#include "base/text/messages.hpp"
#include "base/text/real_text.hpp"
#include "filter/registry/known_ids.hpp"
#include "filter/spec/constant.hpp"
#include "filter/spec/selector.hpp"
#include "ncf/filter_spec.hpp"

namespace ncf {
namespace {

using namespace filter;  // the helpers of this folder

// Each message quotes the text, so without a limit their total size would be quadratic.
constexpr std::size_t max_warnings = 8;

class Parser {
 public:
  Parser(std::string_view text, Warnings* warnings) : text_(text), warnings_(warnings) {}

  FilterSpec parse_spec() {
    FilterSpec spec = spec_list();
    close_warnings();
    return spec;
  }

  FilterOption parse_option() {
    FilterOption option;
    SelectorReading reading = read_selector(text_);
    option.selector = std::move(reading.selector);
    at_ = reading.end;
    if (at_end() && is_only_none(option.selector)) {
      option.selector.items.front().text = "*";
      option.none = true;
      return option;
    }
    if (at_end()) fail({at_, at_}, R"(selector alone, expected "," and filters or none after it)");
    refuse_none_as_item(option.selector);
    ++at_;  // the comma
    const SourceSpan rest = trimmed({at_, text_.size()});
    if (base::equals_ignoring_case(part(rest), "none")) {
      option.none = true;
    } else {
      option.spec = parse_spec();
    }
    return option;
  }

 private:
  // ---- positions ----

  std::string_view part(SourceSpan span) const {
    return text_.substr(span.begin, span.end - span.begin);
  }

  [[noreturn]] void fail(SourceSpan span, std::string reason) const {
    throw SyntaxError(text_, span, std::move(reason));
  }

  bool at_end() const { return at_ == text_.size(); }
  bool at(char c) const { return at_ < text_.size() && text_[at_] == c; }

  void skip_blanks() {
    while (at_ < text_.size() && base::is_blank(text_[at_])) ++at_;
  }

  SourceSpan trimmed(SourceSpan span) const {
    while (span.begin < span.end && base::is_blank(text_[span.begin])) ++span.begin;
    while (span.end > span.begin && base::is_blank(text_[span.end - 1])) --span.end;
    return span;
  }

  /// Reads everything before the next "," or "|", without surrounding blanks.
  SourceSpan field() {
    const std::size_t begin = at_;
    at_ = std::min(text_.find_first_of(",|", at_), text_.size());
    return trimmed({begin, at_});
  }

  /// Takes a mark from the end of an id or a name. Returns whether it is there.
  bool take_mark(char mark, SourceSpan& span) const {
    if (span.begin == span.end || text_[span.end - 1] != mark) return false;
    span = trimmed({span.begin, span.end - 1});
    return true;
  }

  FilterMarks take_marks(SourceSpan& span) const {
    FilterMarks marks;
    marks.accepts_changes = take_mark('~', span);
    marks.is_optional = take_mark('?', span);
    return marks;
  }

  // ---- "none" ----

  static bool is_none(const SelectorItem& item) {
    return base::equals_ignoring_case(item.text, "none");
  }
  static bool is_only_none(const Selector& selector) {
    return selector.items.size() == 1 && is_none(selector.items.front());
  }
  void refuse_none_as_item(const Selector& selector) const {
    for (const SelectorItem& item : selector.items) {
      if (!is_none(item)) continue;
      fail(item.span, "none is reserved, expected /" + item.text + " for a variable of this name");
    }
  }

  // ---- speclist = spec { "|" spec } ----

  FilterSpec spec_list() {
    FilterSpec list;
    spec(list);
    while (at('|')) {
      ++at_;
      spec(list);
    }
    return list;
  }

  /// Reads one filter, or a JSON list of them; ends at "|" or the end of the text.
  void spec(FilterSpec& list) {
    skip_blanks();
    if (at('{')) {
      list.filters.emplace_back(json_object(0));
      expect_end_of_json();
    } else if (at('[')) {
      json_list(list);
      expect_end_of_json();
    } else if (!at_end() && base::is_letter(text_[at_])) {
      list.filters.emplace_back(named_filter());
    } else {
      list.filters.emplace_back(numeric_filter());
    }
  }

  NumericFilter numeric_filter() {
    NumericFilter filter;
    filter.span = field();
    SourceSpan id = filter.span;
    filter.marks = take_marks(id);
    filter.id = filter_id(id);
    for (std::size_t number = 1; at(','); ++number) {
      ++at_;
      filter.parameters.push_back(constant(parameter(number, "a number"), Decimals::refused));
      filter.span.end = filter.parameters.back().span.end;
    }
    return filter;
  }

  std::uint32_t filter_id(SourceSpan span) const {
    const std::string_view written = part(span);
    if (written.empty()) {
      fail(span, "empty filter, expected a filter id, a name or JSON");
    }
    const std::size_t digits = std::min(written.find_first_not_of("0123456789"), written.size());
    if (digits == 0) fail(span, "expected a filter id, a name or JSON");
    if (digits < written.size()) {
      fail({span.begin + digits, span.end},
           R"(text after a filter id, expected ",", "|" or the end)");
    }
    const auto id = base::find_number<std::uint32_t>(written);
    if (!id || id == 0 || *id > highest_id) {
      fail(span, "filter id out of range, expected 1 to " + std::to_string(highest_id));
    }
    return *id;
  }

  /// Returns the field of parameter `number`, counted from 1.
  SourceSpan parameter(std::size_t number, const char* expected) {
    const SourceSpan span = field();
    if (span.begin == span.end) {
      fail(span, "empty parameter " + std::to_string(number) + ", expected " + expected);
    }
    return span;
  }

  Constant constant(SourceSpan span, Decimals decimals) {
    const ConstantReading reading = read_constant(text_, span, decimals);
    if (reading.bits_lost) warn_of_lost_bits(reading.constant);
    return reading.constant;
  }

  // ---- name { "," argument } ----

  NamedFilter named_filter() {
    NamedFilter filter;
    filter.span = field();
    SourceSpan name = filter.span;
    filter.marks = take_marks(name);
    check_name(name, "the name of a filter");
    filter.name = part(name);
    if (base::equals_ignoring_case(filter.name, "none")) {
      fail(name, "none is reserved, expected it alone after a selector, as in v,none");
    }
    for (std::size_t number = 1; at(','); ++number) {
      ++at_;
      filter.arguments.push_back(argument(number));
      filter.span.end = filter.arguments.back().span.end;
    }
    return filter;
  }

  Argument argument(std::size_t number) {
    Argument argument;
    argument.span = parameter(number, "a number, a word or key=value");
    SourceSpan value = argument.span;
    const std::size_t equals_sign = part(value).find('=');
    if (equals_sign != std::string_view::npos) {
      const SourceSpan key = trimmed({value.begin, value.begin + equals_sign});
      value = trimmed({value.begin + equals_sign + 1, value.end});
      if (key.begin == key.end) fail(key, R"(empty key, expected a name before "=")");
      check_name(key, "a key");
      argument.key = part(key);
      if (value.begin == value.end)
        fail(value, R"(empty value, expected a number or a word after "=")");
    }
    argument.value = argument_value(value);
    return argument;
  }

  std::variant<Constant, std::string> argument_value(SourceSpan span) {
    const char first = text_[span.begin];
    if (base::is_letter(first)) {
      check_name(span, "a word");
      return std::string(part(span));
    }
    if (!base::is_digit(first) && first != '-' && first != '.')
      fail(span, "expected a number or a word");
    return constant(span, Decimals::allowed);
  }

  /// Checks that a name is a letter, then letters, digits, "_" and "-".
  void check_name(SourceSpan span, const std::string& what) const {
    if (!base::is_letter(text_[span.begin]))
      fail(span, "expected " + what + ", which begins with a letter");
    for (std::size_t i = span.begin; i < span.end; ++i) {
      if (!base::is_name_character(text_[i])) {
        fail({i, span.end}, "text after " + what + R"(, expected ",", "|" or the end)");
      }
    }
  }

  // ---- json = object | "[" json { "," json } "]" ----

  JsonFilter json_object(std::size_t depth) {
    const std::size_t begin = at_;
    const base::JsonReading object = base::read_json(text_, begin, depth);
    at_ = object.end;
    return {format_compact_json(object.value), {begin, at_}};
  }

  /// Reads a list at `at_`. Nested lists equal their objects in a row, so counting the open
  /// brackets is enough.
  void json_list(FilterSpec& list) {
    const SourceSpan bracket{at_, at_ + 1};
    std::size_t depth = 0;
    while (true) {
      open_json_lists(depth);
      if (list_is_prefix(bracket)) {
        fail(bracket, "number in brackets, expected a filter id, a name or JSON");
      }
      if (!at('{')) fail({at_, at_}, R"(incorrect JSON list, expected "{")");
      list.filters.emplace_back(json_object(depth));
      close_json_lists(depth);
      if (depth == 0) return;
      if (at_end()) fail(bracket, R"(JSON list without its end, expected "]")");
      if (!at(',')) fail({at_, at_ + 1}, R"(incorrect JSON list, expected "," or "]")");
      ++at_;
    }
  }

  void open_json_lists(std::size_t& depth) {
    for (skip_blanks(); at('['); skip_blanks()) {
      if (++depth > base::max_json_depth) {
        fail({at_, at_ + 1},
             fmt::format("incorrect JSON: nested more than {} levels deep", base::max_json_depth));
      }
      ++at_;
    }
  }

  void close_json_lists(std::size_t& depth) {
    for (skip_blanks(); depth > 0 && at(']'); skip_blanks()) {
      --depth;
      ++at_;
    }
  }

  /// Returns whether a list is a number in brackets before a filter, which netCDF's own parser used
  /// to accept.
  bool list_is_prefix(SourceSpan bracket) const {
    return at_ == bracket.end && !at_end() && base::is_digit(text_[at_]);
  }

  void expect_end_of_json() {
    skip_blanks();
    if (!at_end() && !at('|')) fail({at_, at_ + 1}, R"(text after JSON, expected "|" or the end)");
  }

  // ---- warnings ----

  void warn_of_lost_bits(const Constant& constant) {
    ++warning_count_;
    if (warnings_ == nullptr || warning_count_ > max_warnings) return;
    const TagFacts& tag = facts_of(constant.tag);
    const bool has_sign = tag.kind == NumberKind::signed_integer;
    warnings_->push_back(base::with_caret(
        text_, constant.span,
        fmt::format("does not fit {} {} bits and becomes {}", has_sign ? "signed" : "unsigned",
                    tag.bits, format_constant(constant))));
  }

  void close_warnings() {
    if (warnings_ == nullptr || warning_count_ <= max_warnings) return;
    warnings_->push_back(std::to_string(warning_count_ - max_warnings) +
                         " more constants lose bits");
  }

  std::string_view text_;
  Warnings* warnings_;
  std::size_t at_ = 0;
  std::size_t warning_count_ = 0;
};

}  // namespace

FilterSpec parse_filter_spec(std::string_view text, Warnings* warnings) {
  return Parser(text, warnings).parse_spec();
}

FilterOption parse_filter_option(std::string_view text, Warnings* warnings) {
  return Parser(text, warnings).parse_option();
}

}  // namespace ncf
