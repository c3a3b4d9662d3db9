// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// JSON: a tree that keeps the order of members and the text of numbers. As extensions, which only
// files may use, the bare words NaN, Infinity and -Infinity are numbers, as Python and libnetcdf
// write them, and a text may contain bytes that are not UTF-8: unchanged, as libnetcdf writes them,
// or escaped as in Python. Texts are untrusted: parsing takes linear time and limits depth and
// count. Values and pure functions, any thread.
//
// source: RFC 8259; PEP 383
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ncf/error.hpp"

namespace ncf::base {

struct JsonMember;

struct Json {
  enum class Kind { null, boolean, number, text, list, object };

  Kind kind = Kind::null;
  bool boolean = false;
  std::string text;                 ///< for a number, its digits as written
  std::vector<Json> elements;       ///< of a list
  std::vector<JsonMember> members;  ///< of an object, unique names, in the order written

  [[nodiscard]] bool is(Kind wanted) const noexcept { return kind == wanted; }
  /// The member with this name, or null; also null if this is not an object.
  [[nodiscard]] const Json* find(std::string_view name) const noexcept;
  /// The first existing member of several names, or null.
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

/// Numbers that standard JSON lacks.
inline constexpr std::string_view bare_words[] = {"NaN", "Infinity", "-Infinity"};
[[nodiscard]] bool is_bare_word(std::string_view text);

/// Maximum number of open lists and objects.
inline constexpr std::size_t max_json_depth = 64;

/// Maximum number of values in the JSON of an ordinary file.
inline constexpr std::size_t max_json_values = 1'000'000;

/// The JSON of a file. throws: Error(corrupt) with the reason and the byte position, also if limits
/// are exceeded.
Json parse_json(std::string_view text, std::size_t max_values = max_json_values);

/// A value within a text.
struct JsonReading {
  Json value;
  std::size_t end = 0;  ///< position after it
};

/// The value that begins at `begin` of a user's text, in standard JSON.
/// depth: number of lists that are open around it. throws: SyntaxError, also if limits are
/// exceeded.
JsonReading read_json(std::string_view text, std::size_t begin = 0, std::size_t depth = 0);

/// The first member with this name in valid JSON, nested objects included: the span from its name
/// to the end of its value.
std::optional<SourceSpan> find_json_member(std::string_view text, std::string_view name);

/// How texts are written: zarr-python 2 reads only ASCII; libnetcdf reads \u00b0 as the text u00b0.
enum class JsonTexts { escaped, as_bytes };

/// Formats with line breaks, one member per line. The inverse of parse_json.
std::string format_json(const Json& value, JsonTexts texts = JsonTexts::escaped);
/// The same on one line without blanks, in UTF-8.
std::string format_compact_json(const Json& value);

/// Replaces a bare word, which strict readers reject, by a text, and the other way round. Other
/// values stay.
Json bare_word_as_text(Json value);
Json text_as_bare_word(Json value);

Json json_null();
Json json_boolean(bool value);
Json json_text(std::string_view text);
Json json_number(std::int64_t value);
Json json_number(std::uint64_t value);
/// digits: a number as JSON writes it.
Json json_digits(std::string_view digits);
/// Always with a fraction or an exponent, so that readers do not take it for an integer.
Json json_number(double value);
Json json_list();
Json json_object();

/// The value of an integer; empty for other JSON and for numbers that are too large.
std::optional<std::int64_t> as_int64(const Json& value);
std::optional<std::uint64_t> as_uint64(const Json& value);
/// The nearest value of the type for any number, including bare words; too large is infinite.
std::optional<float> as_float(const Json& value);
std::optional<double> as_double(const Json& value);
/// How deeply lists and objects are nested; 0 for anything else.
std::size_t depth_of(const Json& value);
/// Whether it is a number without fraction and exponent.
bool is_integer(const Json& value);

}  // namespace ncf::base
