// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "shuffle/filter.hpp"

#include <limits>

#include "common/byte_planes.hpp"
#include "common/bytes.hpp"

namespace ncf::plugins::shuffle {
namespace {

std::size_t element_bytes_of(Parameters working) {
  if (working.empty() || working[0] == 0) {
    throw ParameterError("needs the bytes of an element, 1 or more");
  }
  return working[0];
}

// Returns the bytes at the front that shuffling moves, those of whole elements; the others are just
// copied. It moves nothing of single bytes, of one element, or of less.
std::size_t moved_bytes(std::size_t element_bytes, std::size_t elements) {
  return element_bytes == 1 || elements < 2 ? 0 : elements * element_bytes;
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
  const std::size_t moved = moved_bytes(element_bytes, elements);
  if (moved > 0) split_planes(input.data(), elements, element_bytes, output.data());
  copy(input.subspan(moved), output.subspan(moved));
  return input.size();
}

std::size_t decode(Workspace& /*workspace*/, Parameters working, ConstBytes input, Output& output) {
  const std::size_t element_bytes = element_bytes_of(working);
  output.reserve(input.size());
  const Bytes decoded = output.memory();
  const std::size_t elements = input.size() / element_bytes;
  const std::size_t moved = moved_bytes(element_bytes, elements);
  if (moved > 0) join_planes(input.data(), elements, element_bytes, decoded.data());
  copy(input.subspan(moved), decoded.subspan(moved));
  return input.size();
}

}  // namespace ncf::plugins::shuffle
