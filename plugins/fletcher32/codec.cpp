// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "common/codec_entry.hpp"
#include "fletcher32/facts.hpp"
#include "fletcher32/kernel.hpp"

namespace {

constexpr ncf::plugins::Codec codec{ncf::plugins::fletcher32::kernel,
                                    ncf::filter::fletcher32::facts,
                                    ncf::filter::fletcher32::codecs[0]};
constexpr ncf_ncz_codec table = ncf::plugins::make_ncz_codec<codec>();

}  // namespace

const void* NCZ_get_codec_info() { return &table; }
