// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "zfp/stream.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <new>
#include <string>

#include "common/bytes.hpp"
#include "zfp/filter.hpp"

namespace ncf::plugins::zfp {

// ---- Streams and their headers ----

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

// ---- Parameters ----

namespace {

enum Mode : std::uint32_t { rate = 1, precision = 2, accuracy = 3, expert = 4, reversible = 5 };

constexpr std::size_t max_visible = 6;
constexpr std::size_t max_dimensions = 4;
constexpr double max_rate = 64;
constexpr std::uint32_t max_block_bits = 0x8000;  // maximum in a header
constexpr std::int32_t min_exponent = -16495;     // minimum in a header
constexpr std::int32_t max_exponent = 16272;

// H5Z-ZFP 1.1.0, whose parameters we write.
constexpr std::uint32_t filter_version = 0x0110;

using HeaderBytes = std::array<std::byte, max_header_bytes + word_bytes>;

std::uint32_t versions() {
  return zfp_library_version << 16 | zfp_codec_version << 12 | filter_version;
}

double double_of(Parameters visible) {
  return std::bit_cast<double>(std::uint64_t{visible[3]} << 32 | visible[2]);
}

void require_count(Parameters visible, std::size_t least, const char* mode) {
  if (visible.size() >= least && visible.size() <= max_visible) return;
  throw ParameterError("mode " + std::to_string(visible[0]) + " (" + mode + ") takes " +
                       std::to_string(least) + " to " + std::to_string(max_visible) +
                       " parameters, not " + std::to_string(visible.size()));
}

void check_rate(Parameters visible) {
  require_count(visible, 4, "rate");
  const double bits = double_of(visible);
  if (!(bits >= 0 && bits <= max_rate)) {
    throw ParameterError("rate must be 0 to 64, not " + std::to_string(bits));
  }
}

void check_precision(Parameters visible) {
  require_count(visible, 3, "precision");
  if (visible[2] < 1 || visible[2] > ZFP_MAX_PREC) {
    throw ParameterError("precision must be 1 to 64, not " + std::to_string(visible[2]));
  }
}

void check_accuracy(Parameters visible) {
  require_count(visible, 4, "accuracy");
  const double error = double_of(visible);
  if (!(error >= 0 && std::isfinite(error))) {
    throw ParameterError("accuracy must be 0 or more, not " + std::to_string(error));
  }
}

void check_expert(Parameters visible) {
  require_count(visible, max_visible, "expert");
  const std::uint32_t minbits = visible[2];
  const std::uint32_t maxbits = visible[3];
  if (minbits < 1 || maxbits > max_block_bits || minbits > maxbits) {
    throw ParameterError("minbits must be 1 to maxbits, and maxbits at most " +
                         std::to_string(max_block_bits) + ", not " + std::to_string(minbits) +
                         " and " + std::to_string(maxbits));
  }
  if (visible[4] < 1 || visible[4] > ZFP_MAX_PREC) {
    throw ParameterError("maxprec must be 1 to 64, not " + std::to_string(visible[4]));
  }
  const auto minexp = static_cast<std::int32_t>(visible[5]);
  if (minexp < min_exponent || minexp > max_exponent) {
    throw ParameterError("minexp must be " + std::to_string(min_exponent) + " to " +
                         std::to_string(max_exponent) + ", not " + std::to_string(minexp));
  }
}

zfp_type type_of(const ChunkLayout& layout) {
  const bool is_wide = layout.element_bytes == 8;
  if (is_wide || layout.element_bytes == 4) {
    if (layout.element_class == ncf_element_integer) {
      return is_wide ? zfp_type_int64 : zfp_type_int32;
    }
    if (layout.element_class == ncf_element_floating) {
      return is_wide ? zfp_type_double : zfp_type_float;
    }
  }
  throw ParameterError("only numbers of 4 and 8 bytes can be encoded");
}

bool is_for_zarr(const ChunkLayout& layout) { return layout.dimension_lengths != nullptr; }

// Returns the shape to encode. zfpy keeps lengths of 1, and encodes more values than there are;
// H5Z-ZFP leaves them out.
std::vector<std::uint64_t> encoded_shape(const ChunkLayout& layout) {
  std::vector<std::uint64_t> shape(layout.chunk().begin(), layout.chunk().end());
  if (is_for_zarr(layout)) {
    if (shape.size() > max_dimensions) {
      throw ParameterError("zfpy encodes 1 to 4 dimensions, not " + std::to_string(shape.size()));
    }
    return shape;
  }
  std::erase(shape, 1U);
  if (shape.empty() || shape.size() > max_dimensions) {
    throw ParameterError("a chunk must have 1 to 4 dimensions of more than one value, not " +
                         std::to_string(shape.size()));
  }
  return shape;
}

zfp_field field_of(const ChunkLayout& layout) {
  zfp_field field{};
  field.type = type_of(layout);
  const std::vector<std::uint64_t> shape = encoded_shape(layout);
  // Fastest dimension first.
  const std::array<std::size_t*, max_dimensions> lengths{&field.nx, &field.ny, &field.nz,
                                                         &field.nw};
  for (std::size_t i = 0; i < shape.size(); ++i) *lengths.at(i) = shape[shape.size() - 1 - i];
  return field;
}

zfp_stream stream_for(Parameters visible, const zfp_field& field) {
  zfp_stream stream{};
  zfp_stream_set_params(&stream, ZFP_MIN_BITS, ZFP_MAX_BITS, ZFP_MAX_PREC, ZFP_MIN_EXP);
  switch (visible.empty() ? std::uint32_t{0} : visible[0]) {
    case rate:
      zfp_stream_set_rate(&stream, double_of(visible), field.type, zfp_field_dimensionality(&field),
                          zfp_false);
      break;
    case precision:
      zfp_stream_set_precision(&stream, visible[2]);
      break;
    case accuracy:
      zfp_stream_set_accuracy(&stream, double_of(visible));
      break;
    case expert:
      zfp_stream_set_params(&stream, visible[2], visible[3], visible[4],
                            static_cast<int>(visible[5]));
      break;
    case reversible:
      zfp_stream_set_reversible(&stream);
      break;
    default:
      break;
  }
  return stream;
}

std::endian endian_of(ncf_element_order order) {
  return order == ncf_order_big ? std::endian::big : std::endian::little;
}

std::uint32_t load(const std::byte* bytes, ncf_element_order order) {
  return static_cast<std::uint32_t>(read_number({bytes, sizeof(std::uint32_t)}, endian_of(order)));
}

void store(std::uint32_t word, ncf_element_order order, std::byte* bytes) {
  write_number(word, {bytes, sizeof(word)}, endian_of(order));
}

// Returns the byte order of a header in the parameters.
ncf_element_order header_order(Parameters working) {
  const std::uint32_t mark = 'z' | 'f' << 8 | 'p' << 16;
  std::array<std::byte, 4> bytes{};
  for (const ncf_element_order order : {ncf_order_little, ncf_order_big}) {
    store(working[1], order, bytes.data());
    if ((load(bytes.data(), ncf_order_little) & 0xFFFFFFU) == mark) return order;
  }
  throw ParameterError("the stored parameters contain no header of a zfp stream");
}

// Returns whether these are stored parameters, which begin with versions and not with a mode.
bool are_stored(Parameters parameters) {
  return parameters.size() >= 4 && (parameters[0] == 0 || parameters[0] > reversible);
}

// Binds stored parameters, which are kept: programs that copy a dataset pass them to HDF5 again.
std::vector<std::uint32_t> bind_stored(Parameters stored, const ChunkLayout& layout) {
  const Working read = read_working(stored);
  if (read.byte_order != layout.byte_order || read.has_header_in_front != is_for_zarr(layout) ||
      !are_alike(read.coding.field, field_of(layout))) {
    throw ParameterError("the stored parameters are of chunks of another type or shape");
  }
  return {stored.begin(), stored.end()};
}

/// throws: ParameterError if libzfp was built for streams that H5Z-ZFP does not read.
void require_usable_library() {
  if (stream_word_bits == h5z_zfp_word_bits) return;
  throw ParameterError("libzfp writes streams in words of " + std::to_string(stream_word_bits) +
                       " bits; H5Z-ZFP reads those of " + std::to_string(h5z_zfp_word_bits));
}

}  // namespace

void check(Parameters visible) {
  require_usable_library();
  if (visible.empty()) return;
  if (are_stored(visible)) {
    read_working(visible);
    return;
  }
  switch (visible[0]) {
    case rate:
      return check_rate(visible);
    case precision:
      return check_precision(visible);
    case accuracy:
      return check_accuracy(visible);
    case expert:
      return check_expert(visible);
    case reversible:
      return require_count(visible, 1, "reversible");
    default:
      throw ParameterError(
          "mode must be 1 (rate), 2 (precision), 3 (accuracy), 4 (expert) or 5 (reversible), not " +
          std::to_string(visible[0]));
  }
}

std::vector<std::uint32_t> bind(Parameters visible, const ChunkLayout& layout) {
  check(visible);
  if (are_stored(visible)) return bind_stored(visible, layout);
  if (is_for_zarr(layout) && layout.byte_order == ncf_order_big) {
    throw ParameterError("zfpy stores little-endian values only");
  }
  Coding coding;
  coding.field = field_of(layout);
  coding.stream = stream_for(visible, coding.field);

  HeaderBytes header{};
  const BitCursor cursor(header);
  const std::size_t bits = write_header(coding, cursor);
  stream_flush(cursor.get());
  std::vector<std::uint32_t> working{is_for_zarr(layout) ? 0 : versions()};
  for (std::size_t byte = 0; 8 * byte < bits; byte += sizeof(std::uint32_t)) {
    working.push_back(load(&header[byte], layout.byte_order));
  }
  read_working(working);  // which checks the rest
  return working;
}

Working read_working(Parameters working) {
  require_usable_library();
  if (working.size() < 4 || sizeof(std::uint32_t) * (working.size() - 1) > max_header_bytes) {
    throw ParameterError("needs 4 to 6 stored parameters, not " + std::to_string(working.size()));
  }
  Working read;
  read.byte_order = header_order(working);
  read.has_header_in_front = working[0] == 0;
  HeaderBytes header{};
  for (std::size_t i = 1; i < working.size(); ++i) {
    store(working[i], read.byte_order, &header[sizeof(std::uint32_t) * (i - 1)]);
  }
  try {
    read.coding = read_header(BitCursor(header));
  } catch (const KernelError& error) {
    throw ParameterError(error.what());
  }
  return read;
}

}  // namespace ncf::plugins::zfp
