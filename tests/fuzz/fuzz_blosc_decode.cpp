// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "blosc/kernel.hpp"

#include "decode_target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  ncf::plugins::fuzz::check_decoding(ncf::plugins::blosc::kernel, {}, data, size);
  return 0;
}
