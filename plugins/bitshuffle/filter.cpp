// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "bitshuffle/filter.hpp"

#include <lz4.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>

#include "common/byte_planes.hpp"
#include "common/bytes.hpp"
#include "common/zstd_contexts.hpp"

namespace ncf::plugins::bitshuffle {

// ---- Bit planes ----
//
// There are three steps: split elements into byte planes, transpose the bits of each 8 bytes of a
// plane, and split the resulting words of 8 bytes, one byte for each bit plane, into planes again.

namespace {

constexpr std::size_t word_bytes = sizeof(std::uint64_t);

// Two words in one register.
using Words = std::uint64_t __attribute__((vector_size(2 * word_bytes)));

// Exchanges the bits of `word` selected by `mask` with those `distance` above them.
template <typename Word>
Word exchange(Word word, int distance, std::uint64_t mask) {
  const Word difference = (word ^ (word >> distance)) & mask;
  return word ^ difference ^ (difference << distance);
}

// Moves bit j of byte i to bit i of byte j, where byte 0 is the lowest. This is its own inverse.
// source: H. S. Warren, Hacker's Delight, section 7-3
template <typename Word>
Word transpose_bits(Word word) {
  word = exchange(word, 7, 0x00AA00AA00AA00AA);
  word = exchange(word, 14, 0x0000CCCC0000CCCC);
  return exchange(word, 28, 0x00000000F0F0F0F0);
}

// On big-endian machines, the bytes are in the opposite order before and after.
std::uint64_t transpose_bits_in_memory(std::uint64_t word) {
  if constexpr (std::endian::native == std::endian::little) return transpose_bits(word);
  return __builtin_bswap64(transpose_bits(__builtin_bswap64(word)));
}

void transpose_words(std::byte* bytes, std::size_t count) {
  std::size_t done = 0;
  if constexpr (std::endian::native == std::endian::little) {
    for (; done + sizeof(Words) <= count; done += sizeof(Words)) {
      Words words;
      std::memcpy(&words, bytes + done, sizeof(words));
      words = transpose_bits(words);
      std::memcpy(bytes + done, &words, sizeof(words));
    }
  }
  for (; done < count; done += word_bytes) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes + done, word_bytes);
    word = transpose_bits_in_memory(word);
    std::memcpy(bytes + done, &word, word_bytes);
  }
}

}  // namespace

void split_bits(const std::byte* whole, std::size_t elements, std::size_t element_bytes,
                std::byte* scratch, std::byte* planes) {
  split_planes(whole, elements, element_bytes, scratch);
  transpose_words(scratch, elements * element_bytes);
  for (std::size_t i = 0; i < element_bytes; ++i) {
    split_planes(scratch + i * elements, elements / word_bytes, word_bytes, planes + i * elements);
  }
}

void join_bits(const std::byte* planes, std::size_t elements, std::size_t element_bytes,
               std::byte* scratch, std::byte* whole) {
  for (std::size_t i = 0; i < element_bytes; ++i) {
    join_planes(planes + i * elements, elements / word_bytes, word_bytes, scratch + i * elements);
  }
  transpose_words(scratch, elements * element_bytes);
  join_planes(scratch, elements, element_bytes, whole);
}

// ---- The kernel ----

namespace {

constexpr std::size_t visible_cd_values_at = 3;  // in working parameters
constexpr std::size_t multiple = 8;              // of elements in a block

// The size of the automatic block. Without a header, another size would be another format.
constexpr std::size_t automatic_block_bytes = 8192;
constexpr std::size_t min_automatic_elements = 128;

constexpr std::size_t max_block_bytes = LZ4_MAX_INPUT_SIZE;
constexpr std::size_t header_bytes = 12;
constexpr std::uint32_t max_level = 22;

// The most bytes of data that a compressed byte can mean: LZ4's longest run, or zstd's block of one
// repeated byte.
constexpr std::size_t best_lz4_ratio = 255;
constexpr std::size_t best_zstd_ratio = 32768;

// Memory that a header claims is allocated at once up to this size, or if the length of the frame
// makes the claim likely; otherwise block by block.
constexpr std::size_t believed_bytes = std::size_t{16} << 20;

struct Settings {
  std::size_t element_bytes = 0;
  std::size_t block_elements = 0;
  std::uint32_t compressor = none;
  int level = 0;

