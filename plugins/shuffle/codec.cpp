// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "common/codec_entry.hpp"
#include "shuffle/kernel.hpp"

namespace ncf::plugins::shuffle {
namespace {

constexpr std::array members{
    CodecMember{.name = "elementsize", .codec_default = 0, .zero_is_unknown = true},
};
// netCDF-C writes the size 0, or none, and means the type's; numcodecs takes 0 for no shuffling, so
// that the real one is to be written.
constexpr Codec codec{kernel, "shuffle", members, true};
constexpr ncf_ncz_codec table = make_ncz_codec<codec>();

}  // namespace
}  // namespace ncf::plugins::shuffle

const void* NCZ_get_codec_info() { return &ncf::plugins::shuffle::table; }
