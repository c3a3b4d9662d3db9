// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/zarr/fill_value.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <utility>

#include "base/base64.hpp"
#include "model/default_fill.hpp"
#include "model/visit_number.hpp"
#include "ncf/error.hpp"
#include "store/zarr/numbers.hpp"

namespace ncf::store::zarr {
namespace {

using base::Json;
using base::json_number;
using base::json_text;

using Kind = Element::Kind;
using model::TypeClass;
using model::Values;

[[noreturn]] void refuse(const Json& json, const Element& element) {
  throw Error(ErrorCode::corrupt, fmt::format("fill_value {} is no value of type {}",
                                              format_compact_json(json), type_of(element)->name));
}

std::string in_order(std::string little_endian, std::endian order) {
  if (order == std::endian::big) std::reverse(little_endian.begin(), little_endian.end());
  return little_endian;
}

/// The bytes of an element with these bits, the lowest first.
std::string bytes_of(std::uint64_t bits, const Element& element) {
  std::string bytes(element.bytes, '\0');
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = static_cast<char>(bits >> (8 * i) & 0xFFU);
  }
  return in_order(std::move(bytes), element.byte_order);
}

Values value_of(std::string_view stored, const Element& element) {
  Values value(type_of(element), 1);
  read_elements(element, std::as_bytes(std::span(stored)), value);
  return value;
}

/// v3: "0x7fc00000", the bits of a float, the highest first.
std::optional<Values> parse_bits(std::string_view text, const Element& element) {
  if (!text.starts_with("0x") || text.size() != 2 + 2 * element.bytes) return std::nullopt;
  std::uint64_t bits = 0;
  const auto [end, error] = std::from_chars(text.data() + 2, text.data() + text.size(), bits, 16);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value_of(bytes_of(bits, element), element);
}

std::optional<Values> parse_number(const Json& json, const Element& element) {
  if (json.is(Json::Kind::text)) {
    if (auto value = parse_bits(json.text, element)) return value;
  }
  Values value(type_of(element), 1);
  if (!set_number(value, 0, json)) return std::nullopt;
  return value;
}

bool is_zero(const Json& json) {  // zarr-python's for every type
  return json.is(Json::Kind::number) && as_double(json) == 0;
}

/// The bytes of a text: base64, or the text itself if it is not base64.
Values parse_bytes(const Json& json, const Element& element) {
  if (!json.is(Json::Kind::text) && !is_zero(json)) refuse(json, element);
  std::string bytes = is_zero(json) ? "" : json.text;
  if (const auto decoded = base::parse_base64(bytes); decoded && decoded->size() <= element.bytes) {
    bytes = *decoded;
  }
  if (bytes.size() > element.bytes) refuse(json, element);
  bytes.resize(element.bytes, '\0');
  return value_of(bytes, element);
}

// ---- Opaque values ------------------------------------------------------------------------------

/// A date or a time span, of 8 bytes: an integer or "NaT".
std::optional<std::string> parse_date(const Json& json, const Element& element) {
  if (element.bytes != sizeof(std::int64_t)) return std::nullopt;
  const bool is_none = json.is(Json::Kind::text) && json.text == "NaT";
  const auto number = is_none ? std::numeric_limits<std::int64_t>::min() : as_int64(json);
  if (!number) return std::nullopt;
  return bytes_of(static_cast<std::uint64_t>(*number), element);
}

/// A complex number: two floats.
std::optional<std::string> parse_complex(const Json& json, const Element& element) {
  const Element part{Kind::floating, element.bytes / 2, element.byte_order};
  const bool has_size = part.bytes == sizeof(float) || part.bytes == sizeof(double);
  if (!has_size || json.elements.size() != 2) return std::nullopt;
  std::string bytes(element.bytes, '\0');
  for (std::size_t i = 0; i < 2; ++i) {
    const auto value = parse_number(json.elements[i], part);
    if (!value) return std::nullopt;
    write_elements(part, *value,
                   std::as_writable_bytes(std::span(bytes)).subspan(i * part.bytes, part.bytes));
  }
  return bytes;
}

/// Raw bits: a list of bytes.
std::optional<std::string> parse_byte_list(const Json& json, const Element& element) {
  if (!json.is(Json::Kind::list) || json.elements.size() != element.bytes) return std::nullopt;
  std::string bytes;
  for (const Json& byte : json.elements) {
    const auto value = as_uint64(byte);
    if (!value || *value > std::numeric_limits<std::uint8_t>::max()) return std::nullopt;
    bytes += static_cast<char>(*value);
  }
  return bytes;
}

/// All bytes in base64.
std::optional<std::string> parse_encoded(const Json& json, const Element& element) {
  auto bytes = json.is(Json::Kind::text) ? base::parse_base64(json.text) : std::nullopt;
  return bytes && bytes->size() == element.bytes ? bytes : std::nullopt;
}

// The spelling of types that netCDF lacks depends on the type.
Values parse_opaque(const Json& json, const Element& element) {
  if (is_zero(json)) return value_of(std::string(element.bytes, '\0'), element);
  for (const auto parse : {parse_date, parse_complex, parse_byte_list, parse_encoded}) {
    if (const auto bytes = parse(json, element)) return value_of(*bytes, element);
  }
  throw Error(ErrorCode::unsupported,
              fmt::format("fill_value {} of type {} cannot be read", format_compact_json(json),
                          type_of(element)->name));
}

Values parse_text(const Json& json, const Element& element) {
  Values value(type_of(element), 1);
  const bool is_text = json.is(Json::Kind::text);
  if (!is_text && !is_zero(json)) refuse(json, element);
  set_string(value, 0, is_text ? std::string_view(json.text) : "");
  return value;
}

/// Bytes of any length: base64, or a list of bytes by zarr-python 3.0.
Values parse_byte_string(const Json& json, const Element& element) {
  const Element as_long{.bytes = json.elements.size()};
  const auto bytes = json.is(Json::Kind::text) ? base::parse_base64(json.text)
                     : is_zero(json)           ? std::string()
                                               : parse_byte_list(json, as_long);
  if (!bytes) refuse(json, element);
  Values value(type_of(element), 1);
  set_string(value, 0, *bytes);
  return value;
}

}  // namespace

