// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "blosc2/filter.hpp"

#include <b2nd.h>
#include <blosc2.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <string>

#include "blosc2/frame.hpp"

namespace ncf::plugins::blosc2 {
namespace {

constexpr std::uint32_t filter_revision = 1;
constexpr std::size_t array_block_bytes = std::size_t{1} << 16;
constexpr std::size_t frame_overhead = 4096;  // header, metadata, index and trailer: a few hundred

// The positions of parameters.
enum Slot : std::size_t {
  revision_slot,
  block_bytes_slot,
  element_bytes_slot,
  chunk_bytes_slot,
  level_slot,
  filter_slot,
  compressor_slot,
  rank_slot,
  lengths_slot,
};

void initialize_once() {
  static const bool is_done = (blosc2_init(), true);
  static_cast<void>(is_done);
}

std::uint8_t compressor_of(std::uint32_t code) {
  const char* name = nullptr;
  if (code > BLOSC_ZSTD || blosc2_compcode_to_compname(static_cast<int>(code), &name) < 0) {
    throw ParameterError("compressor " + std::to_string(code) +
                         " is not one of libblosc2's, which are " + blosc2_list_compressors());
  }
  return static_cast<std::uint8_t>(code);
}

blosc2_cparams settings_of(Parameters cd_values) {
  const std::uint32_t level = word_or(cd_values, level_slot, 5);
  if (level > 9) throw ParameterError("level must be 0 to 9, not " + std::to_string(level));
  const std::uint32_t filter = word_or(cd_values, filter_slot, BLOSC_SHUFFLE);
  if (filter > BLOSC_TRUNC_PREC) {
    throw ParameterError("filter must be 0 to 4, not " + std::to_string(filter));
  }
  const std::uint32_t block_bytes = word_or(cd_values, block_bytes_slot, 0);
  if (block_bytes > BLOSC2_MAXBLOCKSIZE) {
    throw ParameterError("a block must be at most " + std::to_string(BLOSC2_MAXBLOCKSIZE) +
                         " bytes, not " + std::to_string(block_bytes));
  }
  blosc2_cparams settings = BLOSC2_CPARAMS_DEFAULTS;
  settings.compcode = compressor_of(word_or(cd_values, compressor_slot, BLOSC_BLOSCLZ));
  settings.clevel = static_cast<std::uint8_t>(level);
  settings.filters[BLOSC2_MAX_FILTERS - 1] = static_cast<std::uint8_t>(filter);
  settings.blocksize = static_cast<std::int32_t>(block_bytes);
  settings.typesize = static_cast<std::int32_t>(
      std::clamp<std::uint32_t>(word_or(cd_values, element_bytes_slot, 1), 1, max_bytes));
  return settings;
}

// The shape of a chunk and of its blocks, if they have several dimensions.
struct Shape {
  std::int8_t rank = 0;
  std::array<std::int64_t, BLOSC2_MAX_DIM> array{};
  std::array<std::int32_t, BLOSC2_MAX_DIM> chunk{};
  std::array<std::int32_t, BLOSC2_MAX_DIM> block{};

  [[nodiscard]] std::uint64_t values() const noexcept { return product(1); }
  // With the values that fill up blocks.
  [[nodiscard]] std::uint64_t padded_values() const noexcept { return product(0); }

 private:
  [[nodiscard]] std::uint64_t product(std::int32_t step) const noexcept {
    std::uint64_t values = 1;
    for (std::size_t i = 0; i < static_cast<std::size_t>(rank); ++i) {
      const std::int32_t unit = step != 0 ? step : std::max(block[i], 1);
      const auto length = static_cast<std::uint64_t>((chunk[i] + unit - 1) / unit) *
                          static_cast<std::uint64_t>(unit);
      if (__builtin_mul_overflow(values, length, &values)) return UINT64_MAX;
    }
    return values;
  }
};

// Makes blocks of at most so many values: the last dimensions grow first, to twice their length at
// a time, and to that of the chunk if twice is more.
void choose_blocks(Shape& shape, std::size_t most_values) {
  std::size_t values = 1;
  for (std::size_t i = 0; i < static_cast<std::size_t>(shape.rank); ++i) {
    shape.block[i] = std::min(shape.chunk[i], 2);
    values *= static_cast<std::size_t>(shape.block[i]);
  }
  for (std::size_t before = 0; values < most_values && values != before;) {
    before = values;
    for (auto i = static_cast<std::size_t>(shape.rank); i-- > 0;) {
      std::int32_t& block = shape.block[i];
      const std::int32_t next = block <= shape.chunk[i] / 2 ? 2 * block : shape.chunk[i];
      const std::size_t grown =
          values / static_cast<std::size_t>(block) * static_cast<std::size_t>(next);
      if (grown > most_values) continue;
      values = grown;
      block = next;
    }
  }
}

// Returns a rank of 0 if the parameters state no shape. throws: ParameterError for impossible ones.
Shape shape_of(Parameters working) {
  Shape shape;
  if (working.size() <= rank_slot) return shape;
  const std::uint32_t rank = working[rank_slot];
  if (rank < 2 || rank > BLOSC2_MAX_DIM || working.size() < lengths_slot + rank) {
    throw ParameterError("the stored parameters state no shape of 2 to 8 dimensions");
  }
  shape.rank = static_cast<std::int8_t>(rank);
  for (std::size_t i = 0; i < rank; ++i) {
    const std::uint32_t length = working[lengths_slot + i];
    if (length == 0 || length > max_bytes) throw ParameterError("the stored shape is impossible");
    shape.chunk[i] = static_cast<std::int32_t>(length);
    shape.array[i] = length;
  }
  const std::uint32_t element_bytes = std::max(working[element_bytes_slot], 1U);
  choose_blocks(shape, array_block_bytes / element_bytes);
  return shape;
}

struct Frame {
  std::uint8_t* bytes = nullptr;
  std::int64_t count = 0;
  bool is_owned = false;

