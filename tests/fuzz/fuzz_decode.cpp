// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The decoder of NCF_KERNEL, which needs no parameters.
#include NCF_KERNEL_HEADER

#include "decode_target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  ncf::plugins::fuzz::check_decoding(ncf::plugins::NCF_KERNEL, {}, data, size);
  return 0;
}
