// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "lz4/filter.hpp"

#include <lz4.h>

#include <algorithm>
#include <string>

#include "common/bytes.hpp"

namespace ncf::plugins::lz4 {
namespace {

constexpr std::size_t default_block_bytes = std::size_t{1} << 30;
constexpr std::size_t max_block_bytes = LZ4_MAX_INPUT_SIZE;
constexpr std::size_t header_bytes = 12;
constexpr std::size_t block_header_bytes = 4;

// A byte of LZ4's block format encodes at most 255 bytes of data.
constexpr std::size_t best_ratio = 255;

std::size_t block_bytes_of(Parameters parameters) {
  return parameters.empty() || parameters[0] == 0 ? default_block_bytes : parameters[0];
}

const char* as_source(ConstBytes bytes) { return reinterpret_cast<const char*>(bytes.data()); }
char* as_target(Bytes bytes) { return reinterpret_cast<char*>(bytes.data()); }

void encode_block(ConstBytes block, FrameWriter& frame) {
  const Bytes target = frame.piece_memory();
  const std::size_t smaller = std::min(block.size() - 1, target.size());
  const int written =
      LZ4_compress_default(as_source(block), as_target(target), static_cast<int>(block.size()),
                           static_cast<int>(smaller));
  if (written > 0) return frame.put_piece(static_cast<std::size_t>(written));
  frame.put_32(static_cast<std::uint32_t>(block.size()));
  copy(block, frame.take(block.size()));
}

void decode_block(ConstBytes stored, Bytes block) {
  if (stored.size() == block.size()) return copy(stored, block);
  if (block.size() > max_block_bytes || stored.size() > LZ4_COMPRESSBOUND(max_block_bytes) ||
      LZ4_decompress_safe(as_source(stored), as_target(block), static_cast<int>(stored.size()),
                          static_cast<int>(block.size())) != static_cast<int>(block.size())) {
    throw KernelError("damaged lz4 data");
  }
}

}  // namespace

void check(Parameters parameters) {
  if (block_bytes_of(parameters) > max_block_bytes) {
    throw ParameterError("a block must be at most " + std::to_string(max_block_bytes) +
                         " bytes, not " + std::to_string(parameters[0]));
  }
}

std::size_t bound(Parameters parameters, std::size_t decoded_bytes) noexcept {
  const std::size_t blocks = decoded_bytes / block_bytes_of(parameters) + 1;
  return header_bytes + blocks * block_header_bytes + decoded_bytes;
}

std::size_t encode(Workspace& /*workspace*/, Parameters parameters, ConstBytes input,
                   Bytes output) {
  check(parameters);
  const std::size_t block_bytes = std::min(block_bytes_of(parameters), input.size());
  FrameWriter frame(output);
  frame.put_64(input.size());
  frame.put_32(static_cast<std::uint32_t>(block_bytes));
  while (!input.empty()) {
    const ConstBytes block = input.first(std::min(block_bytes, input.size()));
    encode_block(block, frame);
    input = input.subspan(block.size());
  }
  return frame.written();
}

std::size_t decode(Workspace& /*workspace*/, Parameters /*parameters*/, ConstBytes input,
                   Output& output) {
  FrameReader frame(input, "lz4");
  const std::uint64_t decoded_bytes = frame.take_64();
  const std::uint32_t block_bytes = frame.take_32();
  if (decoded_bytes / best_ratio > input.size()) throw KernelError("lz4 data cut short");
  if (decoded_bytes > 0 && block_bytes == 0) throw KernelError("damaged lz4 data");
  output.reserve(decoded_bytes);
  Bytes rest = output.memory().first(decoded_bytes);
  while (!rest.empty()) {
    const Bytes block = rest.first(std::min<std::size_t>(block_bytes, rest.size()));
    decode_block(frame.take(frame.take_32()), block);
    rest = rest.subspan(block.size());
  }
  return decoded_bytes;
}

}  // namespace ncf::plugins::lz4
