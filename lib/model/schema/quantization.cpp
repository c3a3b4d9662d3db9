// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "model/schema/quantization.hpp"

#include <algorithm>
#include <iterator>

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

constexpr Facts table[] = {
    {Mode::bit_groom, "bitgroom", "_QuantizeBitGroomNumberOfSignificantDigits", 7, 15},
    {Mode::granular_bit_round, "granular", "_QuantizeGranularBitRoundNumberOfSignificantDigits", 7,
     15},
    {Mode::bit_round, "bitround", "_QuantizeBitRoundNumberOfSignificantBits", 23, 52},
};

const Facts& facts_of(Mode mode) noexcept { return *std::ranges::find(table, mode, &Facts::mode); }

}  // namespace

std::optional<Mode> find_quantization_mode(std::string_view name) {
  const auto* const found = std::ranges::find(table, name, &Facts::name);
  return found == std::end(table) ? std::nullopt : std::optional(found->mode);
}

std::string_view quantization_name(Mode mode) noexcept { return facts_of(mode).name; }

std::string_view quantization_attribute(Mode mode) noexcept { return facts_of(mode).attribute; }

bool is_quantization_attribute(std::string_view name) noexcept {
  return std::ranges::find(table, name, &Facts::attribute) != std::end(table);
}

int max_digits(Mode mode, const Type& type) noexcept {
  if (type.type_class == TypeClass::float_) return facts_of(mode).max_of_float;
  return type.type_class == TypeClass::double_ ? facts_of(mode).max_of_double : 0;
}

}  // namespace ncf::model
