// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "model/schema/quantization.hpp"

#include <algorithm>
#include <array>

namespace ncf::model {
namespace {

using Mode = Quantization::Mode;

struct Facts {
  Mode mode;
  std::string_view name;
  std::string_view attribute;
  int max_of_float;
  int max_of_double;
};

constexpr std::array<Facts, 3> table{{
    {Mode::bit_groom, "bitgroom", "_QuantizeBitGroomNumberOfSignificantDigits", 7, 15},
    {Mode::granular_bit_round, "granular", "_QuantizeGranularBitRoundNumberOfSignificantDigits", 7,
     15},
    {Mode::bit_round, "bitround", "_QuantizeBitRoundNumberOfSignificantBits", 23, 52},
}};

const Facts& facts_of(Mode mode) noexcept {
  for (const Facts& facts : table) {
    if (facts.mode == mode) return facts;
  }
  return table.back();
}

}  // namespace

std::optional<Mode> find_quantization_mode(std::string_view name) {
  for (const Facts& facts : table) {
    if (facts.name == name) return facts.mode;
  }
  return std::nullopt;
}

std::string_view quantization_name(Mode mode) noexcept { return facts_of(mode).name; }

std::string_view quantization_attribute(Mode mode) noexcept { return facts_of(mode).attribute; }

bool is_quantization_attribute(std::string_view name) noexcept {
  return std::ranges::any_of(table, [&](const Facts& facts) { return facts.attribute == name; });
}

int max_digits(Mode mode, const Type& type) noexcept {
  switch (type.type_class) {
    case TypeClass::float_:
      return facts_of(mode).max_of_float;
    case TypeClass::double_:
      return facts_of(mode).max_of_double;
    default:
      return 0;
  }
}

}  // namespace ncf::model
