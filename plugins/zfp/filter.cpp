// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "zfp/filter.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>

#include "common/bytes.hpp"
#include "zfp/stream.hpp"

namespace ncf::plugins::zfp {
namespace {

class Scratch final : public Workspace {
 public:
  Bytes values(std::size_t bytes) { return values_.get(bytes); }

  // Returns the stored bytes, followed by unspecified ones up to `bytes`.
  Bytes stored(ConstBytes input, std::size_t bytes) {
    const Bytes memory = stored_.get(std::max(input.size(), bytes));
    copy(input, memory);
    return memory;
  }

 private:
  KeptMemory values_;
  KeptMemory stored_;
};

bool is_native(ncf_element_order order) {
  const bool is_big = order == ncf_order_big;
  return is_big == (std::endian::native == std::endian::big);
}

// Returns whether libzfp can work on the values in place.
bool can_stay(const Working& working, const std::byte* values) {
  const std::size_t element_bytes = zfp_type_size(working.coding.field.type);
  return is_native(working.byte_order) &&
         reinterpret_cast<std::uintptr_t>(values) % element_bytes == 0;
}

// Copies values to or from the machine's byte order.
void copy_values(const Working& working, ConstBytes from, Bytes to) {
  if (is_native(working.byte_order)) {
    std::memcpy(to.data(), from.data(), from.size());
    return;
  }
  const std::size_t element_bytes = zfp_type_size(working.coding.field.type);
  for (std::size_t i = 0; i < from.size(); i += element_bytes) {
    std::reverse_copy(&from[i], &from[i] + element_bytes, &to[i]);
  }
}

// Sets the values, which libzfp only reads when it encodes.
void set_values(zfp_field& field, const std::byte* values) {
  zfp_field_set_pointer(&field, const_cast<std::byte*>(values));
}

// Pads to whole words of 64 bits, which zfpy reads.
std::size_t pad(std::size_t bytes, Bytes output) {
  const std::size_t padded = (bytes + word_bytes - 1) / word_bytes * word_bytes;
  std::fill_n(&output[bytes], padded - bytes, std::byte{0});
  return padded;
}

// Returns the coding of a stream in Zarr. Older versions of numcodecs encoded all values as one
// dimension. Any other shape is refused: for the same number of values, one with many short
// dimensions has many times the blocks, and the chunk's header would determine how much memory we
// allocate.
Coding read_own_header(const Coding& expected, const BitCursor& from) {
  const Coding found = read_header(from);
  zfp_field in_one_dimension{};
  in_one_dimension.type = expected.field.type;
  in_one_dimension.nx = zfp_field_size(&expected.field, nullptr);
  if (!are_alike(found.field, expected.field) && !are_alike(found.field, in_one_dimension)) {
    throw KernelError("the chunk's header states another type or shape than the chunk has");
  }
  return found;
}

// libzfp reads beyond the end of a truncated stream, so `stored` has as many bytes as it may read.
void decode_values(Working& working, Bytes stored, std::size_t stored_bytes, Bytes values) {
  const BitCursor cursor(stored);
  Coding& coding = working.coding;
  if (working.has_header_in_front) coding = read_header(cursor);
  coding.stream.stream = cursor.get();
  set_values(coding.field, values.data());
  if (zfp_decompress(&coding.stream, &coding.field) == 0) throw KernelError("damaged zfp data");
  if (stream_size(cursor.get()) > stored_bytes) throw KernelError("zfp data cut short");
}

}  // namespace

std::size_t bound(Parameters working, std::size_t decoded_bytes) noexcept {
  try {
    const Coding coding = read_working(working).coding;
    // For data of another size, which encode refuses, memory must not depend on the parameters.
    if (zfp::decoded_bytes(coding.field) == decoded_bytes) return max_stream_bytes(coding);
  } catch (...) {
  }
  return decoded_bytes;
}

std::unique_ptr<Workspace> make_scratch() { return make_workspace<Scratch>(); }

std::size_t encode(Workspace& scratch, Parameters working, ConstBytes input, Bytes output) {
  Working read = read_working(working);
  Coding& coding = read.coding;
  if (input.size() != decoded_bytes(coding.field)) {
    throw KernelError("a chunk of " + std::to_string(input.size()) +
                      " bytes, but the parameters are of chunks of " +
                      std::to_string(decoded_bytes(coding.field)));
  }
  if (output.size() < max_stream_bytes(coding)) {
    throw KernelError("too little memory to encode into");
  }
  if (can_stay(read, input.data())) {
    set_values(coding.field, input.data());
  } else {
    const Bytes values = static_cast<Scratch&>(scratch).values(input.size());
    copy_values(read, input, values);
    set_values(coding.field, values.data());
  }
  const BitCursor cursor(output);
  coding.stream.stream = cursor.get();
  if (read.has_header_in_front) write_header(coding, cursor);
  const std::size_t bytes = zfp_compress(&coding.stream, &coding.field);
  if (bytes == 0) throw KernelError("libzfp cannot encode the chunk");
  return read.has_header_in_front ? pad(bytes, output) : bytes;
}

std::size_t decode(Workspace& scratch, Parameters working, ConstBytes input, Output& output) {
  Working read = read_working(working);
  auto& memory = static_cast<Scratch&>(scratch);
  if (read.has_header_in_front) {
    const Bytes header = memory.stored(input.first(std::min(input.size(), max_header_bytes)),
                                       max_header_bytes + word_bytes);
    read.coding = read_own_header(read.coding, BitCursor(header));
  }
  if (min_stream_bytes(read.coding) > input.size()) throw KernelError("zfp data cut short");

  const std::size_t bytes = decoded_bytes(read.coding.field);
  output.reserve(bytes);
  const Bytes decoded = output.memory().first(bytes);
  const Bytes stored = memory.stored(input, max_stream_bytes(read.coding));
  if (can_stay(read, decoded.data())) {
    decode_values(read, stored, input.size(), decoded);
    return bytes;
  }
  const Bytes values = memory.values(bytes);
  decode_values(read, stored, input.size(), values);
  copy_values(read, values, decoded);
  return bytes;
}

}  // namespace ncf::plugins::zfp
