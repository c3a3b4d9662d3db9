// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/zarr/metadata/fill_value.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <string_view>
#include <utility>

#include "base/text/base64.hpp"
#include "base/text/characters.hpp"
#include "base/text/real_text.hpp"
#include "model/values/numbers.hpp"
#include "ncf/error.hpp"
#include "store/zarr/metadata/json_values.hpp"

namespace ncf::store::zarr {
namespace {

using base::Json;

using Kind = Element::Kind;
using model::TypeClass;
using model::Values;

[[noreturn]] void refuse(const Json& json, const Element& element) {
  const model::TypeRef type = type_of(element);
  const std::string_view name = element.is_bfloat16() ? element.name
                                : element.is_half()   ? "float16"
                                                      : std::string_view(type->name);
  const bool is_user_type = element.kind == Kind::complex || element.kind == Kind::opaque;
  throw Error(
      is_user_type ? ErrorCode::unsupported : ErrorCode::corrupt,
      fmt::format("fill_value {} is not a value of type {}", format_compact_json(json), name));
}

std::string in_order(std::string little_endian, std::endian order) {
  if (order == std::endian::big) std::reverse(little_endian.begin(), little_endian.end());
  return little_endian;
}

/// Returns the bytes of an element with these bits, the lowest first.
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

/// Parses the bits of a float in v3, the highest first: "0x7fc00000".
std::optional<Values> parse_bits(std::string_view text, const Element& element) {
  if (!text.starts_with("0x") || text.size() != 2 + 2 * element.bytes) return std::nullopt;
  const auto bits = base::find_number<std::uint64_t>(text.substr(2), 16);
  if (!bits) return std::nullopt;
  return value_of(bytes_of(*bits, element), element);
}

/// A kind of 2-byte floats. The smallest normal number is 2^(least_exponent - 1).
struct HalfFormat {
  int significand_bits;
  int least_exponent;
  double largest;
};
constexpr HalfFormat float16{11, -13, 65504};
constexpr HalfFormat bfloat16{8, -125, 0x1.FEp127};

/// Rounds a finite number to as many bits as a 2-byte float has, ties to even.
double round_to_half(double number, const HalfFormat& format) {
  int exponent = 0;
  std::frexp(number, &exponent);
  const int last_bit = std::max(exponent, format.least_exponent) - format.significand_bits;
  return std::ldexp(std::nearbyint(std::ldexp(number, -last_bit)), last_bit);
}

/// Parses a number as a 2-byte float; its values are read as floats.
std::optional<Values> parse_half(const Json& json, const Element& element) {
  Values exact(model::atomic_type(TypeClass::double_), 1);
  if (!set_number(exact, 0, json)) return std::nullopt;
  auto number = model::load<double>(exact.data());
  if (std::isfinite(number)) {
    const HalfFormat& format = element.is_bfloat16() ? bfloat16 : float16;
    number = round_to_half(number, format);
    if (std::abs(number) > format.largest) return std::nullopt;
  }
  Values value(type_of(element), 1);
  model::store(value.data(), static_cast<float>(number));
  return value;
}

std::optional<Values> parse_number(const Json& json, const Element& element) {
  if (element.kind == Kind::floating && json.is(Json::Kind::text)) {
    if (auto value = parse_bits(json.text, element)) return value;
  }
  if (element.is_half()) return parse_half(json, element);
  Values value(type_of(element), 1);
  if (!set_number(value, 0, json)) return std::nullopt;
  return value;
}

/// Parses a boolean. zarr-python 2 writes 0 for every type.
std::optional<Values> parse_boolean(const Json& json, const Element& element) {
  const auto number = as_uint64(json);
  const bool is_boolean = json.is(Json::Kind::boolean);
  if (!is_boolean && (!number || *number > 1)) return std::nullopt;
  Values value(type_of(element), 1);
  *value.data() = std::byte{is_boolean ? json.boolean : *number == 1};
  return value;
}

Json format_number(const Values& value) { return bare_word_as_text(get_number(value, 0)); }

Json pair_of(Json first, Json second) {
  return std::vector<Json>{std::move(first), std::move(second)};
}

bool is_zero(const Json& json) {  // zarr-python's default for every type
  return json.is(Json::Kind::number) && as_double(json) == 0;
}

/// Returns the bytes of a text. If it cannot be in the expected form, it is taken to be in the
/// other.
Values parse_bytes(const Json& json, const Element& element, TextForm form) {
  const bool is_plain = form == TextForm::plain;
  const bool is_text = json.is(Json::Kind::text) || (is_plain && json.is(Json::Kind::number));
  if (!is_text && !is_zero(json)) refuse(json, element);
  std::string bytes = is_text ? json.text : "";
  if (!is_plain || bytes.size() > element.bytes) {
    const auto decoded = base::parse_base64(bytes);
    if (decoded && decoded->size() <= element.bytes) bytes = *decoded;
  }
  if (bytes.size() > element.bytes) refuse(json, element);
  bytes.resize(element.bytes, '\0');
  return value_of(bytes, element);
}

Values part_of(const Values& value, std::size_t index) {
  const model::CompoundField& field = value.type()->fields.at(index);
  Values part(field.type, 1);
  std::memcpy(part.data(), value.data() + field.offset_bytes, part.size_bytes());
  return part;
}

/// Parses a complex number. parse_part: returns an optional Values.
template <class ParsePart>
std::optional<Values> parse_complex(const Json& json, const model::TypeRef& type,
                                    ParsePart parse_part) {
  Values value(type, 1);
  if (!json.is(Json::Kind::list) || json.elements.size() != type->fields.size()) {
    return std::nullopt;
  }
  for (std::size_t i = 0; i < json.elements.size(); ++i) {
    const std::optional<Values> part = parse_part(json.elements[i]);
    if (!part) return std::nullopt;
    std::memcpy(value.data() + type->fields[i].offset_bytes, part->data(), part->size_bytes());
  }
  return value;
}

/// Parses raw bits, a list of bytes.
std::optional<std::string> parse_byte_list(const Json& json, std::size_t count) {
  if (!json.is(Json::Kind::list) || json.elements.size() != count) return std::nullopt;
  std::string bytes;
  for (const Json& byte : json.elements) {
    const auto value = as_uint64(byte);
    if (!value || *value > std::numeric_limits<std::uint8_t>::max()) return std::nullopt;
    bytes += static_cast<char>(*value);
  }
  return bytes;
}

/// Parses a list of bytes, or all of them in base64.
std::optional<Values> parse_opaque(const Json& json, const Element& element) {
  auto bytes = json.is(Json::Kind::text) ? base::parse_base64(json.text)
                                         : parse_byte_list(json, element.bytes);
  if (!bytes || bytes->size() != element.bytes) return std::nullopt;
  return value_of(*bytes, element);
}

Values parse_text(const Json& json, const Element& element) {
  Values value(type_of(element), 1);
  const bool is_text = json.is(Json::Kind::text);
  if (!is_text && !is_zero(json)) refuse(json, element);
  const bool is_too_long = element.kind == Kind::unicode &&
                           base::count_characters(json.text) > element.bytes / unicode_bytes;
  if (is_text && is_too_long) refuse(json, element);
  set_string(value, 0, is_text ? std::string_view(json.text) : "");
  return value;
}

/// Parses bytes of any length: base64, or a list of bytes as in zarr-python 3.0.
Values parse_byte_string(const Json& json, const Element& element) {
  const auto bytes = json.is(Json::Kind::text) ? base::parse_base64(json.text)
                     : is_zero(json)           ? std::string()
                                               : parse_byte_list(json, json.elements.size());
  if (!bytes) refuse(json, element);
  Values value(type_of(element), 1);
  set_string(value, 0, *bytes);
  return value;
}

}  // namespace

std::optional<Values> parse_user_value(const Json& json, const Element& element) {
  if (element.kind == Kind::boolean) return parse_boolean(json, element);
  if (is_zero(json)) return Values(type_of(element), 1);
  if (element.kind == Kind::opaque) return parse_opaque(json, element);
  const Element part{Kind::floating, element.number_bytes(), element.byte_order};
  return parse_complex(json, type_of(element),
                       [&](const Json& number) { return parse_number(number, part); });
}

std::optional<Values> parse_fill_value(const Json& json, const Element& element, TextForm form) {
  if (json.is(Json::Kind::null)) return std::nullopt;
  std::optional<Values> value;
  switch (element.kind) {
    case Kind::unicode:
    case Kind::string:
      return parse_text(json, element);
    case Kind::byte_string:
      return parse_byte_string(json, element);
    case Kind::character:
    case Kind::text:
      return parse_bytes(json, element, form);
    case Kind::boolean:
    case Kind::complex:
    case Kind::opaque:
      value = parse_user_value(json, element);
      break;
    default: {
      const bool is_no_time = !element.units.empty() && json == Json("NaT");
      value = is_no_time ? not_a_time() : parse_number(json, element);
    }
  }
  if (!value) refuse(json, element);
  return value;
}

Json format_fill_value(const Values& value, const Element& element, TextForm form) {
  switch (element.kind) {
    case Kind::unicode:
    case Kind::string:
      return Json(get_string(value, 0));
    case Kind::byte_string:
      return Json(base::format_base64(get_string(value, 0)));
    case Kind::character:
    case Kind::text:
    case Kind::opaque: {
      std::string bytes(element.bytes, '\0');
      write_elements(element, value, std::as_writable_bytes(std::span(bytes)));
      const bool is_plain = form == TextForm::plain && element.kind != Kind::opaque;
      if (is_plain) return Json(bytes.substr(0, bytes.find('\0')));
      return Json(base::format_base64(bytes));
    }
    case Kind::boolean:
      return Json(*value.data() != std::byte{0});
    case Kind::complex:
      return pair_of(format_number(part_of(value, 0)), format_number(part_of(value, 1)));
    default:
      return format_number(value);
  }
}

Values not_a_time() {
  Values value(model::atomic_type(TypeClass::int64), 1);
  model::store(value.data(), std::numeric_limits<std::int64_t>::min());
  return value;
}

Json format_xarray_fill(const Values& value) {
  if (value.type()->type_class == TypeClass::compound) {
    return pair_of(format_xarray_fill(part_of(value, 0)), format_xarray_fill(part_of(value, 1)));
  }
  const double number = as_double(get_number(value, 0)).value_or(0);
  std::string bytes(sizeof number, '\0');
  std::memcpy(bytes.data(), &number, sizeof number);
  return Json(base::format_base64(in_order(std::move(bytes), std::endian::native)));
}

std::optional<Values> parse_xarray_fill(const Json& json, const model::TypeRef& type) {
  if (type->type_class == TypeClass::compound) {
    return parse_complex(json, type, [&](const Json& part) {
      return parse_xarray_fill(part, type->fields.front().type);
    });
  }
  const auto bytes = json.is(Json::Kind::text) ? base::parse_base64(json.text) : std::nullopt;
  if (!bytes || bytes->size() != sizeof(double) || !type->is_floating_point()) return std::nullopt;
  const std::string native = in_order(*bytes, std::endian::native);
  double number = 0;
  std::memcpy(&number, native.data(), sizeof number);
  Values value(type, 1);
  if (!set_number(value, 0, Json(number))) return std::nullopt;
  return value;
}

}  // namespace ncf::store::zarr
