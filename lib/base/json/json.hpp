// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// JSON: a tree that keeps the order of members and the text of numbers. As extensions, which only
// files may use, the bare words NaN, Infinity and -Infinity are numbers, as in Python and
// libnetcdf, and a text may contain bytes that are not UTF-8: unchanged as in libnetcdf, or escaped
// as in Python. Texts are untrusted: parsing takes linear time and limits depth and count. Values
// and pure functions, any thread.
//
// source: RFC 8259; PEP 383
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ncf/error.hpp"

namespace ncf::base {

struct JsonMember;

/// A JSON value. It is made from values of C++: `Json(3)`, `Json("text")`, `Json(std::vector{1,
/// 2})`; it is null by default and from an empty optional.
struct Json {
  enum class Kind { null, boolean, number, text, list, object };

  Json() = default;
  template <std::same_as<bool> Boolean>
  Json(Boolean value) : kind(Kind::boolean), boolean(value) {}
  template <std::integral Integer>
  requires(!std::same_as<Integer, bool>) Json(Integer value)
      : kind(Kind::number), text(std::to_string(value)) {}
  /// The text always has a fraction or an exponent, so that readers do not interpret it as an
  /// integer.
  Json(double value);
  template <std::convertible_to<std::string_view> Text>
  Json(const Text& value) : kind(Kind::text), text(std::string_view(value)) {}
  Json(std::nullptr_t) = delete;
  template <class Value>
  Json(const std::optional<Value>& value) {
    if (value) *this = *value;
  }
  template <class Value>
  Json(const std::vector<Value>& values);

  Kind kind = Kind::null;
  bool boolean = false;
  std::string text;                 ///< for a number, its digits as written
  std::vector<Json> elements;       ///< of a list
  std::vector<JsonMember> members;  ///< of an object, unique names, in the order written

  [[nodiscard]] bool is(Kind wanted) const noexcept { return kind == wanted; }
  /// Returns the member with this name, or null; also null if this is not an object.
  [[nodiscard]] const Json* find(std::string_view name) const noexcept;
  /// Returns the first existing member of several names, or null.
  [[nodiscard]] const Json* find_any(std::initializer_list<std::string_view> names) const noexcept;
  /// Appends a member to an object.
  Json& add(std::string_view name, Json value);

  friend bool operator==(const Json& a, const Json& b) = default;
};

struct JsonMember {
  std::string name;
  Json value;

  friend bool operator==(const JsonMember& a, const JsonMember& b) = default;
};

// Defined after JsonMember, which a list of values needs as a complete type.
template <class Value>
Json::Json(const std::vector<Value>& values) : kind(Kind::list) {
  elements.reserve(values.size());
  for (const Value& value : values) elements.emplace_back(value);
}

/// Numbers that standard JSON lacks.
inline constexpr std::string_view bare_words[] = {"NaN", "Infinity", "-Infinity"};

/// Maximum number of open lists and objects.
inline constexpr std::size_t max_json_depth = 64;

/// Maximum number of values in the JSON of an ordinary file. While the metadata of a store are
/// read, each takes some 300 bytes of memory.
inline constexpr std::size_t max_json_values = 2'000'000;

/// Returns the JSON of a file. throws: Error(corrupt) with the reason and the byte position;
/// Error(unsupported) if there are too many values.
Json parse_json(std::string_view text, std::size_t max_values = max_json_values);

/// A value within a text.
struct JsonReading {
  Json value;
  std::size_t end = 0;  ///< position after it
};

/// Returns the value that begins at `begin` of a user's text, in standard JSON.
/// depth: number of lists that are open around it. throws: SyntaxError, also if limits are
/// exceeded.
JsonReading read_json(std::string_view text, std::size_t begin = 0, std::size_t depth = 0);

/// Returns the first member with this name in valid JSON, nested objects included: the span from
/// its name to the end of its value.
std::optional<SourceSpan> find_json_member(std::string_view text, std::string_view name);

/// How to write texts, which depends on the reader: zarr-python 2 reads only ASCII; libnetcdf reads
/// \u00b0 as the text u00b0; for readers of standard JSON only, U+FFFD replaces bytes that are not
/// UTF-8, and null replaces bare words.
enum class JsonTexts { escaped, as_bytes, standard };

/// Formats with line breaks, one member per line. The inverse of parse_json.
std::string format_json(const Json& value, JsonTexts texts = JsonTexts::escaped);
/// The same on one line without blanks, in UTF-8.
std::string format_compact_json(const Json& value);

/// Replace a bare word, which strict readers reject, by a text, and the reverse. Other values are
/// unchanged.
Json bare_word_as_text(Json value);
Json text_as_bare_word(Json value);

/// Makes a number. digits: as JSON writes it.
Json json_digits(std::string_view digits);
Json json_list();
/// Returns a list with the result of `to_json` for each value.
template <class Values, class Function>
Json json_list(const Values& values, Function to_json) {
  Json list = json_list();
  for (const auto& value : values) list.elements.push_back(to_json(value));
  return list;
}
Json json_object(std::initializer_list<JsonMember> members = {});
/// Returns a text, or null if it is empty.
Json json_text_or_null(std::string_view text);

/// Returns the value of an integer; empty for other JSON and for numbers that are too large.
std::optional<std::int64_t> as_int64(const Json& value);
std::optional<std::uint64_t> as_uint64(const Json& value);
/// Returns the nearest value of the type for any number, including bare words; too large is
/// infinite.
std::optional<float> as_float(const Json& value);
std::optional<double> as_double(const Json& value);
/// Returns how deeply lists and objects are nested; 0 for anything else.
std::size_t depth_of(const Json& value);
/// Returns the number of values in a value, itself included.
std::size_t count_values(const Json& value);
/// Returns whether it is a number without fraction and exponent.
bool is_integer(const Json& value);

}  // namespace ncf::base
