// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads long lists of plain numbers as fast as memory allows. Anything else (suffixes, octal and
// hexadecimal numbers, comments, numbers that do not fit) is left to the readers that know the
// whole language. The numbers are the same as theirs, bit for bit.
#pragma once

#include <cstddef>

#include "model/values/type.hpp"

namespace ncf::cdl {

/// The extent of a run of plain numbers.
struct NumberRun {
  const char* at = nullptr;   ///< after the last one
  std::size_t count = 0;      ///< numbers read
  bool expects_item = false;  ///< the last thing read is a comma, or nothing was read
};

/// Reads at most `most` items separated by commas as values of a numeric type to `to`, which is
/// aligned for it. at: the beginning of an item. end: must point at a NUL, as in a TextWindow; only
/// items that begin more than 128 bytes before it are read. fill: the value of `_`.
NumberRun read_numbers(const char* at, const char* end, model::TypeClass type, std::byte* to,
                       std::size_t most, const std::byte* fill) noexcept;

}  // namespace ncf::cdl
