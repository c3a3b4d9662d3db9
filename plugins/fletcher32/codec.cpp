// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "common/codec_entry.hpp"
#include "fletcher32/kernel.hpp"

namespace ncf::plugins::fletcher32 {
namespace {

constexpr Codec codec{kernel, "fletcher32", {}};
constexpr ncf_ncz_codec table = make_ncz_codec<codec>();

}  // namespace
}  // namespace ncf::plugins::fletcher32

const void* NCZ_get_codec_info() { return &ncf::plugins::fletcher32::table; }
