// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "blosc/facts.hpp"
#include "blosc/kernel.hpp"
#include "common/codec_entry.hpp"

namespace {

constexpr ncf::plugins::Codec codec{ncf::plugins::blosc::kernel, ncf::filter::blosc::facts,
                                    ncf::filter::blosc::codecs[0]};
constexpr ncf_ncz_codec table = ncf::plugins::make_ncz_codec<codec>();

}  // namespace

const void* NCZ_get_codec_info() { return &table; }