  [[nodiscard]] std::size_t block_bytes() const { return block_elements * element_bytes; }
};

std::size_t automatic_block(std::size_t element_bytes) {
  const std::size_t elements = automatic_block_bytes / element_bytes / multiple * multiple;
  return std::max(elements, min_automatic_elements);
}

Settings settings_of(Parameters working) {
  if (working.size() < visible_cd_values_at || working[2] == 0) {
    throw ParameterError("needs stored parameters: two versions and the bytes of an element");
  }
  Settings settings;
  settings.element_bytes = working[2];
  settings.block_elements = word_or(working, 3, 0);
  if (settings.block_elements == 0) settings.block_elements = automatic_block(working[2]);
  settings.compressor = word_or(working, 4, 0);
  settings.level = static_cast<int>(std::min(word_or(working, 5, 0), max_level));
  check(working.subspan(visible_cd_values_at).first(std::min<std::size_t>(working.size() - 3, 2)));
  if (settings.block_bytes() > max_block_bytes) {
    throw ParameterError("a block must be at most " + std::to_string(max_block_bytes) +
                         " bytes, not " + std::to_string(settings.block_bytes()));
  }
  return settings;
}

std::size_t count_elements(const Settings& settings, std::size_t bytes) {
  if (bytes % settings.element_bytes != 0) {
    throw KernelError(std::to_string(bytes) + " bytes are not whole elements of " +
                      std::to_string(settings.element_bytes) + " bytes");
  }
  return bytes / settings.element_bytes;
}

struct Scratch final : Workspace {
  KeptMemory planes;
  KeptMemory between;
  ZstdContexts contexts;
};

void split(const Settings& settings, Scratch& scratch, ConstBytes block, Bytes planes) {
  split_bits(block.data(), block.size() / settings.element_bytes, settings.element_bytes,
             scratch.between.get(block.size()).data(), planes.data());
}

void join(const Settings& settings, Scratch& scratch, ConstBytes planes, Bytes block) {
  join_bits(planes.data(), block.size() / settings.element_bytes, settings.element_bytes,
            scratch.between.get(block.size()).data(), block.data());
}

// Returns the number of bytes written; 0 if the target is too small.
std::size_t compress(const Settings& settings, Scratch& scratch, ConstBytes planes, Bytes target) {
  if (settings.compressor == lz4) {
    const std::size_t most = std::min<std::size_t>(target.size(), LZ4_COMPRESSBOUND(planes.size()));
    return static_cast<std::size_t>(LZ4_compress_default(
        reinterpret_cast<const char*>(planes.data()), reinterpret_cast<char*>(target.data()),
        static_cast<int>(planes.size()), static_cast<int>(most)));
  }
  const std::size_t written =
      ZSTD_compressCCtx(scratch.contexts.encoding(), target.data(), target.size(), planes.data(),
                        planes.size(), settings.level);
  return ZSTD_isError(written) != 0 ? 0 : written;
}

bool decompress(const Settings& settings, Scratch& scratch, ConstBytes stored, Bytes planes) {
  if (settings.compressor == lz4) {
    return stored.size() <= LZ4_COMPRESSBOUND(max_block_bytes) &&
           LZ4_decompress_safe(reinterpret_cast<const char*>(stored.data()),
                               reinterpret_cast<char*>(planes.data()),
                               static_cast<int>(stored.size()),
                               static_cast<int>(planes.size())) == static_cast<int>(planes.size());
  }
  return ZSTD_decompressDCtx(scratch.contexts.decoding(), planes.data(), planes.size(),
                             stored.data(), stored.size()) == planes.size();
}

void encode_block(const Settings& settings, Scratch& scratch, ConstBytes block,
                  FrameWriter& frame) {
  if (settings.compressor == none) {
    return split(settings, scratch, block, frame.take(block.size()));
  }
  const Bytes planes = scratch.planes.get(block.size());
  split(settings, scratch, block, planes);
  const std::size_t written = compress(settings, scratch, planes, frame.piece_memory());
  if (written == 0) throw KernelError("too little memory to encode into");
  frame.put_piece(written);
}

std::size_t decode_planes(const Settings& settings, Scratch& scratch, ConstBytes input,
                          Output& output) {
  const std::size_t elements = count_elements(settings, input.size());
  output.reserve(input.size());
  const Bytes decoded = output.memory().first(input.size());
  const std::size_t in_blocks = elements / multiple * multiple * settings.element_bytes;
  for (std::size_t done = 0; done < in_blocks;) {
    const std::size_t bytes = std::min(settings.block_bytes(), in_blocks - done);
    join(settings, scratch, input.subspan(done, bytes), decoded.subspan(done, bytes));
    done += bytes;
  }
  copy(input.subspan(in_blocks), decoded.subspan(in_blocks));
  return input.size();
}

std::size_t decode_frame(const Settings& settings, Scratch& scratch, ConstBytes input,
                         Output& output) {
  FrameReader frame(input, "bitshuffle");
  const std::size_t decoded_bytes = frame.take_64();
  const std::size_t block_bytes = frame.take_32();
  const std::size_t multiple_bytes = multiple * settings.element_bytes;
  if (decoded_bytes % settings.element_bytes != 0 || block_bytes % multiple_bytes != 0 ||
      block_bytes > max_block_bytes || (decoded_bytes > 0 && block_bytes == 0)) {
    throw KernelError("damaged bitshuffle data");
  }
  const std::size_t best_ratio = settings.compressor == lz4 ? best_lz4_ratio : best_zstd_ratio;
  if (decoded_bytes / best_ratio > input.size()) throw KernelError("bitshuffle data cut short");
  if (decoded_bytes <= believed_bytes || decoded_bytes / best_lz4_ratio <= input.size()) {
    output.reserve(decoded_bytes);
  }

  const std::size_t in_blocks = decoded_bytes / multiple_bytes * multiple_bytes;
  for (std::size_t done = 0; done < in_blocks;) {
    const std::size_t bytes = std::min(block_bytes, in_blocks - done);
    const ConstBytes stored = frame.take(frame.take_32());
    if (bytes / best_ratio > stored.size()) throw KernelError("damaged bitshuffle data");
    const Bytes planes = scratch.planes.get(bytes);
    if (!decompress(settings, scratch, stored, planes)) {
      throw KernelError("damaged bitshuffle data");
    }
    output.reserve(done + bytes);
    join(settings, scratch, planes, output.memory().subspan(done, bytes));
    done += bytes;
  }
  const ConstBytes rest = frame.take(decoded_bytes - in_blocks);
  output.reserve(decoded_bytes);
  copy(rest, output.memory().subspan(in_blocks));
  return decoded_bytes;
}

// Returns the parameters that a user may give, from those of a user or those stored in a file.
Parameters visible_cd_values(Parameters visible) {
  return visible.size() > visible_cd_values_at ? visible.subspan(visible_cd_values_at) : visible;
}

}  // namespace

