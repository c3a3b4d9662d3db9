// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The first three bytes are parameters, valid or not: bytes of an element, an eighth of the
// elements of a block, compressor. The others are stored bytes.
#include "bitshuffle/filter.hpp"

#include <array>

#include "decode_target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 3) return 0;
  const std::array<std::uint32_t, 5> working{0, 4, data[0], 8U * data[1], data[2]};
  ncf::plugins::fuzz::check_decoding(ncf::plugins::bitshuffle::kernel, working, data + 3, size - 3);
  return 0;
}