std::optional<Values> parse_fill_value(const Json& json, const Element& element) {
  if (json.is(Json::Kind::null)) return std::nullopt;
  switch (element.kind) {
    case Kind::unicode:
    case Kind::string:
      return parse_text(json, element);
    case Kind::byte_string:
      return parse_byte_string(json, element);
    case Kind::character:
    case Kind::text:
      return parse_bytes(json, element);
    case Kind::opaque:
      return parse_opaque(json, element);
    default:
      break;
  }
  auto value = parse_number(json, element);
  if (!value) refuse(json, element);
  return value;
}

Json format_fill_value(const Values& value, const Element& element) {
  switch (element.kind) {
    case Kind::unicode:
    case Kind::string:
      return json_text(get_string(value, 0));
    case Kind::byte_string:
      return json_text(base::format_base64(get_string(value, 0)));
    case Kind::character:
    case Kind::text:
    case Kind::opaque: {
      std::string bytes(element.bytes, '\0');
      write_elements(element, value, std::as_writable_bytes(std::span(bytes)));
      return json_text(base::format_base64(bytes));
    }
    default:
      return bare_word_as_text(get_number(value, 0));
  }
}

Json format_xarray_fill(const Values& value) {
  const double number = as_double(get_number(value, 0)).value_or(0);
  std::string bytes(sizeof number, '\0');
  std::memcpy(bytes.data(), &number, sizeof number);
  return json_text(base::format_base64(in_order(std::move(bytes), std::endian::native)));
}

std::optional<Values> parse_xarray_fill(const Json& json, const model::TypeRef& type) {
  const auto bytes = json.is(Json::Kind::text) ? base::parse_base64(json.text) : std::nullopt;
  if (!bytes || bytes->size() != sizeof(double) || !type->is_floating_point()) return std::nullopt;
  const std::string native = in_order(*bytes, std::endian::native);
  double number = 0;
  std::memcpy(&number, native.data(), sizeof number);
  Values value(type, 1);
  if (!set_number(value, 0, json_number(number))) return std::nullopt;
  return value;
}

}  // namespace ncf::store::zarr
