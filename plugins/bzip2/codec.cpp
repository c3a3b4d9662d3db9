// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "bzip2/kernel.hpp"
#include "common/codec_entry.hpp"

namespace ncf::plugins::bzip2 {
namespace {

constexpr std::array members{
    CodecMember{.name = "level", .codec_default = 1, .filter_default = 9},
};
constexpr Codec codec{kernel, "bz2", members};
constexpr ncf_ncz_codec table = make_ncz_codec<codec>();

}  // namespace
}  // namespace ncf::plugins::bzip2

const void* NCZ_get_codec_info() { return &ncf::plugins::bzip2::table; }
