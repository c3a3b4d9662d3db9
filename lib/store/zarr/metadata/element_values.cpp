// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Converts the bytes of elements to values and back, also those of elements of any length.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "base/memory/bytes.hpp"
#include "base/text/characters.hpp"
#include "base/text/messages.hpp"
#include "model/grid/box.hpp"
#include "model/values/numbers.hpp"
#include "ncf/error.hpp"
#include "store/zarr/metadata/element.hpp"

namespace ncf::store::zarr {
namespace {

using Kind = Element::Kind;

// ---- Numbers ------------------------------------------------------------------------------------

float half_to_float(std::uint16_t half) {
  const std::uint32_t sign = (half & 0x8000U) << 16U;
  const std::uint32_t exponent = (half >> 10U) & 0x1FU;
  const std::uint32_t fraction = half & 0x3FFU;
  if (exponent == 0) {
    const float magnitude = static_cast<float>(fraction) * 0x1p-24F;
    return sign != 0 ? -magnitude : magnitude;
  }
  const std::uint32_t wide = exponent == 0x1F ? 0xFFU : exponent + 112U;
  return std::bit_cast<float>(sign | (wide << 23U) | (fraction << 13U));
}

void read_halves(const Element& element, std::span<const std::byte> stored, model::Values& values) {
  for (std::size_t i = 0; i < values.count(); ++i) {
    auto half = model::load<std::uint16_t>(stored.data() + i * sizeof(std::uint16_t));
    if (element.byte_order != std::endian::native) half = __builtin_bswap16(half);
    const float value = element.is_bfloat16() ? std::bit_cast<float>(std::uint32_t{half} << 16U)
                                              : half_to_float(half);
    model::store(values.data() + i * sizeof value, value);
  }
}

// ---- Text ---------------------------------------------------------------------------------------

std::string_view without_padding(std::span<const std::byte> bytes) {
  return model::without_padding({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

std::string unicode_text(const Element& element, std::span<const std::byte> stored) {
  std::string text;
  const std::size_t size = without_padding(stored).size();
  for (std::size_t at = 0; at < size; at += unicode_bytes) {
    auto code = model::load<std::uint32_t>(stored.data() + at);
    if (element.byte_order != std::endian::native) code = __builtin_bswap32(code);
    if (!base::is_character(code)) {
      throw Error(
          ErrorCode::corrupt,
          fmt::format("a text with the code {:#x}, which is not a Unicode character", code));
    }
    base::append_character(text, code);
  }
  return text;
}

void read_texts(const Element& element, std::span<const std::byte> stored, model::Values& values) {
  for (std::size_t i = 0; i < values.count(); ++i) {
    const auto bytes = stored.subspan(i * element.bytes, element.bytes);
    if (element.kind == Kind::unicode) {
      set_string(values, i, unicode_text(element, bytes));
    } else {
      set_string(values, i, without_padding(bytes));
    }
  }
}

void write_texts(const Element& element, const model::Values& values, std::span<std::byte> stored) {
  std::fill(stored.begin(), stored.end(), std::byte{0});
  for (std::size_t i = 0; i < values.count(); ++i) {
    const std::string_view text = get_string(values, i);
    if (text.size() > element.bytes) {
      throw Error(ErrorCode::unsupported,
                  fmt::format("a text of {} bytes is longer than the elements, {} bytes",
                              text.size(), element.bytes));
    }
    std::memcpy(stored.data() + i * element.bytes, text.data(), text.size());
  }
}

constexpr std::size_t length_bytes = 4;

std::uint32_t take_length(std::span<const std::byte>& bytes) {
  if (bytes.size() < length_bytes) throw Error(ErrorCode::corrupt, "strings cut short");
  const auto length = static_cast<std::uint32_t>(base::little_endian_at(bytes, 0, length_bytes));
  bytes = bytes.subspan(length_bytes);
  return length;
}

void put_length(std::vector<std::byte>& bytes, std::size_t length) {
  for (unsigned i = 0; i < length_bytes; ++i) {
    bytes.push_back(static_cast<std::byte>(length >> (8U * i) & 0xFFU));
  }
}

bool is_fixed_text(const Element& element) {
  return element.kind == Kind::text || element.kind == Kind::unicode;
}

}  // namespace

void read_elements(const Element& element, std::span<const std::byte> stored,
                   model::Values& values) {
  if (is_fixed_text(element)) return read_texts(element, stored, values);
  if (element.is_half()) return read_halves(element, stored, values);
  std::copy(stored.begin(), stored.end(), values.data());
  if (element.has_byte_order() && element.byte_order != std::endian::native) {
    model::swap_elements({values.data(), stored.size()}, element.number_bytes());
  }
}

void write_elements(const Element& element, const model::Values& values,
                    std::span<std::byte> stored) {
  if (is_fixed_text(element)) return write_texts(element, values, stored);
  std::copy_n(values.data(), stored.size(), stored.data());
  if (element.has_byte_order() && element.byte_order != std::endian::native) {
    model::swap_elements(stored, element.number_bytes());
  }
}

void set_string(model::Values& values, std::size_t index, std::string_view text) {
  base::require_no_nul(text, ErrorCode::unsupported);
  std::byte* const place = values.data() + index * sizeof(char*);
  char* const copy = model::allocate_string(text);
  std::free(model::load<char*>(place));
  model::store(place, copy);
}

std::string_view get_string(const model::Values& values, std::size_t index) {
  const auto* const text = model::load<const char*>(values.data() + index * sizeof(char*));
  return text == nullptr ? "" : text;
}

model::Values parse_vlen_strings(std::span<const std::byte> bytes, std::size_t count) {
  const std::uint32_t there = take_length(bytes);
  if (there != count) {
    throw Error(ErrorCode::corrupt, fmt::format("a chunk that should have {} has {}",
                                                base::format_count(count, "string"), there));
  }
  model::Values values(model::atomic_type(model::TypeClass::string), count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t length = take_length(bytes);
    if (length > bytes.size()) throw Error(ErrorCode::corrupt, "strings cut short");
    set_string(values, i, {reinterpret_cast<const char*>(bytes.data()), length});
    bytes = bytes.subspan(length);
  }
  return values;
}

std::vector<std::byte> format_vlen_strings(const model::Values& strings) {
  std::vector<std::byte> bytes;
  put_length(bytes, strings.count());
  for (std::size_t i = 0; i < strings.count(); ++i) {
    const auto text = std::as_bytes(std::span(get_string(strings, i)));
    put_length(bytes, text.size());
    bytes.insert(bytes.end(), text.begin(), text.end());
  }
  return bytes;
}

std::string find_difference(const Element& element) {
  const std::string type = type_of(element)->name;
  switch (element.kind) {
    case Element::Kind::text:
    case Element::Kind::unicode:
      return type + ": netCDF has no texts of a fixed length";
    case Element::Kind::byte_string:
      return type + ": netCDF has no bytes of any length";
    default:
      if (!element.units.empty()) {
        return fmt::format("{} with units \"{}\": netCDF has no dates or time spans", type,
                           element.units);
      }
      return element.is_half() ? type + ": netCDF has no floats of 2 bytes" : "";
  }
}

}  // namespace ncf::store::zarr
