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

#include "common/kernel.hpp"

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

inline constexpr Kernel delta{0x10004, "delta",          check,        nullptr,
                              bound,   make_workspace<>, encode_delta, decode_delta};
inline constexpr Kernel scaled{0x10005, "fixedscaleoffset", check,         nullptr,
                               bound,   make_workspace<>,   encode_scaled, decode_scaled};
inline constexpr Kernel quantize{0x10006,          "quantize",       check,      nullptr, bound,
                                 make_workspace<>, encode_quantized, decode_type};
inline constexpr Kernel as_type{0x10007, "astype",         check,       nullptr,
                                bound,   make_workspace<>, encode_type, decode_type};
inline constexpr Kernel bitround{0x10008,    "bitround",       check,          nullptr,
                                 bound_same, make_workspace<>, encode_rounded, decode_rounded};
inline constexpr Kernel packbits{0x10009,      "packbits",       check,         nullptr,
                                 bound_packed, make_workspace<>, encode_packed, decode_packed};

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
constexpr Kernel make_checksum_kernel(std::uint32_t id, const char* name) {
  return {id,
          name,
          check,
          nullptr,
          bound_checked,
          make_workspace<>,
          [](Workspace&, Parameters working, ConstBytes input, Bytes output) {
            return encode_checked(checksum, working, input, output);
          },
          [](Workspace&, Parameters working, ConstBytes input, Output& output) {
            return decode_checked(checksum, working, input, output);
          }};
}

inline constexpr Kernel crc32c = make_checksum_kernel<crc32c_of>(0x10002, "crc32c");
inline constexpr Kernel crc32 = make_checksum_kernel<crc32_of>(0x1000A, "crc32");
inline constexpr Kernel adler32 = make_checksum_kernel<adler32_of>(0x1000B, "adler32");

// ---- compressors; each exists only if its library was found ----

void check_lz4(Parameters parameters);
std::size_t bound_lz4(Parameters parameters, std::size_t decoded_bytes) noexcept;
std::size_t encode_lz4(Workspace&, Parameters, ConstBytes input, Bytes output);
std::size_t decode_lz4(Workspace&, Parameters, ConstBytes input, Output& output);

inline constexpr Kernel lz4{0x1000C,          "lz4",      check_lz4, nullptr, bound_lz4,
                            make_workspace<>, encode_lz4, decode_lz4};

void check_lzma(Parameters parameters);
std::size_t bound_lzma(Parameters parameters, std::size_t decoded_bytes) noexcept;
std::size_t encode_lzma(Workspace&, Parameters, ConstBytes input, Bytes output);

/// Decodes all streams, of either format.
std::size_t decode_lzma(Workspace&, Parameters, ConstBytes input, Output& output);

inline constexpr Kernel lzma{0x1000D,    "lzma",           check_lzma,  nullptr,
                             bound_lzma, make_workspace<>, encode_lzma, decode_lzma};

}  // namespace ncf::plugins::numcodecs
