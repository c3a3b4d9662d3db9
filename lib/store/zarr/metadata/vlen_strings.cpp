// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/zarr/metadata/vlen_strings.hpp"

#include <fmt/format.h>

#include <cstdint>

#include "base/memory/little_endian.hpp"
#include "base/text/format_count.hpp"
#include "ncf/error.hpp"

namespace ncf::store::zarr {
namespace {

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

}  // namespace

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

}  // namespace ncf::store::zarr
