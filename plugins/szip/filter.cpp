// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "szip/filter.hpp"

#include <libaec.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <new>
#include <string>

#include "common/byte_planes.hpp"
#include "common/bytes.hpp"

namespace ncf::plugins::szip {
namespace {

constexpr std::size_t size_bytes = 4;  // the size in front of the stream
constexpr std::uint64_t max_pixels_per_block = 32;
constexpr std::uint64_t max_blocks_per_scanline = 128;

// The maximum compression ratio: the shortest code encodes 64 blocks.
constexpr std::size_t best_ratio = 8192;

// The arrangement of data for libaec, which supports samples of up to 32 bits in lines of whole
// blocks.
struct Geometry {
  aec_stream settings{};
  // Elements of 4 and 8 bytes are coded as byte planes.
  std::size_t planes = 1;
  std::size_t sample_bytes = 1;
  std::size_t line_samples = 0;         // a scanline
  std::size_t padded_line_samples = 0;  // padded to whole blocks

  // Returns the size of the samples for `data_bytes` of data, with padded scanlines.
  [[nodiscard]] std::size_t padded_bytes(std::size_t data_bytes) const {
    const std::size_t samples = data_bytes / sample_bytes;
    const std::size_t lines = (samples + line_samples - 1) / line_samples;
    return lines * padded_line_samples * sample_bytes;
  }

