// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/page/png.hpp"

#include <zlib.h>

#include <string_view>

namespace ncf::ops::page {
namespace {

std::string big_endian(std::uint32_t number) {
  std::string bytes;
  for (const unsigned shift : {24U, 16U, 8U, 0U}) bytes += static_cast<char>(number >> shift);
  return bytes;
}

const Bytef* zlib_bytes(std::string_view text) {
  return reinterpret_cast<const Bytef*>(text.data());
}

/// name: of the chunk, 4 letters.
std::string chunk(std::string_view name, std::string_view content) {
  std::string text(name);
  text += content;
  const uLong crc = ::crc32(0, zlib_bytes(text), static_cast<uInt>(text.size()));
  return big_endian(static_cast<std::uint32_t>(content.size())) + text +
         big_endian(static_cast<std::uint32_t>(crc));
}

std::string compressed(std::string_view bytes) {
  uLongf size = ::compressBound(bytes.size());
  std::string compressed(size, '\0');
  ::compress(reinterpret_cast<Bytef*>(compressed.data()), &size, zlib_bytes(bytes), bytes.size());
  compressed.resize(size);
  return compressed;
}

}  // namespace

std::string format_png(const std::vector<std::optional<std::size_t>>& colors, std::size_t columns) {
  constexpr std::string_view eight_bits_of_palette("\x08\x03\0\0\0", 5);
  std::string colors_of_palette;
  for (const std::uint32_t color : palette) colors_of_palette += big_endian(color).substr(1);
  colors_of_palette.append(3, '\0');
  std::string opacities(palette.size(), '\xff');
  opacities += '\0';
  std::string pixels;
  for (std::size_t i = 0; i < colors.size(); ++i) {
    if (i % columns == 0) pixels += '\0';  // a row without a filter
    pixels += static_cast<char>(colors[i].value_or(palette.size()));
  }
  return "\x89PNG\r\n\x1a\n" +
         chunk("IHDR", big_endian(static_cast<std::uint32_t>(columns)) +
                           big_endian(static_cast<std::uint32_t>(colors.size() / columns)) +
                           std::string(eight_bits_of_palette)) +
         chunk("PLTE", colors_of_palette) + chunk("tRNS", opacities) +
         chunk("IDAT", compressed(pixels)) + chunk("IEND", "");
}

}  // namespace ncf::ops::page
