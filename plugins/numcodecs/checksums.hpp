// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Checksums: the data and 4 bytes, little-endian, after them; or before them, if the only parameter
// is not 0.
// source: Zarr v3 codec "crc32c"; RFC 3720, section 12.1; numcodecs, checksum32.py
#pragma once

#include "common/kernel.hpp"

namespace ncf::plugins::numcodecs {

void check_nothing(Parameters parameters);
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
          check_nothing,
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

}  // namespace ncf::plugins::numcodecs
