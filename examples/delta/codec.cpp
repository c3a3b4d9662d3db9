// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "common/codec_entry.hpp"
#include "delta/kernel.hpp"

namespace ncf::plugins::delta {
namespace {

// No members: what users give has no parameters, and the bytes of a number are the array's. The
// name is not numcodecs' "delta", whose JSON has members of its own.
constexpr Codec codec{kernel, "example.delta", {}};
constexpr ncf_ncz_codec table = make_ncz_codec<codec>();

}  // namespace
}  // namespace ncf::plugins::delta

const void* NCZ_get_codec_info() { return &ncf::plugins::delta::table; }
