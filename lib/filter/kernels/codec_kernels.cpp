// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "filter/kernels/codec_kernels.hpp"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>

#include "filter/codecs/own_codecs.hpp"
#include "filter/kernels/builtin.hpp"
#include "filter/registry/known_ids.hpp"

namespace ncf::filter {
namespace {

ncf_kernel_status fail(ncf_kernel_message message, const char* why) {
  if (message.capacity > 0) {
    const std::size_t length = std::min(std::strlen(why), message.capacity - 1);
    std::memcpy(message.text, why, length);
    message.text[length] = '\0';
  }
  return ncf_kernel_wrong_data;
}

/// Ensures a capacity of `bytes`.
ncf_kernel_status require_memory(ncf_kernel_output* output, std::size_t bytes) {
  if (bytes <= output->capacity) return ncf_kernel_ok;
  return output->grow == nullptr ? ncf_kernel_wrong_data : output->grow(output, bytes);
}

/// Returns the error if memory is refused: the chunk is too large, or memory is short, which needs
/// no message.
ncf_kernel_status fail_for_memory(ncf_kernel_status status, ncf_kernel_message message) {
  return status == ncf_kernel_wrong_data ? fail(message, "more bytes than a chunk has") : status;
}

ncf_kernel_status check_nothing(ncf_kernel_cd_values /*visible*/, ncf_kernel_message /*message*/) {
  return ncf_kernel_ok;
}

void* make_no_workspace() {
  static char none = 0;
  return &none;
}

void free_no_workspace(void* /*workspace*/) {}

void put_little_endian(unsigned char* at, std::uint32_t number) {
  for (unsigned i = 0; i < sizeof(number); ++i) {
    at[i] = static_cast<unsigned char>(number >> (8U * i));
  }
}

// ---- checksums ----------------------------------------------------------------------------------

constexpr std::size_t checksum_bytes = 4;

constexpr std::array<std::uint32_t, 256> make_crc32c_table() {
  constexpr std::uint32_t polynomial = 0x82F63B78;
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t i = 0; i < table.size(); ++i) {
    std::uint32_t rest = i;
    for (int bit = 0; bit < 8; ++bit) rest = (rest >> 1U) ^ ((rest & 1U) != 0 ? polynomial : 0U);
    table[i] = rest;
  }
  return table;
}

std::uint32_t crc32c(const unsigned char* bytes, std::size_t count) {
  static constexpr auto table = make_crc32c_table();
  std::uint32_t rest = 0xFFFFFFFFU;
  for (std::size_t i = 0; i < count; ++i) {
    rest = (rest >> 8U) ^ table[(rest ^ bytes[i]) & 0xFFU];
  }
  return ~rest;
}

// zlib starts anew for a null pointer, so an empty input needs the right beginning.
std::uint32_t crc32(const unsigned char* bytes, std::size_t count) {
  return static_cast<std::uint32_t>(count == 0 ? 0 : ::crc32_z(0, bytes, count));
}

std::uint32_t adler32(const unsigned char* bytes, std::size_t count) {
  return static_cast<std::uint32_t>(count == 0 ? 1 : ::adler32_z(1, bytes, count));
}

using Checksum = std::uint32_t (*)(const unsigned char* bytes, std::size_t count);

/// Returns whether the checksum is in front of the data, as the only parameter says.
bool is_in_front(ncf_kernel_cd_values working) {
  return working.count > 0 && working.values[0] != 0;
}

std::size_t bound_checked(ncf_kernel_cd_values /*working*/, std::size_t decoded_bytes) {
  return decoded_bytes + checksum_bytes;
}

template <Checksum checksum>
ncf_kernel_status encode_checked(void* /*workspace*/, ncf_kernel_cd_values working,
                                 ncf_kernel_input decoded, ncf_kernel_output* output,
                                 std::size_t* written, ncf_kernel_message /*message*/) {
  const bool in_front = is_in_front(working);
  unsigned char* const data = output->bytes + (in_front ? checksum_bytes : 0);
  if (decoded.count > 0) std::memcpy(data, decoded.bytes, decoded.count);
  put_little_endian(in_front ? output->bytes : output->bytes + decoded.count,
                    checksum(decoded.bytes, decoded.count));
  *written = decoded.count + checksum_bytes;
  return ncf_kernel_ok;
}

template <Checksum checksum>
ncf_kernel_status decode_checked(void* /*workspace*/, ncf_kernel_cd_values working,
                                 ncf_kernel_input stored, ncf_kernel_output* output,
                                 std::size_t* written, ncf_kernel_message message) {
  if (stored.count < checksum_bytes) return fail(message, "too short for a checksum");
  const std::size_t count = stored.count - checksum_bytes;
  const bool in_front = is_in_front(working);
  const unsigned char* const data = stored.bytes + (in_front ? checksum_bytes : 0);
  unsigned char computed[checksum_bytes];
  put_little_endian(computed, checksum(data, count));
  if (std::memcmp(computed, in_front ? stored.bytes : data + count, checksum_bytes) != 0) {
    return fail(message, "the checksum is wrong");
  }
  const ncf_kernel_status status = require_memory(output, count);
  if (status != ncf_kernel_ok) return fail_for_memory(status, message);
  if (count > 0) std::memcpy(output->bytes, data, count);
  *written = count;
  return ncf_kernel_ok;
}

template <Checksum checksum>
constexpr ncf_kernel make_checksum_kernel(std::uint32_t id, const char* name) {
  return {NCF_KERNEL_VERSION,
          id,
          sizeof(ncf_kernel),
          name,
          check_nothing,
          nullptr,
          bound_checked,
          make_no_workspace,
          free_no_workspace,
          encode_checked<checksum>,
          decode_checked<checksum>,
          nullptr,
          nullptr,
          nullptr};
}

constexpr std::array checksum_kernels{make_checksum_kernel<crc32c>(crc32c_id, "crc32c"),
                                      make_checksum_kernel<crc32>(crc32_id, "crc32"),
                                      make_checksum_kernel<adler32>(adler32_id, "adler32")};

// ---- gzip ---------------------------------------------------------------------------------------

// A gzip member is a zlib stream with another header and another trailer.
constexpr std::size_t header_bytes = 10;
constexpr std::size_t end_bytes = 8;
constexpr std::size_t zlib_header_bytes = 2;
constexpr std::size_t zlib_end_bytes = 4;

const ncf_kernel& deflate() { return *find_builtin_kernel(deflate_id); }

std::size_t bound_gzip(ncf_kernel_cd_values working, std::size_t decoded_bytes) {
  return deflate().bound(working, decoded_bytes) + header_bytes + end_bytes;
}

void* make_deflate_workspace() { return deflate().make_workspace(); }

void free_deflate_workspace(void* workspace) { deflate().free_workspace(workspace); }

ncf_kernel_status check_level(ncf_kernel_cd_values visible, ncf_kernel_message message) {
  return deflate().check(visible, message);
}

/// Writes the zlib stream at a position where the header of gzip overwrites that of zlib.
ncf_kernel_status encode_gzip_hinted(void* workspace, ncf_kernel_cd_values working,
                                     const ncf_encode_hints* hints, ncf_kernel_input decoded,
                                     ncf_kernel_output* output, std::size_t* written,
                                     ncf_kernel_message message) {
  constexpr std::size_t before = header_bytes - zlib_header_bytes;
  ncf_kernel_output stream{output->bytes + before, output->capacity - before, nullptr, nullptr};
  std::size_t stream_bytes = 0;
  const ncf_kernel_status status =
      deflate().encode_hinted(workspace, working, hints, decoded, &stream, &stream_bytes, message);
  if (status != ncf_kernel_ok) return status;
  constexpr unsigned char header[header_bytes] = {0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255};
  std::memcpy(output->bytes, header, header_bytes);
  unsigned char* const end = stream.bytes + stream_bytes - zlib_end_bytes;
  put_little_endian(end, static_cast<std::uint32_t>(::crc32_z(0, decoded.bytes, decoded.count)));
  put_little_endian(end + sizeof(std::uint32_t), static_cast<std::uint32_t>(decoded.count));
  *written = static_cast<std::size_t>(end - output->bytes) + end_bytes;
  return ncf_kernel_ok;
}

ncf_kernel_status encode_gzip(void* workspace, ncf_kernel_cd_values working,
                              ncf_kernel_input decoded, ncf_kernel_output* output,
                              std::size_t* written, ncf_kernel_message message) {
  constexpr ncf_encode_hints none{sizeof(ncf_encode_hints), 0, 0};
  return encode_gzip_hinted(workspace, working, &none, decoded, output, written, message);
}

ncf_kernel_status choose_gzip_strategy(void* workspace, ncf_kernel_cd_values working,
                                       const ncf_encode_hints* hints, std::uint64_t variable_bytes,
                                       ncf_kernel_input first_chunk, ncf_kernel_strategy* strategy,
                                       ncf_kernel_message message) {
  return deflate().choose_strategy(workspace, working, hints, variable_bytes, first_chunk, strategy,
                                   message);
}

/// Decompresses all members, as Python does: zeros after a member are padding.
/// source: RFC 1952, section 2.2
class Inflater {
 public:
  explicit Inflater(ncf_kernel_input stored) : left_(stored.count) {
    constexpr int gzip_header_and_largest_window = 16 + 15;
    is_ready_ = inflateInit2(&stream_, gzip_header_and_largest_window) == Z_OK;
    stream_.next_in = const_cast<Bytef*>(stored.bytes);
  }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
  ~Inflater() {
    if (is_ready_) inflateEnd(&stream_);
  }

