// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The first five bytes are parameters, valid or not: mask, pixels of a block, bits of a pixel,
// pixels of a scanline (two bytes). The others are stored bytes.
#include "szip/filter.hpp"

#include <array>

#include "decode_target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 5) return 0;
  const std::array<std::uint32_t, 4> working{data[0], data[1], data[2], data[3] + 256U * data[4]};
  ncf::plugins::fuzz::check_decoding(ncf::plugins::szip::kernel, working, data + 5, size - 5);
  return 0;
}
