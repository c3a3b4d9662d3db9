// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "shuffle/kernel.hpp"

#include <cstring>
#include <limits>

#include "common/byte_planes.hpp"

namespace ncf::plugins::shuffle {
namespace {

std::size_t element_bytes_of(Parameters working) {
  if (working.empty() || working[0] == 0) {
    throw ParameterError("needs the bytes of an element, 1 or more");
  }
  return working[0];
}

// Returns whether shuffling would move nothing, so that data are just copied: single bytes, one
// element, or less than one.
bool moves_nothing(std::size_t element_bytes, std::size_t elements) {
  return element_bytes == 1 || elements < 2;
}

void copy(ConstBytes from, std::byte* to) {
  if (!from.empty()) std::memcpy(to, from.data(), from.size());
}

}  // namespace

void check(Parameters /*visible*/) {}

std::vector<std::uint32_t> bind(Parameters /*visible*/, const ChunkLayout& layout) {
  if (layout.element_bytes == 0 ||
      layout.element_bytes > std::numeric_limits<std::uint32_t>::max()) {
    throw ParameterError("values of " + std::to_string(layout.element_bytes) +
                         " bytes cannot be shuffled, only those of 1 to 4294967295 bytes");
  }
  return {static_cast<std::uint32_t>(layout.element_bytes)};
}

std::size_t bound(Parameters /*working*/, std::size_t decoded_bytes) noexcept {
  return decoded_bytes;
}

std::size_t encode(Workspace& /*workspace*/, Parameters working, ConstBytes input, Bytes output) {
  const std::size_t element_bytes = element_bytes_of(working);
  if (output.size() < input.size()) throw KernelError("too little memory to encode into");
  const std::size_t elements = input.size() / element_bytes;
  if (moves_nothing(element_bytes, elements)) {
    copy(input, output.data());
    return input.size();
  }
  split_planes(input.data(), elements, element_bytes, output.data());
  const std::size_t whole = elements * element_bytes;
  copy(input.subspan(whole), output.data() + whole);
  return input.size();
}

std::size_t decode(Workspace& /*workspace*/, Parameters working, ConstBytes input, Output& output) {
  const std::size_t element_bytes = element_bytes_of(working);
  output.reserve(input.size());
  std::byte* const decoded = output.memory().data();
  const std::size_t elements = input.size() / element_bytes;
  if (moves_nothing(element_bytes, elements)) {
    copy(input, decoded);
    return input.size();
  }
  join_planes(input.data(), elements, element_bytes, decoded);
  const std::size_t whole = elements * element_bytes;
  copy(input.subspan(whole), decoded + whole);
  return input.size();
}

}  // namespace ncf::plugins::shuffle
