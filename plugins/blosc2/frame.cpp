// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "blosc2/frame.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <new>
#include <utility>

#include "common/bytes.hpp"

namespace ncf::plugins::blosc2 {
namespace {

[[noreturn]] void fail_damaged() { throw KernelError("damaged blosc2 data"); }

std::uint64_t big_endian_at(ConstBytes input, std::size_t at, std::size_t bytes) {
  return read_number(input.subspan(at, bytes), std::endian::big);
}

// Refuses a chunk of another codec or filter than libblosc2's own.
// source: c-blosc2, README_CHUNK_FORMAT.rst
void require_own_codecs(ConstBytes chunk) {
  constexpr std::size_t filters_at = 16;
  constexpr unsigned extended = 0x05;  // both flags of shuffling: there is a longer header
  if (chunk.size() < BLOSC_EXTENDED_HEADER_LENGTH) fail_damaged();
  const auto flags = std::to_integer<unsigned>(chunk[2]);
  if (flags >> 5 > BLOSC_ZSTD_FORMAT) {
    throw KernelError("blosc2 data of a codec that is not libblosc2's own");
  }
  if ((flags & extended) != extended) return;
  for (const std::byte filter : chunk.subspan(filters_at, BLOSC2_MAX_FILTERS)) {
    if (std::to_integer<unsigned>(filter) > BLOSC_TRUNC_PREC) {
      throw KernelError("blosc2 data of a filter that is not libblosc2's own");
    }
  }
}

// Checks what libblosc2 decodes when it opens a frame: the index after the chunks.
// source: c-blosc2, README_CFRAME_FORMAT.rst
void require_frame(ConstBytes input) {
  constexpr char magic[] = "b2frame";
  constexpr std::size_t magic_at = 2;
  constexpr std::size_t header_bytes_at = 11;
  constexpr std::size_t frame_bytes_at = 16;
  constexpr std::size_t chunk_bytes_at = 39;
  constexpr std::size_t min_header = 87;
  if (input.size() < min_header) throw KernelError("blosc2 data cut short");
  if (std::memcmp(&input[magic_at], magic, sizeof magic) != 0) {
    throw KernelError("not blosc2 data");
  }
  const std::uint64_t frame_bytes = big_endian_at(input, frame_bytes_at, 8);
  if (frame_bytes > input.size()) throw KernelError("blosc2 data cut short");
  const std::uint64_t header_bytes = big_endian_at(input, header_bytes_at, 4);
  const std::uint64_t chunk_bytes = big_endian_at(input, chunk_bytes_at, 8);
  if (header_bytes > frame_bytes || chunk_bytes > frame_bytes - header_bytes) fail_damaged();
  require_own_codecs(input.subspan(header_bytes + chunk_bytes));
}

// The only chunk of a frame: in memory of the frame, or made for it if all its values are equal.
class Chunk {
 public:
  explicit Chunk(blosc2_schunk& chunks) {
    if (chunks.nchunks != 1) fail_damaged();
    bool is_owned = false;
    const int count = blosc2_schunk_get_lazychunk(&chunks, 0, &bytes_, &is_owned);
    if (is_owned) owned_.reset(bytes_);
    if (count < 0) fail_damaged();
    count_ = static_cast<std::size_t>(count);
    require_own_codecs(get());
  }

  [[nodiscard]] ConstBytes get() const noexcept {
    return {reinterpret_cast<const std::byte*>(bytes_), count_};
  }

