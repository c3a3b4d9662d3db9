// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/rounding/error_bound.hpp"

#include <fmt/format.h>

#include <utility>

#include "model/grid/box.hpp"
#include "model/values/numbers.hpp"
#include "transcode/rounding/bit_rounding.hpp"

namespace ncf::transcode {
namespace {

/// The effect of rounding on one value.
enum class Effect {
  kept,     ///< within the bound, also for all larger numbers of bits
  spared,   ///< unchanged, because rounding would lose it; more bits may change it
  changed,  ///< by more than the bound
};

template <class Float, class IsMissing>
Effect effect_of(Float value, int bits, const ErrorBound& bound, const IsMissing& is_missing) {
  const int cleared = FloatLayout<Float>::significand_bits - bits;
  const auto rounded = value_of<Float>(nearest<Float>(bits_of(value), cleared));
  if (rounded == value || is_left_alone(value, is_missing)) return Effect::kept;
  if (is_lost(rounded, is_missing)) return Effect::spared;
  return bound.allows(value, rounded) ? Effect::kept : Effect::changed;
}

template <class Float, class IsMissing>
NeededBits find_in(const model::Box& box, std::span<const std::byte> values,
                   const ErrorBound& bound, const IsMissing& is_missing) {
  NeededBits needed;
  int fewest = 1;
  const std::size_t count = values.size() / sizeof(Float);
  for (std::size_t i = 0; i < count; ++i) {
    const auto value = model::load<Float>(values.data() + i * sizeof(Float));
    if (effect_of(value, fewest, bound, is_missing) == Effect::kept) continue;
    for (int bits = fewest; bits < FloatLayout<Float>::significand_bits; ++bits) {
      if (needed.is_ruled_out(bits)) continue;
      if (effect_of(value, bits, bound, is_missing) != Effect::changed) continue;
      needed.rule_out(bits, {fmt::format("{}", value), model::indices_of(box, i)});
    }
    fewest = needed.fewest();
  }
  return needed;
}

}  // namespace

std::string describe(const ErrorBound& bound) {
  return bound.kind == ErrorBound::Kind::relative ? fmt::format("{} of itself", bound.limit)
                                                  : fmt::format("{}", bound.limit);
}

void NeededBits::rule_out(int bits, PlacedValue value) {
  too_few_.try_emplace(bits, std::move(value));
}

void NeededBits::merge(NeededBits later) { too_few_.merge(later.too_few_); }

int NeededBits::fewest() const {
  int bits = 1;
  while (is_ruled_out(bits)) ++bits;
  return bits;
}

const PlacedValue* NeededBits::decisive() const {
  const auto found = too_few_.find(fewest() - 1);
  return found == too_few_.end() ? nullptr : &found->second;
}

BitSearch::BitSearch(const ErrorBound& bound, const model::Type& type, std::vector<double> missing)
    : bound_(bound),
      is_double_(type.type_class == model::TypeClass::double_),
      missing_(std::move(missing)) {}

NeededBits BitSearch::find(const model::Box& box, std::span<const std::byte> values) const {
  const auto find = [&](auto like) {
    using Float = decltype(like);
    return with_missing_test<Float>(missing_, [&](const auto& is_missing) {
      return find_in<Float>(box, values, bound_, is_missing);
    });
  };
  return is_double_ ? find(double{}) : find(float{});
}

}  // namespace ncf::transcode
