// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The first two bytes are the stated size of the chunk, right or wrong. The others are stored
// bytes.
#include "lzf/filter.hpp"

#include <array>

#include "decode_target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const std::array<std::uint32_t, 3> working{4, 261, data[0] + 256U * data[1]};
  ncf::plugins::fuzz::check_decoding(ncf::plugins::lzf::kernel, working, data + 2, size - 2);
  return 0;
}