  ncf_kernel_status run(ncf_kernel_output* output, std::size_t* written,
                        ncf_kernel_message message) {
    if (!is_ready_) return ncf_kernel_no_memory;
    *written = 0;
    while (true) {
      const std::size_t before = *written;
      const int status = step(*output, *written);
      if (*written > output->capacity) {
        const ncf_kernel_status room = require_memory(output, *written);
        if (room != ncf_kernel_ok) return fail_for_memory(room, message);
        output->bytes[before] = beyond_;
      }
      if (status == Z_STREAM_END) {
        skip_padding();
        if (left_ == 0) return ncf_kernel_ok;
        inflateReset(&stream_);
      } else if (status == Z_MEM_ERROR) {
        return ncf_kernel_no_memory;
      } else if ((status != Z_OK && status != Z_BUF_ERROR) ||
                 (left_ == 0 && stream_.avail_out > 0)) {
        return fail(message, "the data are damaged or cut short");
      }
    }
  }

 private:
  /// Makes one call of zlib, which counts in uInt. If the output is full, the next byte goes to
  /// `beyond_`: often there is none, only the end of a member.
  int step(const ncf_kernel_output& output, std::size_t& written) {
    constexpr std::size_t most = std::numeric_limits<uInt>::max();
    const bool is_full = written == output.capacity;
    const auto input = static_cast<uInt>(std::min(left_, most));
    const auto space = is_full ? 1U : static_cast<uInt>(std::min(output.capacity - written, most));
    stream_.avail_in = input;
    stream_.avail_out = space;
    stream_.next_out = is_full ? &beyond_ : output.bytes + written;
    const int status = inflate(&stream_, Z_NO_FLUSH);
    left_ -= input - stream_.avail_in;
    written += space - stream_.avail_out;
    return status;
  }

