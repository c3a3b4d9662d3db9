// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Tagged constants: `-17b`, `93u`, `1.5d` and their cd_values. Text to value and back; values
// to cd_values are `cd_values_of` in ncf/filter_spec.hpp. Pure functions, any thread, no locale.
//
// source: grammar/filter-spec.ebnf, rules constant and decimal; netCDF filter documentation,
// "Filter Specification Syntax" and "Parameter Encoding"
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ncf/filter_spec.hpp"

namespace ncf::filter {

enum class NumberKind : std::uint8_t { signed_integer, unsigned_integer, real };

/// What a tag means.
struct TagFacts {
  std::string_view text;  ///< empty for constants without a tag
  unsigned bits;          ///< of the value; 0 if they depend on it
  NumberKind kind;
};

const TagFacts& facts_of(Constant::Tag tag) noexcept;

/// Whether a fraction or an exponent is allowed without the tag `f` or `d`.
enum class Decimals { refused, allowed };

/// A constant, and whether cutting its value to 8 or 16 bits lost bits.
struct ConstantReading {
  Constant constant;
  bool bits_lost = false;
};

/// Reads the constant at `field` of `text`, without blanks around it.
/// throws: SyntaxError quoting `text`.
ConstantReading read_constant(std::string_view text, SourceSpan field, Decimals decimals);

/// Returns the canonical text: decimal, with a lower-case tag and the shortest digits that give the
/// same float.
std::string format_constant(const Constant& constant);

/// Returns the parameters of a filter as HDF5 stores them, as `cd_values_of` each constant.
std::vector<std::uint32_t> all_cd_values_of(const NumericFilter& filter);

/// Computes `fix8` as a host with byte order `host` does.
void fix8_on(std::endian host, std::span<std::byte, 8> value) noexcept;

}  // namespace ncf::filter