void check(Parameters visible) {
  const Parameters cd_values = visible_cd_values(visible);
  const std::uint32_t block = word_or(cd_values, 0, 0);
  if (block % multiple != 0) {
    throw ParameterError("a block must be a multiple of 8 elements, not " + std::to_string(block));
  }
  const std::uint32_t compressor = word_or(cd_values, 1, 0);
  if (compressor != none && compressor != lz4 && compressor != zstd) {
    throw ParameterError("compressor must be 0 (none), 2 (lz4) or 3 (zstd), not " +
                         std::to_string(compressor));
  }
  const std::uint32_t level = word_or(cd_values, 2, 0);
  if (compressor == zstd && level > max_level) {
    throw ParameterError("level must be 0 to 22, not " + std::to_string(level));
  }
}

std::vector<std::uint32_t> bind(Parameters visible, const ChunkLayout& layout) {
  check(visible);
  const Parameters cd_values = visible_cd_values(visible);
  if (layout.element_bytes == 0 || layout.element_bytes > max_block_bytes) {
    throw ParameterError("values of " + std::to_string(layout.element_bytes) +
                         " bytes cannot be shuffled, only those of 1 to " +
                         std::to_string(max_block_bytes) + " bytes");
  }
  const std::uint32_t minor_version = word_or(cd_values, 1, 0) == zstd ? 4 : 3;
  std::vector<std::uint32_t> working{0, minor_version,
                                     static_cast<std::uint32_t>(layout.element_bytes)};
  working.insert(working.end(), cd_values.begin(), cd_values.end());
  settings_of(working);
  return working;
}

std::size_t bound(Parameters working, std::size_t decoded_bytes) noexcept {
  if (word_or(working, 4, 0) == none) return decoded_bytes;
  const std::size_t element_bytes = std::max<std::size_t>(word_or(working, 2, 0), 1);
  const std::size_t given_block = word_or(working, 3, 0);
  const std::size_t block = given_block == 0 ? automatic_block(element_bytes) : given_block;
  const std::size_t blocks = decoded_bytes / (block * element_bytes) + 2;
  // A block grows by at most 1/255 and the larger constant of LZ4's and zstd's bounds, and is
  // preceded by its size.
  return header_bytes + decoded_bytes + decoded_bytes / 255 + blocks * (64 + 4);
}

std::unique_ptr<Workspace> make_scratch() { return make_workspace<Scratch>(); }

std::size_t encode(Workspace& scratch, Parameters working, ConstBytes input, Bytes output) {
  const Settings settings = settings_of(working);
  const std::size_t elements = count_elements(settings, input.size());
  FrameWriter frame(output);
  if (settings.compressor != none) {
    frame.put_64(input.size());
    frame.put_32(static_cast<std::uint32_t>(settings.block_bytes()));
  }
  const std::size_t in_blocks = elements / multiple * multiple * settings.element_bytes;
  for (std::size_t done = 0; done < in_blocks;) {
    const std::size_t bytes = std::min(settings.block_bytes(), in_blocks - done);
    encode_block(settings, static_cast<Scratch&>(scratch), input.subspan(done, bytes), frame);
    done += bytes;
  }
  const ConstBytes rest = input.subspan(in_blocks);
  copy(rest, frame.take(rest.size()));
  return frame.written();
}

std::size_t decode(Workspace& scratch, Parameters working, ConstBytes input, Output& output) {
  const Settings settings = settings_of(working);
  auto& memory = static_cast<Scratch&>(scratch);
  return settings.compressor == none ? decode_planes(settings, memory, input, output)
                                     : decode_frame(settings, memory, input, output);
}

}  // namespace ncf::plugins::bitshuffle
