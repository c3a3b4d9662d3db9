// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "common/codec_entry.hpp"
#include "zstd/facts.hpp"
#include "zstd/kernel.hpp"
#include "zstd/strategy.hpp"

namespace {

constexpr ncf::plugins::Codec codec{ncf::plugins::zstd::kernel, ncf::filter::zstd::facts,
                                    ncf::filter::zstd::codecs[0]};
static_assert(ncf::filter::zstd::parameters[0].default_value == ncf::plugins::zstd::default_level);

constexpr ncf_ncz_codec table = ncf::plugins::make_ncz_codec<codec>();

}  // namespace

const void* NCZ_get_codec_info() { return &table; }
