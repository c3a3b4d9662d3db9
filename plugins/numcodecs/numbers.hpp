// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Numbers of a type that is only known at run time, as NumPy names them: "<i2", ">f8". In a
// parameter, a type is kind << 16 | bytes << 8 | order, with kind i, u or f and order 1 for the
// most significant byte first. Pure functions, any thread.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "common/kernel.hpp"

namespace ncf::plugins::numcodecs {

struct NumberType {
  char kind = 'u';
  std::size_t bytes = 1;
  bool is_big_endian = false;

  [[nodiscard]] bool is_real() const noexcept { return kind == 'f'; }
};

/// throws: ParameterError for a type that is not one of NumPy's with up to 8 bytes.
NumberType number_type(std::uint32_t parameter);

/// Reads all numbers: integers in two's complement, or reals. bytes: whole numbers.
std::vector<std::uint64_t> read_integers(NumberType type, ConstBytes bytes);
std::vector<double> read_reals(NumberType type, ConstBytes bytes);

/// Write numbers of another type as C converts them; reals beyond the range of an integer type
/// become its nearest. target: has a place for each.
void write_integers(std::span<const std::uint64_t> numbers, NumberType type, Bytes target);
void write_reals(std::span<const double> numbers, NumberType type, Bytes target);

/// Returns a real as numbers of a type hold it.
double rounded_to(NumberType type, double number);

}  // namespace ncf::plugins::numcodecs
