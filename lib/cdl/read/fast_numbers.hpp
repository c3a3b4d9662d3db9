// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Long lists of plain numbers, read as fast as memory allows. What is not plain (suffixes, octal
// and hexadecimal numbers, comments, what does not fit) is left to those who know all of the
// language; the numbers read are the same, bit for bit.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ncf::cdl {

/// How far a run of plain numbers went.
struct NumberRun {
  const char* at = nullptr;   ///< after what was read
  std::size_t count = 0;      ///< numbers read
  bool expects_item = false;  ///< a comma was read last, or nothing
};

/// Reads items separated by commas from `at`, an item's beginning, as values of type T to `to`: at
/// most `most`, and only such as begin more than 128 bytes before `end`. A NUL stands at `end`, as
/// in a TextWindow. `_` is `fill`.
template <typename T>
NumberRun read_numbers(const char* at, const char* end, T* to, std::size_t most, T fill) noexcept;

}  // namespace ncf::cdl
