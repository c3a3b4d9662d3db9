// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "common/codec_entry.hpp"
#include "szip/facts.hpp"
#include "szip/kernel.hpp"

namespace {

constexpr ncf::plugins::Codec codec{ncf::plugins::szip::kernel, ncf::filter::szip::facts,
                                    ncf::filter::szip::codec_of_netcdf};
constexpr ncf_ncz_codec table = ncf::plugins::make_ncz_codec<codec>();

}  // namespace

const void* NCZ_get_codec_info() { return &table; }
