// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// numcodecs' codecs that HDF5 does not have: kernels under ids above HDF5's. Parameters of filters
// of values are types (numcodecs/numbers.hpp) and numbers, a real as two, the low half first:
//
//   delta             decoded and encoded type
//   fixedscaleoffset  the same, scale, offset
//   quantize          the same, digits (two's complement)
//   astype            the same
//   bitround          decoded type, keepbits
//   packbits          none
//
// Encoders compute as NumPy does, so the bytes are numcodecs'. Those of others:
//
//   crc32c, crc32, adler32
//          whether the checksum is before the data: 4 bytes, little-endian, otherwise after them
//   lz4    acceleration; it frames the same block as HDF5's filter in other bytes
//   lzma   format (1: xz, 2: alone), check and preset, two's complement; -1: numcodecs' own
//
// source: numcodecs 0.11 and 0.16: delta.py, fixedscaleoffset.py, quantize.py, astype.py,
// bitround.py, packbits.py, checksum32.py, lz4.pyx, lzma.py; Zarr v3 codec "crc32c"; RFC 3720,
// section 12.1; Python's module lzma
#pragma once

#include <algorithm>
#include <string_view>

#include "common/kernel.hpp"
#include "numcodecs/facts.hpp"

namespace ncf::plugins::numcodecs {

void check(Parameters parameters);
std::size_t bound(Parameters parameters, std::size_t decoded_bytes) noexcept;
std::size_t bound_same(Parameters parameters, std::size_t decoded_bytes) noexcept;
std::size_t bound_packed(Parameters parameters, std::size_t decoded_bytes) noexcept;

std::size_t encode_delta(Workspace&, Parameters, ConstBytes input, Bytes output);
std::size_t decode_delta(Workspace&, Parameters, ConstBytes input, Output& output);
std::size_t encode_scaled(Workspace&, Parameters, ConstBytes input, Bytes output);
std::size_t decode_scaled(Workspace&, Parameters, ConstBytes input, Output& output);
std::size_t encode_quantized(Workspace&, Parameters, ConstBytes input, Bytes output);
std::size_t encode_type(Workspace&, Parameters, ConstBytes input, Bytes output);
std::size_t decode_type(Workspace&, Parameters, ConstBytes input, Output& output);
std::size_t encode_rounded(Workspace&, Parameters, ConstBytes input, Bytes output);
std::size_t decode_rounded(Workspace&, Parameters, ConstBytes input, Output& output);
std::size_t encode_packed(Workspace&, Parameters, ConstBytes input, Bytes output);
std::size_t decode_packed(Workspace&, Parameters, ConstBytes input, Output& output);

/// Makes the kernel of a codec that facts.hpp describes, with the id and the name there.
constexpr Kernel make_kernel(std::string_view name, decltype(Kernel::bound) its_bound,
                             decltype(Kernel::encode) encode, decltype(Kernel::decode) decode,
                             decltype(Kernel::check) its_check = check) {
  using filter::numcodecs::Row;
  const Row* const row = std::ranges::find(filter::numcodecs::table, name, &Row::name);
  return {row->id,   row->name.data(), its_check, nullptr,
          its_bound, make_workspace<>, encode,    decode};
}

inline constexpr Kernel delta = make_kernel("delta", bound, encode_delta, decode_delta);
inline constexpr Kernel scaled =
    make_kernel("fixedscaleoffset", bound, encode_scaled, decode_scaled);
inline constexpr Kernel quantize = make_kernel("quantize", bound, encode_quantized, decode_type);
inline constexpr Kernel as_type = make_kernel("astype", bound, encode_type, decode_type);
inline constexpr Kernel bitround =
    make_kernel("bitround", bound_same, encode_rounded, decode_rounded);
inline constexpr Kernel packbits =
    make_kernel("packbits", bound_packed, encode_packed, decode_packed);

// ---- checksums ----

std::size_t bound_checked(Parameters parameters, std::size_t decoded_bytes) noexcept;

using Checksum = std::uint32_t (*)(ConstBytes data);
std::uint32_t crc32c_of(ConstBytes data);
std::uint32_t crc32_of(ConstBytes data);
std::uint32_t adler32_of(ConstBytes data);

std::size_t encode_checked(Checksum checksum, Parameters, ConstBytes input, Bytes output);

/// throws: KernelError if the data contradict their checksum.
std::size_t decode_checked(Checksum checksum, Parameters, ConstBytes input, Output& output);

template <Checksum checksum>
constexpr Kernel make_checksum_kernel(std::string_view name) {
  return make_kernel(
      name, bound_checked,
      [](Workspace&, Parameters working, ConstBytes input, Bytes output) {
        return encode_checked(checksum, working, input, output);
      },
      [](Workspace&, Parameters working, ConstBytes input, Output& output) {
        return decode_checked(checksum, working, input, output);
      });
}

inline constexpr Kernel crc32c = make_checksum_kernel<crc32c_of>("crc32c");
inline constexpr Kernel crc32 = make_checksum_kernel<crc32_of>("crc32");
inline constexpr Kernel adler32 = make_checksum_kernel<adler32_of>("adler32");

// ---- compressors; each exists only if its library was found ----

void check_lz4(Parameters parameters);
std::size_t bound_lz4(Parameters parameters, std::size_t decoded_bytes) noexcept;
std::size_t encode_lz4(Workspace&, Parameters, ConstBytes input, Bytes output);
std::size_t decode_lz4(Workspace&, Parameters, ConstBytes input, Output& output);

inline constexpr Kernel lz4 = make_kernel("lz4", bound_lz4, encode_lz4, decode_lz4, check_lz4);

void check_lzma(Parameters parameters);
std::size_t bound_lzma(Parameters parameters, std::size_t decoded_bytes) noexcept;
std::size_t encode_lzma(Workspace&, Parameters, ConstBytes input, Bytes output);

/// Decodes all streams, of either format.
std::size_t decode_lzma(Workspace&, Parameters, ConstBytes input, Output& output);

inline constexpr Kernel lzma =
    make_kernel("lzma", bound_lzma, encode_lzma, decode_lzma, check_lzma);

}  // namespace ncf::plugins::numcodecs
