// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The first byte is the size of an element, the others are stored bytes.
#include "shuffle/filter.hpp"

#include "decode_target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::uint32_t element_bytes = data[0];
  ncf::plugins::fuzz::check_decoding(ncf::plugins::shuffle::kernel, {&element_bytes, 1}, data + 1,
                                     size - 1);
  return 0;
}
