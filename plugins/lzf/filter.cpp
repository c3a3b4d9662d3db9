// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "lzf/filter.hpp"

#include <liblzf/lzf.h>

#include <algorithm>
#include <cerrno>
#include <limits>

namespace ncf::plugins::lzf {
namespace {

constexpr std::uint32_t filter_revision = 4;

// liblzf counts in unsigned int.
constexpr std::size_t max_bytes = std::numeric_limits<unsigned>::max();

constexpr std::size_t max_literals = 32;  // after one byte

// The longest step back is 3 bytes for 264 bytes of data.
constexpr std::size_t best_ratio = 88;

// The free space that liblzf needs after its output.
constexpr std::size_t slack_bytes = 4;

// Counts the bytes that a stream decodes to, without decoding it.
// source: liblzf, lzf_d.c
std::size_t count_decoded_bytes(ConstBytes stream) {
  std::size_t decoded = 0;
  std::size_t next = 0;
  while (next < stream.size()) {
    const auto control = std::to_integer<std::size_t>(stream[next++]);
    if (control < max_literals) {
      decoded += control + 1;
      next += control + 1;
    } else {
      std::size_t length = control >> 5;
      if (length == 7 && next < stream.size()) {
        length += std::to_integer<std::size_t>(stream[next++]);
      }
      decoded += length + 2;
      ++next;  // the rest of the distance
    }
  }
  if (next > stream.size()) throw KernelError("lzf data cut short");
  return decoded;
}

// Returns the number of decoded bytes, or 0 if they do not fit.
std::size_t try_decode(ConstBytes input, Bytes memory) {
  errno = 0;
  const std::size_t decoded =
      lzf_decompress(input.data(), static_cast<unsigned>(input.size()), memory.data(),
                     static_cast<unsigned>(std::min(memory.size(), max_bytes)));
  if (decoded == 0 && errno != E2BIG) {
    count_decoded_bytes(input);  // throws if the end is missing
    throw KernelError("damaged lzf data");
  }
  return decoded;
}

}  // namespace

void check(Parameters /*visible*/) {}

std::vector<std::uint32_t> bind(Parameters /*visible*/, const ChunkLayout& layout) {
  const std::uint64_t chunk_bytes = bytes_within(max_bytes, layout);
  return {filter_revision, LZF_VERSION, static_cast<std::uint32_t>(chunk_bytes)};
}

std::size_t bound(Parameters /*working*/, std::size_t decoded_bytes) noexcept {
  return decoded_bytes + decoded_bytes / max_literals + 1 + slack_bytes;
}

std::size_t encode(Workspace& /*workspace*/, Parameters /*working*/, ConstBytes input,
                   Bytes output) {
  if (input.size() > max_bytes) throw KernelError("more than 4 GiB of data at once");
  if (input.empty()) return 0;
  if (output.size() < 2) throw KernelError("too little memory to encode into");
  if (input.size() == 1) {  // liblzf reads two
    output[0] = std::byte{0};
    output[1] = input[0];
    return 2;
  }
  const std::size_t written =
      lzf_compress(input.data(), static_cast<unsigned>(input.size()), output.data(),
                   static_cast<unsigned>(std::min(output.size(), max_bytes)));
  if (written == 0) throw KernelError("too little memory to encode into");
  return written;
}

std::size_t decode(Workspace& /*workspace*/, Parameters working, ConstBytes input, Output& output) {
  if (input.size() > max_bytes) throw KernelError("more than 4 GiB of data at once");
  if (input.empty()) return 0;
  // The expected size of a chunk is tried first, because counting takes time.
  if (output.memory().empty() && working.size() >= 3 && working[2] / best_ratio <= input.size()) {
    output.reserve(working[2]);
  }
  const std::size_t decoded = try_decode(input, output.memory());
  if (decoded > 0) return decoded;
  output.reserve(count_decoded_bytes(input));
  return try_decode(input, output.memory());
}

}  // namespace ncf::plugins::lzf