 private:
  std::uint8_t* bytes_ = nullptr;
  std::size_t count_ = 0;
  Owned<std::uint8_t> owned_;
};

// Checks the shapes of an array before libblosc2 divides by them: of the array, its chunks and
// their blocks, as msgpack. name: of the metadata.
// source: c-blosc2, README_B2ND_METALAYER.rst
void require_shapes(blosc2_schunk& chunks, const char* name) {
  std::uint8_t* content = nullptr;
  std::int32_t count = 0;
  if (blosc2_meta_get(&chunks, name, &content, &count) < 0) fail_damaged();
  const Owned<std::uint8_t> owned(content);
  ConstBytes rest(reinterpret_cast<const std::byte*>(content), static_cast<std::size_t>(count));
  const auto take = [&rest](std::size_t bytes) {
    if (rest.size() < bytes) fail_damaged();
    const std::uint64_t number = big_endian_at(rest, 0, bytes);
    rest = rest.subspan(bytes);
    return number;
  };
  take(2);  // the number of entries, and the version
  const std::uint64_t rank = take(1);
  if (rank == 0 || rank > BLOSC2_MAX_DIM) fail_damaged();
  const auto take_shape = [&](std::size_t length_bytes) {
    std::array<std::uint64_t, BLOSC2_MAX_DIM> shape{};
    take(1);
    for (std::size_t i = 0; i < rank; ++i) {
      take(1);
      shape[i] = take(length_bytes);
      if (shape[i] == 0 || shape[i] > max_bytes) fail_damaged();
    }
    return shape;
  };
  const auto array = take_shape(8);
  const auto chunk = take_shape(4);
  const auto block = take_shape(4);
  if (!rest.empty()) {
    take(2);  // the form of the element's type
    if (take(4) > rest.size()) fail_damaged();
  }
  std::uint64_t block_bytes = static_cast<std::uint64_t>(std::max(chunks.typesize, 0));
  std::uint64_t chunk_bytes = block_bytes;
  for (std::size_t i = 0; i < rank; ++i) {
    const std::uint64_t padded = (chunk[i] + block[i] - 1) / block[i] * block[i];
    if (array[i] > chunk[i] || block[i] > chunk[i] ||
        __builtin_mul_overflow(block_bytes, block[i], &block_bytes) ||
        __builtin_mul_overflow(chunk_bytes, padded, &chunk_bytes)) {
      fail_damaged();
    }
  }
  if (block_bytes == 0 || chunk_bytes != static_cast<std::uint64_t>(chunks.chunksize)) {
    fail_damaged();
  }
}

std::size_t decode_array(Owned<blosc2_schunk> chunks, Output& output) {
  b2nd_array_t* made = nullptr;
  if (b2nd_from_schunk(chunks.get(), &made) < 0 || made == nullptr) fail_damaged();
  chunks.release();
  const Owned<b2nd_array_t> array(made);
  std::uint64_t bytes = static_cast<std::uint64_t>(made->sc->typesize);
  const std::array<std::int64_t, B2ND_MAX_DIM> start{};
  for (std::int8_t i = 0; i < made->ndim; ++i) {
    const std::int64_t length = made->shape[i];
    if (length <= 0 || length > made->chunkshape[i] ||
        __builtin_mul_overflow(bytes, static_cast<std::uint64_t>(length), &bytes)) {
      fail_damaged();
    }
  }
  // Blocks are filled up to less than twice their number along each dimension.
  const auto padded = static_cast<std::uint64_t>(std::max(made->sc->chunksize, 0));
  if (bytes > max_bytes || padded >> made->ndim > bytes) fail_damaged();
  output.reserve(bytes);
  if (b2nd_get_slice_cbuffer(made, start.data(), made->shape, output.memory().data(), made->shape,
                             static_cast<std::int64_t>(bytes)) < 0) {
    fail_damaged();
  }
  return bytes;
}

std::size_t decode_bytes(ConstBytes chunk, Output& output) {
  std::int32_t bytes = 0;
  if (blosc2_cbuffer_sizes(chunk.data(), &bytes, nullptr, nullptr) < 0 || bytes < 0) fail_damaged();
  output.reserve(static_cast<std::size_t>(bytes));
  const Owned<blosc2_context> context(blosc2_create_dctx(BLOSC2_DPARAMS_DEFAULTS));
  if (context == nullptr) throw std::bad_alloc();
  if (blosc2_decompress_ctx(context.get(), chunk.data(), static_cast<std::int32_t>(chunk.size()),
                            output.memory().data(), bytes) != bytes) {
    fail_damaged();
  }
  return static_cast<std::size_t>(bytes);
}

}  // namespace

std::size_t decode_frame(ConstBytes input, Output& output) {
  require_frame(input);
  auto* const bytes = reinterpret_cast<std::uint8_t*>(const_cast<std::byte*>(input.data()));
  Owned<blosc2_schunk> chunks(
      blosc2_schunk_from_buffer(bytes, static_cast<std::int64_t>(input.size()), false));
  if (chunks == nullptr) fail_damaged();
  const Chunk chunk(*chunks);
  for (const char* name : {"b2nd", "caterva"}) {
    if (blosc2_meta_exists(chunks.get(), name) < 0) continue;
    require_shapes(*chunks, name);
    return decode_array(std::move(chunks), output);
  }
  return decode_bytes(chunk.get(), output);
}

}  // namespace ncf::plugins::blosc2
