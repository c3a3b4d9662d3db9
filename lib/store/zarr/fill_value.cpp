// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/zarr/fill_value.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <cstring>

#include "ncf/error.hpp"
#include "store/zarr/numbers.hpp"
#include "store/zarr/utf8.hpp"

namespace ncf::store::zarr {
namespace {

using Kind = Element::Kind;
using model::TypeClass;
using model::Values;

constexpr std::string_view base64_digits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

[[noreturn]] void refuse(const Json& json, const Element& element) {
  throw Error(ErrorCode::corrupt, fmt::format("fill_value {} is no value of type {}",
                                              format_compact_json(json), type_of(element)->name));
}

/// v3: "0x7fc00000", the bits of a float, the highest first.
std::optional<Values> parse_bits(std::string_view text, const Element& element) {
  if (!text.starts_with("0x") || text.size() != 2 + 2 * element.bytes) return std::nullopt;
  std::uint64_t bits = 0;
  const auto [end, error] = std::from_chars(text.data() + 2, text.data() + text.size(), bits, 16);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  std::string stored(element.bytes, '\0');
  for (std::size_t i = 0; i < stored.size(); ++i) {
    const std::size_t place = element.byte_order == std::endian::little ? i : stored.size() - 1 - i;
    stored[place] = static_cast<char>(bits >> (8 * i) & 0xFFU);
  }
  Values value(type_of(element), 1);
  read_elements(element, std::as_bytes(std::span(stored)), value);
  return value;
}

/// Bytes of a text or of an opaque value: base64, or the text itself where it is none.
Values parse_bytes(const Json& json, const Element& element) {
  const bool is_zero = json.is(Json::Kind::number) && as_int64(json) == 0;  // zarr-python's "zero"
  if (!json.is(Json::Kind::text) && !is_zero) refuse(json, element);
  std::string bytes = is_zero ? "" : json.text;
  if (const auto decoded = parse_base64(bytes); decoded && decoded->size() <= element.bytes) {
    bytes = *decoded;
  }
  if (bytes.size() > element.bytes) refuse(json, element);
  bytes.resize(element.bytes, '\0');
  Values value(type_of(element), 1);
  read_elements(element, std::as_bytes(std::span(bytes)), value);
  return value;
}

Values parse_text(const Json& json, const Element& element) {
  Values value(type_of(element), 1);
  const bool is_text = json.is(Json::Kind::text);
  if (!is_text && as_int64(json) != 0) refuse(json, element);
  set_string(value, 0, is_text ? std::string_view(json.text) : "");
  return value;
}

template <class Number>
Values one(const model::TypeRef& type, Number number) {
  Values value(type, 1);
  std::memcpy(value.data(), &number, sizeof number);
  return value;
}

}  // namespace

std::optional<Values> parse_fill_value(const Json& json, const Element& element) {
  if (json.is(Json::Kind::null)) return std::nullopt;
  switch (element.kind) {
    case Kind::unicode:
    case Kind::string:
      return parse_text(json, element);
    case Kind::character:
    case Kind::text:
    case Kind::opaque:
      return parse_bytes(json, element);
    default:
      break;
  }
  if (json.is(Json::Kind::text)) {
    if (auto value = parse_bits(json.text, element)) return value;
  }
  Values value(type_of(element), 1);
  if (!set_number(value, 0, json)) refuse(json, element);
  return value;
}

Json format_fill_value(const Values& value, const Element& element) {
  switch (element.kind) {
    case Kind::unicode:
    case Kind::string:
      return json_text(get_string(value, 0));
    case Kind::character:
    case Kind::text:
    case Kind::opaque: {
      std::string bytes(element.bytes, '\0');
      write_elements(element, value, std::as_writable_bytes(std::span(bytes)));
      return json_text(format_base64(bytes));
    }
    default:
      return without_bare_words(get_number(value, 0));
  }
}

Values default_fill_value(const model::TypeRef& type) {
  switch (type->type_class) {
    case TypeClass::byte_:
      return one<std::int8_t>(type, -127);
    case TypeClass::char_:
      return one<char>(type, '\0');
    case TypeClass::short_:
      return one<std::int16_t>(type, -32767);
    case TypeClass::int_:
      return one<std::int32_t>(type, -2147483647);
    case TypeClass::float_:
      return one<float>(type, 9.9692099683868690e+36F);
    case TypeClass::double_:
      return one<double>(type, 9.9692099683868690e+36);
    case TypeClass::ubyte:
      return one<std::uint8_t>(type, 255);
    case TypeClass::ushort:
      return one<std::uint16_t>(type, 65535);
    case TypeClass::uint:
      return one<std::uint32_t>(type, 4294967295U);
    case TypeClass::int64:
      return one<std::int64_t>(type, -9223372036854775806LL);
    case TypeClass::uint64:
      return one<std::uint64_t>(type, 18446744073709551614ULL);
    default:
      break;
  }
  Values value(type, 1);
  if (type->type_class == TypeClass::string) set_string(value, 0, "");
  return value;
}

std::string format_base64(std::string_view bytes) {
  std::string text;
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    std::uint32_t group = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      group =
          group << 8U | (at + i < bytes.size() ? static_cast<unsigned char>(bytes[at + i]) : 0U);
    }
    for (std::size_t i = 0; i < 4; ++i) {
      const bool is_padding = at + i > bytes.size();
      text += is_padding ? '=' : base64_digits[group >> (18 - 6 * i) & 0x3FU];
    }
  }
  return text;
}

std::optional<std::string> parse_base64(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  std::string bytes;
  for (std::size_t at = 0; at < text.size(); at += 4) {
    std::uint32_t group = 0;
    std::size_t padding = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      const char c = text[at + i];
      const std::size_t digit = base64_digits.find(c);
      const bool is_last = at + 4 == text.size();
      if (c == '=' && is_last && i >= 2) ++padding;
      if (c != '=' && (digit == std::string_view::npos || padding > 0)) return std::nullopt;
      if (c == '=' && (!is_last || i < 2)) return std::nullopt;
      group = group << 6U | (c == '=' ? 0U : static_cast<std::uint32_t>(digit));
    }
    for (std::size_t i = 0; i < 3 - padding; ++i) {
      bytes += static_cast<char>(group >> (16 - 8 * i) & 0xFFU);
    }
  }
  return bytes;
}

}  // namespace ncf::store::zarr
