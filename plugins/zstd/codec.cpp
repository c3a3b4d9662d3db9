// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "common/codec_entry.hpp"
#include "zstd/kernel.hpp"

namespace ncf::plugins::zstd {
namespace {

constexpr std::array members{
    CodecMember{.name = "level", .codec_default = 0, .filter_default = 3, .is_signed = true},
    CodecMember{.name = "checksum", .codec_default = 0, .must_be_false = true},
};
constexpr Codec codec{kernel, "zstd", members};
constexpr ncf_ncz_codec table = make_ncz_codec<codec>();

}  // namespace
}  // namespace ncf::plugins::zstd

const void* NCZ_get_codec_info() { return &ncf::plugins::zstd::table; }
