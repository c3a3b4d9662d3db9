// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "blosc/kernel.hpp"
#include "common/codec_entry.hpp"

namespace ncf::plugins::blosc {
namespace {

constexpr std::array compressors{"blosclz", "lz4", "lz4hc", "snappy", "zlib", "zstd"};
constexpr std::array members{
    CodecMember{.name = "clevel", .codec_default = 5, .filter_default = 5},
    CodecMember{.name = "shuffle", .codec_default = 1, .filter_default = 1, .is_signed = true},
    CodecMember{.name = "cname", .codec_default = 1, .filter_default = 0, .texts = compressors},
    CodecMember{.name = "blocksize", .codec_default = 0, .is_ignored = true},
    CodecMember{.name = "typesize", .codec_default = 0, .is_ignored = true, .is_only_read = true},
};
constexpr Codec codec{.kernel = kernel, .id = "blosc", .members = members, .own_parameters = 4};
constexpr ncf_ncz_codec table = make_ncz_codec<codec>();

}  // namespace
}  // namespace ncf::plugins::blosc

const void* NCZ_get_codec_info() { return &ncf::plugins::blosc::table; }
