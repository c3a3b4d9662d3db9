// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// numcodecs' filters of values, which HDF5 does not have: kernels under ids above HDF5's.
// Parameters are types (numcodecs/numbers.hpp) and numbers, a real as two, the low half first:
//
//   delta             decoded and encoded type
//   fixedscaleoffset  the same, scale, offset
//   quantize          the same, digits (two's complement)
//   astype            the same
//   bitround          decoded type, keepbits
//   packbits          none
//
// Encoders compute as NumPy does, so the bytes are numcodecs'.
// source: numcodecs 0.11 and 0.16: delta.py, fixedscaleoffset.py, quantize.py, astype.py,
// bitround.py, packbits.py
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

}  // namespace ncf::plugins::numcodecs