  Frame() = default;
  Frame(const Frame&) = delete;
  Frame& operator=(const Frame&) = delete;
  ~Frame() {
    if (is_owned) std::free(bytes);
  }
};

[[noreturn]] void fail_to_encode() { throw KernelError("libblosc2 cannot encode the chunk"); }

std::size_t copy_frame(const Frame& frame, Bytes output) {
  if (frame.count <= 0) fail_to_encode();
  const auto bytes = static_cast<std::size_t>(frame.count);
  if (bytes > output.size()) throw KernelError("too little memory to encode into");
  std::memcpy(output.data(), frame.bytes, bytes);
  return bytes;
}

std::size_t encode_array(blosc2_storage& storage, Shape shape, ConstBytes input, Bytes output) {
  if (shape.values() * static_cast<std::uint64_t>(storage.cparams->typesize) != input.size()) {
    throw KernelError("the chunk is not as large as its stored parameters say");
  }
  const std::string type = "|V" + std::to_string(storage.cparams->typesize);
  const Owned<b2nd_context_t> context(
      b2nd_create_ctx(&storage, shape.rank, shape.array.data(), shape.chunk.data(),
                      shape.block.data(), type.c_str(), DTYPE_NUMPY_FORMAT, nullptr, 0));
  b2nd_array_t* made = nullptr;
  if (context == nullptr || b2nd_from_cbuffer(context.get(), &made, input.data(),
                                              static_cast<std::int64_t>(input.size())) < 0) {
    fail_to_encode();
  }
  const Owned<b2nd_array_t> array(made);
  Frame frame;
  if (b2nd_to_cframe(made, &frame.bytes, &frame.count, &frame.is_owned) < 0) fail_to_encode();
  return copy_frame(frame, output);
}

std::size_t encode_bytes(blosc2_storage& storage, ConstBytes input, Bytes output) {
  const Owned<blosc2_schunk> chunks(blosc2_schunk_new(&storage));
  if (chunks == nullptr ||
      blosc2_schunk_append_buffer(chunks.get(), input.data(),
                                  static_cast<std::int32_t>(input.size())) < 0) {
    fail_to_encode();
  }
  Frame frame;
  frame.count = blosc2_schunk_to_buffer(chunks.get(), &frame.bytes, &frame.is_owned);
  return copy_frame(frame, output);
}

}  // namespace

void check(Parameters visible) { settings_of(visible); }

std::vector<std::uint32_t> bind(Parameters visible, const ChunkLayout& layout) {
  check(visible);
  const std::uint64_t chunk_bytes = bytes_within(max_bytes, layout);
  std::vector<std::uint32_t> working{0, 0, 0, 0, 5, BLOSC_SHUFFLE, BLOSC_BLOSCLZ};
  const std::size_t given = std::min(visible.size(), working.size());
  std::copy_n(visible.begin(), given, working.begin());
  working[revision_slot] = filter_revision;
  working[element_bytes_slot] = static_cast<std::uint32_t>(layout.element_bytes);
  working[chunk_bytes_slot] = static_cast<std::uint32_t>(chunk_bytes);
  if (layout.rank >= 2 && layout.rank <= BLOSC2_MAX_DIM) {
    working.push_back(static_cast<std::uint32_t>(layout.rank));
    working.insert(working.end(), layout.chunk().begin(), layout.chunk().end());
  } else {
    working.resize(std::max<std::size_t>(given, level_slot));
  }
  return working;
}

std::size_t bound(Parameters working, std::size_t decoded_bytes) noexcept {
  std::size_t padded_bytes = decoded_bytes;
  try {
    const Shape shape = shape_of(working);
    const std::uint64_t values = shape.padded_values();
    const std::uint64_t most = max_bytes;
    if (shape.rank > 0 && values <= most) {
      padded_bytes = std::max(padded_bytes, std::min(values * working[element_bytes_slot], most));
    }
  } catch (const ParameterError&) {  // encode says so
  }
  return padded_bytes + frame_overhead;
}

std::size_t encode(Workspace& /*workspace*/, Parameters working, ConstBytes input, Bytes output) {
  if (input.size() > max_bytes) throw KernelError("more than 2 GiB of data at once");
  if (input.empty()) return 0;
  initialize_once();
  blosc2_cparams settings = settings_of(working);
  const Shape shape = shape_of(working);
  blosc2_dparams decoding = BLOSC2_DPARAMS_DEFAULTS;
  blosc2_storage storage{};
  storage.cparams = &settings;
  storage.dparams = &decoding;
  return shape.rank > 0 ? encode_array(storage, shape, input, output)
                        : encode_bytes(storage, input, output);
}

std::size_t decode(Workspace& /*workspace*/, Parameters /*working*/, ConstBytes input,
                   Output& output) {
  if (input.empty()) return 0;
  initialize_once();
  return decode_frame(input, output);
}

}  // namespace ncf::plugins::blosc2
