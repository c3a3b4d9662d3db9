// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Splits elements into bit planes, and merges them again. Plane 8 * i + j holds bit j of byte i of
// every element, with the first element in the lowest bit; the planes follow each other. Any
// thread. Counts of elements must be multiples of 8; all memory is `elements * element_bytes` long,
// nothing beyond it is touched, and the contents of `scratch` are then unspecified.
#pragma once

#include <cstddef>

namespace ncf::plugins::bitshuffle {

void split_bits(const std::byte* whole, std::size_t elements, std::size_t element_bytes,
                std::byte* scratch, std::byte* planes);

void join_bits(const std::byte* planes, std::size_t elements, std::size_t element_bytes,
               std::byte* scratch, std::byte* whole);

}  // namespace ncf::plugins::bitshuffle
