// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "common/codec_entry.hpp"
#include "szip/kernel.hpp"

namespace ncf::plugins::szip {
namespace {

constexpr std::array members{
    CodecMember{.name = "mask"},
    CodecMember{.name = "pixels-per-block"},
};
constexpr Codec codec{kernel, "szip", members};
constexpr ncf_ncz_codec table = make_ncz_codec<codec>();

}  // namespace
}  // namespace ncf::plugins::szip

const void* NCZ_get_codec_info() { return &ncf::plugins::szip::table; }
