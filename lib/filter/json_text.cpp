// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "filter/json_text.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <unordered_set>
#include <vector>

#include "filter/characters.hpp"

namespace ncf::filter {
namespace {

using Json = nlohmann::json;

/// Scans the brackets and strings of an object or a list without checking what is between.
class Outline {
 public:
  Outline(std::string_view text, std::size_t begin, std::size_t depth)
      : text_(text), begin_(begin), outer_depth_(depth) {}

  JsonObject read() {
    std::size_t at = begin_;
    std::size_t depth = 0;
    do {
      if (at == text_.size()) fail_without_end();
      const char c = text_[at];
      if (c == '"') {
        at = copy_string(at);
        continue;
      }
      if (c == '{' || c == '[') check_depth(++depth, at);
      if (c == '}' || c == ']') --depth;
      if (!is_blank(c)) object_.compact += c;
      ++at;
    } while (depth > 0);
    object_.span = {begin_, at};
    return std::move(object_);
  }

 private:
  [[noreturn]] void fail_without_end() const {
    const bool is_object = text_[begin_] == '{';
    throw SyntaxError(text_, {begin_, begin_ + 1},
                      is_object ? "JSON object without its end, expected \"}\""
                                : "JSON list without its end, expected \"]\"");
  }

  void check_depth(std::size_t depth, std::size_t at) const {
    if (depth + outer_depth_ <= max_json_depth) return;
    throw SyntaxError(
        text_, {at, at + 1},
        "JSON nested too deep, expected at most " + std::to_string(max_json_depth) + " levels");
  }

  /// Copies the string that begins at `begin`; returns the position after it.
  std::size_t copy_string(std::size_t begin) {
    std::size_t at = begin + 1;
    while (at < text_.size() && text_[at] != '"') at += text_[at] == '\\' ? 2U : 1U;
    if (at >= text_.size()) {
      throw SyntaxError(text_, {begin, begin + 1},
                        "JSON string without its end, expected a quotation mark");
    }
    object_.compact.append(text_, begin, at + 1 - begin);
    return at + 1;
  }

  std::string_view text_;
  std::size_t begin_;
  std::size_t outer_depth_;
  JsonObject object_;
};

/// Checks an object with nlohmann's parser without building it.
class Checker final : public nlohmann::json_sax<Json> {
 public:
  Checker(std::string_view text, SourceSpan object) : text_(text), object_(object) {}

  bool null() override { return true; }
  bool boolean(bool /*value*/) override { return true; }
  bool number_integer(number_integer_t /*value*/) override { return true; }
  bool number_unsigned(number_unsigned_t /*value*/) override { return true; }
  bool number_float(number_float_t /*value*/, const string_t& /*text*/) override { return true; }
  bool string(string_t& /*value*/) override { return true; }
  bool binary(binary_t& /*value*/) override { return true; }
  bool start_array(std::size_t /*size*/) override { return true; }
  bool end_array() override { return true; }

  bool start_object(std::size_t /*size*/) override {
    keys_.emplace_back();
    return true;
  }
  bool end_object() override {
    keys_.pop_back();
    return true;
  }
  bool key(string_t& name) override {
    if (keys_.back().insert(name).second) return true;
    const std::string shown = Json(name).dump(-1, ' ', true).substr(0, longest_name);
    throw SyntaxError(text_, object_,
                      "JSON object with the key " + shown + " twice, expected once");
  }

  bool parse_error(std::size_t position, const std::string& /*last_token*/,
                   const Json::exception& error) override {
    const std::size_t end = std::min(object_.begin + position, object_.end);
    throw SyntaxError(text_, {token_begin(end), end}, "incorrect JSON: " + fault(error.what()));
  }

 private:
  static constexpr std::size_t longest_name = 40;

  /// The start of the token whose last byte is before `end`; inside a string, that byte. nlohmann
  /// reports how far it has read, not where the token began.
  std::size_t token_begin(std::size_t end) const {
    std::size_t begin = end;
    while (begin > object_.begin && is_token_character(text_[begin - 1])) --begin;
    return std::min(begin, end - 1);
  }

  static bool is_token_character(char c) { return is_name_character(c) || c == '.' || c == '+'; }

