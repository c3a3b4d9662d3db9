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

/// Walks over the braces and strings of an object without asking whether all between is correct.
class Outline {
 public:
  Outline(std::string_view text, std::size_t begin, std::size_t depth)
      : text_(text), begin_(begin), outer_depth_(depth) {}

  JsonObject read() {
    std::size_t at = begin_;
    std::size_t depth = 0;
    do {
      if (at == text_.size()) {
        throw SyntaxError(text_, {begin_, begin_ + 1},
                          "JSON object without its end, expected \"}\"");
      }
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
  void check_depth(std::size_t depth, std::size_t at) const {
    if (depth + outer_depth_ <= max_json_depth) return;
    throw SyntaxError(
        text_, {at, at + 1},
        "JSON nested too deep, expected at most " + std::to_string(max_json_depth) + " levels");
  }

  /// Copies the string that begins at `begin`; returns the place behind it.
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

/// Checks an object by nlohmann's parser without building it.
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

  /// Where the token begins whose last byte stands before `end`; inside a string, that byte.
  /// nlohmann tells how far it has read, not where its token began.
  std::size_t token_begin(std::size_t end) const {
    std::size_t begin = end;
    while (begin > object_.begin && is_token_character(text_[begin - 1])) --begin;
    return std::min(begin, end - 1);
  }

  static bool is_token_character(char c) { return is_name_character(c) || c == '.' || c == '+'; }

  /// What nlohmann says is wrong, without its prefix and without a quotation of the text:
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

}  // namespace

JsonObject read_json_object(std::string_view text, std::size_t begin, std::size_t depth) {
  JsonObject object = Outline(text, begin, depth).read();
  const std::string_view written = text.substr(begin, object.span.end - begin);
  Checker checker(text, object.span);
  Json::sax_parse(written, &checker);
  return object;
}

}  // namespace ncf::filter
