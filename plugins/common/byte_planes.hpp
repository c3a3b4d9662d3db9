// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Splits elements into byte planes, and merges them again. Plane p holds byte p of every element,
// and the planes follow each other. Any thread; nothing is read or written beyond `elements *
// element_bytes` bytes.
#pragma once

#include <cstddef>

namespace ncf::plugins {

void split_planes(const std::byte* whole, std::size_t elements, std::size_t element_bytes,
                  std::byte* planes);

void join_planes(const std::byte* planes, std::size_t elements, std::size_t element_bytes,
                 std::byte* whole);

}  // namespace ncf::plugins
