// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <lz4.h>

#include "common/bytes.hpp"
#include "numcodecs/kernels.hpp"

namespace ncf::plugins::numcodecs {
namespace {

// The size of the data, the least significant byte first.
constexpr std::size_t header_bytes = 4;

// A byte of LZ4's block format encodes at most 255 bytes of data.
constexpr std::size_t best_ratio = 255;

const char* as_source(ConstBytes bytes) { return reinterpret_cast<const char*>(bytes.data()); }
char* as_target(Bytes bytes) { return reinterpret_cast<char*>(bytes.data()); }

}  // namespace

void check_lz4(Parameters parameters) {
  if (parameters.size() != 1) throw ParameterError("lz4 has an acceleration");
}

std::size_t bound_lz4(Parameters /*parameters*/, std::size_t decoded_bytes) noexcept {
  return header_bytes + decoded_bytes + decoded_bytes / best_ratio + 16;
}

std::size_t encode_lz4(Workspace& /*workspace*/, Parameters parameters, ConstBytes input,
                       Bytes output) {
  check_lz4(parameters);
  if (input.size() > LZ4_MAX_INPUT_SIZE)
    throw KernelError("more bytes than lz4 compresses at once");
  if (output.size() < bound_lz4(parameters, input.size())) {
    throw KernelError("too little memory to encode into");
  }
  write_number(input.size(), output.first(header_bytes), std::endian::little);
  const Bytes target = output.subspan(header_bytes);
  const int written = LZ4_compress_fast(
      as_source(input), as_target(target), static_cast<int>(input.size()),
      LZ4_compressBound(static_cast<int>(input.size())), static_cast<int>(parameters[0]));
  if (written <= 0) throw KernelError("liblz4 cannot compress the chunk");
  return header_bytes + static_cast<std::size_t>(written);
}

std::size_t decode_lz4(Workspace& /*workspace*/, Parameters /*parameters*/, ConstBytes input,
                       Output& output) {
  if (input.size() < header_bytes) throw KernelError("lz4 data cut short");
  const std::size_t bytes = read_number(input.first(header_bytes), std::endian::little);
  const ConstBytes block = input.subspan(header_bytes);
  if (bytes > LZ4_MAX_INPUT_SIZE || bytes / best_ratio > block.size() ||
      block.size() > LZ4_COMPRESSBOUND(LZ4_MAX_INPUT_SIZE)) {
    throw KernelError("damaged lz4 data");
  }
  output.reserve(bytes);
  const int decoded = LZ4_decompress_safe(as_source(block), as_target(output.memory()),
                                          static_cast<int>(block.size()), static_cast<int>(bytes));
  if (decoded < 0 || static_cast<std::size_t>(decoded) != bytes) {
    throw KernelError("damaged lz4 data");
  }
  return bytes;
}

}  // namespace ncf::plugins::numcodecs
