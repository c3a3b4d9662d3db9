// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "common/codec_entry.hpp"
#include "deflate/kernel.hpp"

namespace ncf::plugins::deflate {
namespace {

constexpr std::array members{
    CodecMember{.name = "level", .codec_default = 1, .filter_default = 6},
};
constexpr Codec codec{kernel, "zlib", members};
constexpr ncf_ncz_codec table = make_ncz_codec<codec>();

}  // namespace
}  // namespace ncf::plugins::deflate

const void* NCZ_get_codec_info() { return &ncf::plugins::deflate::table; }
