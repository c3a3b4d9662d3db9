// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "zfp/stream.hpp"

#include <algorithm>
#include <new>
#include <string>

namespace ncf::plugins::zfp {
namespace {

constexpr std::size_t h5z_zfp_word_bits = 8;

bool is_reversible(const zfp_stream& stream) { return stream.minexp < ZFP_MIN_EXP; }

// Returns the number of bits before a block's coefficients: marks, the exponent, and the precision.
unsigned bits_in_front(const Coding& coding) {
  const bool reversible = is_reversible(coding.stream);
  switch (coding.field.type) {
    case zfp_type_int32:
      return reversible ? 5 : 0;
    case zfp_type_int64:
      return reversible ? 6 : 0;
    case zfp_type_float:
      return reversible ? 1 + 1 + 8 + 5 : 1 + 8;
    default:
      return reversible ? 1 + 1 + 11 + 6 : 1 + 11;
  }
}

}  // namespace

BitCursor::BitCursor(Bytes memory) : cursor_(stream_open(memory.data(), memory.size())) {
  if (!cursor_) throw std::bad_alloc();
}

void require_usable_library() {
  if (stream_word_bits == h5z_zfp_word_bits) return;
  throw ParameterError("libzfp writes streams in words of " + std::to_string(stream_word_bits) +
                       " bits; H5Z-ZFP reads those of " + std::to_string(h5z_zfp_word_bits));
}

std::size_t write_header(const Coding& coding, const BitCursor& to) {
  zfp_stream stream = coding.stream;
  stream.stream = to.get();
  const std::size_t bits = zfp_write_header(&stream, &coding.field, ZFP_HEADER_FULL);
  if (bits == 0) {
    throw ParameterError(
        "a dimension of the chunk is too long: the limit is 16777216 for 2 dimensions, 65536 for "
        "3 and 4096 for 4");
  }
  return bits;
}

Coding read_header(const BitCursor& from) {
  Coding coding;
  coding.stream.stream = from.get();
  if (zfp_read_header(&coding.stream, &coding.field, ZFP_HEADER_FULL) == 0) {
    throw KernelError("not a header of a zfp stream, or one that libzfp's version " +
                      std::string(ZFP_VERSION_STRING) + " does not read");
  }
  // With fewer bits, libzfp's counter would underflow, and it would read and write without a limit.
  if (coding.stream.maxbits < bits_in_front(coding)) {
    throw KernelError("a block of at most " + std::to_string(coding.stream.maxbits) +
                      " bits cannot hold values of the type; at least " +
                      std::to_string(bits_in_front(coding)) + " are needed");
  }
  coding.stream.stream = nullptr;  // the cursor may be destroyed earlier
  return coding;
}

bool are_alike(const zfp_field& a, const zfp_field& b) noexcept {
  return a.type == b.type && a.nx == b.nx && a.ny == b.ny && a.nz == b.nz && a.nw == b.nw;
}

std::size_t decoded_bytes(const zfp_field& field) noexcept {
  return zfp_field_size(&field, nullptr) * zfp_type_size(field.type);
}

// The stream determines how many bits libzfp reads, up to a limit for each block: in a bit plane of
// n values, at most n bits are values, and at most n - 1 bits in all planes are positive group
// tests; zfp_stream_maximum_size counts these. But if the coding is reversible, the stream also
// determines the number of planes, whatever precision the header states.
std::size_t max_stream_bytes(const Coding& coding) noexcept {
  zfp_stream stream = coding.stream;
  stream.maxprec = ZFP_MAX_PREC;
  return zfp_stream_maximum_size(&stream, &coding.field) + word_bytes;
}

std::size_t min_stream_bytes(const Coding& coding) noexcept {
  const std::size_t block_bits = std::max(coding.stream.minbits, 1U);
  return (zfp_field_blocks(&coding.field) * block_bits + 7) / 8;
}

}  // namespace ncf::plugins::zfp