  void skip_padding() {
    while (left_ > 0 && *stream_.next_in == 0) {
      ++stream_.next_in;
      --left_;
    }
  }

  std::size_t left_;
  unsigned char beyond_ = 0;
  z_stream stream_{};
  bool is_ready_ = false;
};

ncf_kernel_status decode_gzip(void* /*workspace*/, ncf_kernel_cd_values /*working*/,
                              ncf_kernel_input stored, ncf_kernel_output* output,
                              std::size_t* written, ncf_kernel_message message) {
  return Inflater(stored).run(output, written, message);
}

constexpr ncf_kernel gzip_kernel = {NCF_KERNEL_VERSION,
                                    gzip_id,
                                    sizeof(ncf_kernel),
                                    "gzip",
                                    check_level,
                                    nullptr,
                                    bound_gzip,
                                    make_deflate_workspace,
                                    free_deflate_workspace,
                                    encode_gzip,
                                    decode_gzip,
                                    encode_gzip_hinted,
                                    choose_gzip_strategy,
                                    nullptr};

}  // namespace

std::optional<Kernel> find_codec_kernel(std::uint32_t id) {
  if (id == gzip_id) return Kernel(gzip_kernel);
  for (const ncf_kernel& kernel : checksum_kernels) {
    if (kernel.id == id) return Kernel(kernel);
  }
  const ncf_kernel* const found = find_builtin_codec_kernel(id);
  return found == nullptr ? std::nullopt : std::optional(Kernel(*found));
}

std::optional<Kernel> find_codec_kernel(const Codec& codec) {
  if (codec.name == "gzip" || codec.name == "numcodecs.gzip") return find_codec_kernel(gzip_id);
  const CodecWithoutFilter* const own = find_own_codec(codec);
  return own == nullptr ? std::nullopt : find_codec_kernel(own->id);
}

StoredChain as_decoded_in_zarr(StoredChain chain) {
  for (StoredFilter& filter : chain) {
    if (filter.id == fletcher32_id) filter.id = zarr_fletcher32_id;
  }
  return chain;
}

}  // namespace ncf::filter
