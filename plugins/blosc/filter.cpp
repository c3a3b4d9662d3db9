// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "blosc/filter.hpp"

#include <blosc.h>

#include <algorithm>
#include <array>
#include <string>

namespace ncf::plugins::blosc {
namespace {

constexpr std::uint32_t filter_revision = 2;
constexpr std::size_t max_bytes = BLOSC_MAX_BUFFERSIZE;
constexpr int threads = 1;  // inside libblosc

// The positions of parameters.
enum Slot : std::size_t {
  revision_slot,
  format_slot,
  element_bytes_slot,
  chunk_bytes_slot,
  level_slot,
  shuffle_slot,
  compressor_slot,
};

constexpr auto automatic_shuffle = static_cast<std::uint32_t>(-1);

std::uint32_t chosen_shuffle(std::uint32_t shuffle, std::size_t element_bytes) {
  if (shuffle != automatic_shuffle) return shuffle;
  return element_bytes == 1 ? BLOSC_BITSHUFFLE : BLOSC_SHUFFLE;
}

struct Settings {
  std::size_t element_bytes = 1;
  int level = 0;
  int shuffle = 0;
  const char* compressor = nullptr;
};

const char* compressor_of(std::uint32_t code) {
  const char* name = nullptr;
  if (code > BLOSC_ZSTD || blosc_compcode_to_compname(static_cast<int>(code), &name) < 0) {
    throw ParameterError("compressor " + std::to_string(code) +
                         (name == nullptr ? std::string() : " (" + std::string(name) + ")") +
                         " is not one of libblosc's, which are " + blosc_list_compressors());
  }
  return name;
}

// Returns the element size for shuffling. It is not worthwhile for larger elements, and libblosc
// has only a byte for their size.
std::uint32_t shuffled_element_bytes(std::uint64_t element_bytes) {
  return element_bytes <= BLOSC_MAX_TYPESIZE ? static_cast<std::uint32_t>(element_bytes) : 1;
}

Settings settings_of(Parameters cd_values) {
  const std::uint32_t level = word_or(cd_values, level_slot, 5);
  if (level > 9) throw ParameterError("level must be 0 to 9, not " + std::to_string(level));
  const std::size_t element_bytes =
      std::max(shuffled_element_bytes(word_or(cd_values, element_bytes_slot, 1)), 1U);
  const std::uint32_t shuffle =
      chosen_shuffle(word_or(cd_values, shuffle_slot, BLOSC_SHUFFLE), element_bytes);
  if (shuffle > BLOSC_BITSHUFFLE) {
    throw ParameterError("shuffle must be 0 (none), 1 (bytes) or 2 (bits), not " +
                         std::to_string(shuffle));
  }
  return {.element_bytes = element_bytes,
          .level = static_cast<int>(level),
          .shuffle = static_cast<int>(shuffle),
          .compressor = compressor_of(word_or(cd_values, compressor_slot, BLOSC_BLOSCLZ))};
}

// The number of the compressor in a frame's header, and the most bytes of data that a byte of its
// output can mean.
struct Format {
  const char* name;
  std::size_t best_ratio;
};
constexpr std::array<Format, 5> formats{
    {{"blosclz", 256}, {"lz4", 256}, {"snappy", 64}, {"zlib", 1040}, {"zstd", 32768}}};

struct Header {
  std::size_t decoded_bytes = 0;
  std::size_t stored_bytes = 0;
  bool is_copied = false;
  std::size_t format = 0;
};

// source: c-blosc, README_HEADER.rst
Header read_header(ConstBytes input) {
  if (input.size() < BLOSC_MIN_HEADER_LENGTH) throw KernelError("blosc data cut short");
  if (std::to_integer<int>(input[0]) != BLOSC_VERSION_FORMAT) throw KernelError("not blosc data");
  const auto flags = std::to_integer<unsigned>(input[2]);
  Header header{.is_copied = (flags & BLOSC_MEMCPYED) != 0, .format = flags >> 5};
  std::size_t block_bytes = 0;
  blosc_cbuffer_sizes(input.data(), &header.decoded_bytes, &header.stored_bytes, &block_bytes);
  return header;
}

// Returns whether a frame of this size can contain the data that its header claims.
bool is_possible(const Header& header) {
  if (header.is_copied) {
    return header.stored_bytes == header.decoded_bytes + BLOSC_MIN_HEADER_LENGTH;
  }
  return header.decoded_bytes / formats[header.format].best_ratio <= header.stored_bytes;
}

Header checked_header(ConstBytes input) {
  const Header header = read_header(input);
  if (header.stored_bytes > input.size()) throw KernelError("blosc data cut short");
  std::size_t decoded_bytes = 0;
  if (header.stored_bytes < BLOSC_MIN_HEADER_LENGTH || header.format >= formats.size() ||
      !is_possible(header) ||
      blosc_cbuffer_validate(input.data(), header.stored_bytes, &decoded_bytes) < 0) {
    throw KernelError("damaged blosc data");
  }
  const char* const compressor = formats[header.format].name;
  if (!header.is_copied && blosc_compname_to_compcode(compressor) < 0) {
    throw KernelError("blosc data made by " + std::string(compressor) +
                      ", which this libblosc lacks; it has only " + blosc_list_compressors());
  }
  return header;
}

}  // namespace

void check(Parameters visible) { settings_of(visible); }

std::vector<std::uint32_t> bind(Parameters visible, const ChunkLayout& layout) {
  check(visible);
  const std::uint64_t chunk_bytes = bytes_within(max_bytes, layout);
  std::vector<std::uint32_t> working(visible.begin(), visible.end());
  working.resize(std::max<std::size_t>(working.size(), level_slot));
  working[revision_slot] = filter_revision;
  working[format_slot] = BLOSC_VERSION_FORMAT;
  working[element_bytes_slot] = shuffled_element_bytes(layout.element_bytes);
  working[chunk_bytes_slot] = static_cast<std::uint32_t>(chunk_bytes);
  if (working.size() > shuffle_slot) {
    working[shuffle_slot] = chosen_shuffle(working[shuffle_slot], working[element_bytes_slot]);
  }
  return working;
}

std::size_t bound(Parameters /*working*/, std::size_t decoded_bytes) noexcept {
  return decoded_bytes + BLOSC_MAX_OVERHEAD;
}

std::size_t encode(Workspace& /*workspace*/, Parameters working, ConstBytes input, Bytes output) {
  const Settings settings = settings_of(working);
  if (input.size() > max_bytes) throw KernelError("more than 2 GiB of data at once");
  if (output.size() < BLOSC_MIN_HEADER_LENGTH) {
    throw KernelError("too little memory to encode into");
  }
  constexpr std::size_t automatic_block = 0;
  // The way in which libblosc stores incompressible data depends on the size of this memory.
  const std::size_t room = std::min(output.size(), bound(working, input.size()));
  const int written = blosc_compress_ctx(settings.level, settings.shuffle, settings.element_bytes,
                                         input.size(), input.data(), output.data(), room,
                                         settings.compressor, automatic_block, threads);
  if (written == 0) throw KernelError("too little memory to encode into");
  if (written < 0) throw KernelError("libblosc fails with status " + std::to_string(written));
  return static_cast<std::size_t>(written);
}

std::size_t decode(Workspace& /*workspace*/, Parameters /*working*/, ConstBytes input,
                   Output& output) {
  const Header header = checked_header(input);
  if (header.decoded_bytes == 0) return 0;
  output.reserve(header.decoded_bytes);
  const int decoded =
      blosc_decompress_ctx(input.data(), output.memory().data(), header.decoded_bytes, threads);
  if (decoded < 0 || static_cast<std::size_t>(decoded) != header.decoded_bytes) {
    throw KernelError("damaged blosc data");
  }
  return header.decoded_bytes;
}

}  // namespace ncf::plugins::blosc
