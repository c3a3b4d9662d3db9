// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/memory/packed.hpp"

#include "ncf/error.hpp"

namespace ncf::base {
namespace {

constexpr unsigned bits_per_byte = 7;
constexpr std::uint64_t low_bits = 0x7F;
constexpr std::uint64_t more_follows = 0x80;
constexpr unsigned max_shift = 63;

}  // namespace

void Packer::add_number(std::uint64_t number) {
  for (; number > low_bits; number >>= bits_per_byte) {
    bytes_.push_back(static_cast<char>((number & low_bits) | more_follows));
  }
  bytes_.push_back(static_cast<char>(number));
}

void Packer::add(std::string& text) {
  add_number(text.size());
  bytes_.append(text);
}

void Unpacker::throw_invalid() {
  throw Error(ErrorCode::internal, "invalid message from another process");
}

std::uint64_t Unpacker::take_number() {
  std::uint64_t number = 0;
  for (unsigned shift = 0; shift <= max_shift; shift += bits_per_byte) {
    if (rest_.empty()) throw_invalid();
    const auto byte = static_cast<unsigned char>(rest_.front());
    rest_.remove_prefix(1);
    number |= (byte & low_bits) << shift;
    if ((byte & more_follows) == 0) return number;
  }
  throw_invalid();
}

std::size_t Unpacker::take_count() {
  const std::uint64_t items = take_number();
  if (items > rest_.size()) throw_invalid();
  return items;
}

void Unpacker::take(std::string& text) {
  const std::size_t bytes = take_count();
  text = rest_.substr(0, bytes);
  rest_.remove_prefix(bytes);
}

}  // namespace ncf::base