  /// nlohmann's description of the error, without its prefix and its quotation of the text:
  /// "[json.exception.parse_error.101] parse error at line 1, column 6: syntax error while parsing
  /// object separator - unexpected number literal; expected ':'".
  static std::string fault(std::string_view message) {
    constexpr std::string_view introduction = " - ";
    constexpr std::string_view quotation = "; last read: ";
    const std::size_t begin = message.find(introduction);
    if (begin == std::string_view::npos) return "number out of range for a double";
    message.remove_prefix(begin + introduction.size());
    return std::string(message.substr(0, message.find(quotation)));
  }

  std::string_view text_;
  SourceSpan object_;
  std::vector<std::unordered_set<std::string>> keys_;
};

/// throws: SyntaxError if the JSON at `span` of `text` is invalid.
void check_json(std::string_view text, SourceSpan span) {
  Checker checker(text, span);
  Json::sax_parse(text.substr(span.begin, span.end - span.begin), &checker);
}

std::size_t skip_blanks(std::string_view text, std::size_t at) {
  while (at < text.size() && is_blank(text[at])) ++at;
  return at;
}

/// The parts between the brackets of a compact object or list, split at its own commas.
std::vector<std::string_view> parts_of(std::string_view json) {
  std::vector<std::string_view> parts;
  if (json.size() <= 2) return parts;
  std::size_t begin = 1;
  std::size_t depth = 0;
  bool in_string = false;
  for (std::size_t at = 1; at + 1 < json.size(); ++at) {
    const char c = json[at];
    if (in_string) {
      if (c == '\\') ++at;
      if (c == '"') in_string = false;
      continue;
    }
    if (c == '"') in_string = true;
    if (c == '{' || c == '[') ++depth;
    if (c == '}' || c == ']') --depth;
    if (c != ',' || depth > 0) continue;
    parts.push_back(json.substr(begin, at - begin));
    begin = at + 1;
  }
  parts.push_back(json.substr(begin, json.size() - 1 - begin));
  return parts;
}

/// The end of the string literal at the front of a valid text.
std::size_t end_of_string(std::string_view text) {
  std::size_t at = 1;
  while (text[at] != '"') at += text[at] == '\\' ? 2U : 1U;
  return at + 1;
}

std::size_t end_of_value(std::string_view json, std::size_t begin) {
  if (json[begin] == '"') return begin + end_of_string(json.substr(begin));
  if (json[begin] == '{' || json[begin] == '[') return Outline(json, begin, 0).read().span.end;
  return std::min(json.find_first_of(",]} \t\r\n", begin), json.size());
}

}  // namespace

JsonObject read_json_object(std::string_view text, std::size_t begin, std::size_t depth) {
  JsonObject object = Outline(text, begin, depth).read();
  check_json(text, object.span);
  return object;
}

std::string compact_json(std::string_view text) {
  const std::size_t begin = skip_blanks(text, 0);
  const bool is_nested = begin < text.size() && (text[begin] == '{' || text[begin] == '[');
  if (!is_nested) {
    check_json(text, {0, text.size()});
    std::string_view scalar = text.substr(begin);
    while (is_blank(scalar.back())) scalar.remove_suffix(1);
    return std::string(scalar);
  }
  JsonObject object = read_json_object(text, begin, 0);
  const std::size_t rest = skip_blanks(text, object.span.end);
  if (rest < text.size()) {
    throw SyntaxError(text, {rest, rest + 1}, "text after the JSON, expected its end");
  }
  return std::move(object.compact);
}

std::vector<JsonMember> json_members(std::string_view object) {
  std::vector<JsonMember> members;
  for (const std::string_view part : parts_of(object)) {
    const std::size_t colon = end_of_string(part);
    members.push_back({json_string(part.substr(0, colon)), std::string(part.substr(colon + 1))});
  }
  return members;
}

std::optional<SourceSpan> find_json_member(std::string_view json, std::string_view name) {
  for (std::size_t at = 0; at < json.size();) {
    if (json[at] != '"') {
      ++at;
      continue;
    }
    const std::size_t begin = at;
    at += end_of_string(json.substr(at));
    const std::size_t colon = skip_blanks(json, at);
    const bool is_name = colon < json.size() && json[colon] == ':';
    if (!is_name || json_string(json.substr(begin, at - begin)) != name) continue;
    return SourceSpan{begin, end_of_value(json, skip_blanks(json, colon + 1))};
  }
  return std::nullopt;
}

std::vector<std::string> json_elements(std::string_view list) {
  const auto parts = parts_of(list);
  return {parts.begin(), parts.end()};
}

std::string json_string(std::string_view literal) { return Json::parse(literal); }

}  // namespace ncf::filter