  [[nodiscard]] std::size_t line_bytes() const { return line_samples * sample_bytes; }
  [[nodiscard]] std::size_t padded_line_bytes() const { return padded_line_samples * sample_bytes; }
  [[nodiscard]] std::size_t element_bytes() const { return planes * sample_bytes; }
};

bool are_working(Parameters parameters) {
  if (parameters.size() != 4) return false;
  const std::uint32_t block = parameters[1];
  const std::uint32_t bits = parameters[2];
  const std::uint32_t scanline = parameters[3];
  return block >= 2 && block <= max_pixels_per_block && block % 2 == 0 &&
         ((bits >= 1 && bits <= 24) || bits == 32 || bits == 64) && scanline >= 1 &&
         scanline <= block * max_blocks_per_scanline;
}

// Returns the geometry for working parameters.
Geometry make_geometry(Parameters working) noexcept {
  const std::uint32_t block = working[1];
  const std::uint32_t bits = working[2];
  Geometry geometry;
  geometry.line_samples = working[3];
  const std::uint32_t blocks = (working[3] + block - 1) / block;
  geometry.padded_line_samples = std::size_t{blocks} * block;
  geometry.settings.block_size = block;
  geometry.settings.rsi = blocks;
  geometry.settings.flags = AEC_NOT_ENFORCE;  // CCSDS has only block sizes of 8, 16 and 32
  if ((working[0] & nearest_neighbour) != 0) geometry.settings.flags |= AEC_DATA_PREPROCESS;
  if ((working[0] & most_significant_first) != 0) geometry.settings.flags |= AEC_DATA_MSB;
  if (bits > 24) {
    geometry.planes = bits / 8;
    geometry.settings.bits_per_sample = 8;
  } else {
    geometry.sample_bytes = bits > 16 ? 4 : bits > 8 ? 2 : 1;
    geometry.settings.bits_per_sample = bits;
  }
  return geometry;
}

Geometry geometry_of(Parameters working) {
  if (are_working(working)) return make_geometry(working);
  throw ParameterError(
      "needs 4 stored parameters: mask, pixels of a block, bits of a pixel, pixels of a scanline");
}

void require_whole_elements(const Geometry& geometry, std::size_t bytes) {
  if (bytes % geometry.element_bytes() != 0) {
    throw KernelError(std::to_string(bytes) + " bytes are not whole elements of " +
                      std::to_string(geometry.element_bytes()) + " bytes");
  }
}

// Refuses data that libaec would silently truncate.
void require_samples_fit(const Geometry& geometry, ConstBytes data) {
  const unsigned bits = geometry.settings.bits_per_sample;
  if (bits == 8 * geometry.sample_bytes) return;
  const auto order =
      (geometry.settings.flags & AEC_DATA_MSB) != 0 ? std::endian::big : std::endian::little;
  for (; !data.empty(); data = data.subspan(geometry.sample_bytes)) {
    if (read_number(data.first(geometry.sample_bytes), order) >> bits != 0) {
      throw KernelError("a pixel of more than " + std::to_string(bits) + " bits");
    }
  }
}

struct Scratch final : Workspace {
  KeptMemory planes;
  KeptMemory padded;
};

// Pads scanlines to whole blocks: with their last sample if samples are coded as differences,
// otherwise with 0.
void pad_lines(const Geometry& geometry, ConstBytes lines, Bytes padded) {
  while (!lines.empty()) {
    const std::size_t bytes = std::min(geometry.line_bytes(), lines.size());
    std::memcpy(padded.data(), lines.data(), bytes);
    const bool repeats = (geometry.settings.flags & AEC_DATA_PREPROCESS) != 0;
    for (std::size_t i = bytes; i < geometry.padded_line_bytes(); ++i) {
      padded[i] = repeats ? padded[i - geometry.sample_bytes] : std::byte{0};
    }
    lines = lines.subspan(bytes);
    padded = padded.subspan(geometry.padded_line_bytes());
  }
}

void unpad_lines(const Geometry& geometry, ConstBytes padded, Bytes lines) {
  while (!lines.empty()) {
    const std::size_t bytes = std::min(geometry.line_bytes(), lines.size());
    std::memcpy(lines.data(), padded.data(), bytes);
    lines = lines.subspan(bytes);
    padded = padded.subspan(std::min(geometry.padded_line_bytes(), padded.size()));
  }
}

aec_stream connect(const Geometry& geometry, ConstBytes from, Bytes to) {
  aec_stream stream = geometry.settings;
  stream.next_in = reinterpret_cast<const unsigned char*>(from.data());
  stream.avail_in = from.size();
  stream.next_out = reinterpret_cast<unsigned char*>(to.data());
  stream.avail_out = to.size();
  return stream;
}

// Decodes into `samples`, where the padding of the last line may be missing.
void decode_samples(const Geometry& geometry, ConstBytes coded, Bytes samples,
                    std::size_t needed_bytes) {
  aec_stream stream = connect(geometry, coded, samples);
  const int status = aec_buffer_decode(&stream);
  if (status == AEC_MEM_ERROR) throw std::bad_alloc();
  if (status != AEC_OK) throw KernelError("damaged szip data");
  if (stream.total_out < needed_bytes) throw KernelError("szip data cut short");
}

std::size_t claimed_bytes(ConstBytes input) {
  if (input.size() < size_bytes) throw KernelError("szip data cut short");
  return read_number(input.first(size_bytes), std::endian::little);
}

std::uint64_t pixels_of_row(const ChunkLayout& layout) {
  if (layout.rank == 0) return 1;
  return layout.dimensions().empty() ? layout.chunk().back() : layout.dimensions().back();
}

}  // namespace

void check(Parameters visible) {
  if (visible.size() != 2 && visible.size() != 4) {
    throw ParameterError("needs 2 parameters, mask and pixels of a block, not " +
                         std::to_string(visible.size()));
  }
  const std::uint32_t method = visible[0] & (entropy_coding | nearest_neighbour);
  if (method != entropy_coding && method != nearest_neighbour) {
    throw ParameterError("mask must have either bit 4 (entropy coding) or 32 (nearest neighbour)");
  }
  if (visible[1] < 2 || visible[1] > max_pixels_per_block || visible[1] % 2 != 0) {
    throw ParameterError("pixels of a block must be even and 2 to 32, not " +
                         std::to_string(visible[1]));
  }
}

std::vector<std::uint32_t> bind(Parameters visible, const ChunkLayout& layout) {
  check(visible);
  const std::size_t bytes = layout.element_bytes;
  if ((bytes != 1 && bytes != 2 && bytes != 4 && bytes != 8) ||
      layout.byte_order == ncf_order_none) {
    throw ParameterError("only numbers of 1, 2, 4 or 8 bytes can be coded");
  }
  const std::uint64_t block = visible[1];
  std::uint64_t pixels = pixels_of_row(layout);
  if (pixels < block) {
    pixels = 1;
    for (const std::uint64_t length : layout.chunk()) pixels *= length;
    if (pixels < block) throw ParameterError("a chunk is smaller than a block");
  }
  const std::uint32_t order =
      layout.byte_order == ncf_order_big ? most_significant_first : least_significant_first;
  const std::uint32_t options =
      visible[0] & ~std::uint32_t{least_significant_first | most_significant_first};
  return {options | order, visible[1], static_cast<std::uint32_t>(8 * bytes),
          static_cast<std::uint32_t>(std::min(pixels, block * max_blocks_per_scanline))};
}

std::size_t bound(Parameters working, std::size_t decoded_bytes) noexcept {
  if (!are_working(working)) return size_bytes + decoded_bytes;
  const Geometry geometry = make_geometry(working);
  // In the worst case, a block is stored unchanged after a mark of less than a byte.
  const std::size_t padded = geometry.padded_bytes(decoded_bytes);
  return size_bytes + padded + padded / (working[1] * geometry.sample_bytes) + 16;
}

std::unique_ptr<Workspace> make_scratch() { return make_workspace<Scratch>(); }

std::size_t encode(Workspace& scratch, Parameters working, ConstBytes input, Bytes output) {
  const Geometry geometry = geometry_of(working);
  require_whole_elements(geometry, input.size());
  require_samples_fit(geometry, input);
  if (input.size() > std::numeric_limits<std::uint32_t>::max()) {
    throw KernelError("more than 4 GiB of data at once");
  }
  if (output.size() < size_bytes) throw KernelError("too little memory to encode into");
  for (std::size_t i = 0; i < size_bytes; ++i) {
    output[i] = static_cast<std::byte>(input.size() >> (8 * i));
  }
  if (input.empty()) return size_bytes;

  auto& memory = static_cast<Scratch&>(scratch);
  ConstBytes samples = input;
  if (geometry.planes > 1) {
    const Bytes split = memory.planes.get(input.size());
    split_planes(input.data(), input.size() / geometry.planes, geometry.planes, split.data());
    samples = split;
  }
  const std::size_t padded_bytes = geometry.padded_bytes(input.size());
  if (padded_bytes != input.size()) {
    const Bytes padded = memory.padded.get(padded_bytes);
    pad_lines(geometry, samples, padded);
    samples = padded;
  }
  aec_stream stream = connect(geometry, samples, output.subspan(size_bytes));
  const int status = aec_buffer_encode(&stream);
  if (status == AEC_MEM_ERROR) throw std::bad_alloc();
  if (status != AEC_OK) throw KernelError("too little memory to encode into");
  return size_bytes + stream.total_out;
}

std::size_t decode(Workspace& scratch, Parameters working, ConstBytes input, Output& output) {
  const Geometry geometry = geometry_of(working);
  const std::size_t decoded_bytes = claimed_bytes(input);
  const ConstBytes coded = input.subspan(size_bytes);
  require_whole_elements(geometry, decoded_bytes);
  if (decoded_bytes / best_ratio > coded.size()) throw KernelError("szip data cut short");
  output.reserve(decoded_bytes);
  const Bytes decoded = output.memory().first(decoded_bytes);

  auto& memory = static_cast<Scratch&>(scratch);
  const bool has_planes = geometry.planes > 1;
  const Bytes lines = has_planes ? memory.planes.get(decoded_bytes) : decoded;
  const std::size_t padded_bytes = geometry.padded_bytes(decoded_bytes);
  if (padded_bytes == decoded_bytes) {
    decode_samples(geometry, coded, lines, decoded_bytes);
  } else {
    const Bytes padded = memory.padded.get(padded_bytes);
    const std::size_t last_line_bytes = (decoded_bytes - 1) % geometry.line_bytes() + 1;
    decode_samples(geometry, coded, padded,
                   padded_bytes - geometry.padded_line_bytes() + last_line_bytes);
    unpad_lines(geometry, padded, lines);
  }
  if (has_planes) {
    join_planes(lines.data(), decoded_bytes / geometry.planes, geometry.planes, decoded.data());
  }
  require_samples_fit(geometry, decoded);
  return decoded_bytes;
}

}  // namespace ncf::plugins::szip
