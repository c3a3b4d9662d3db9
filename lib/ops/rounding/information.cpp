// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/rounding/information.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "transcode/rounding/bit_information.hpp"

namespace ncf::ops {

std::vector<DimensionInformation> information_along_dimensions(
    const model::Schema& schema, const model::Variable& variable,
    const std::vector<transcode::BitPairCounts>& counts, double share) {
  const auto compared = static_cast<std::size_t>(
      std::count_if(counts.begin(), counts.end(), [](const auto& one) { return one.pairs > 0; }));
  std::vector<DimensionInformation> all;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i].pairs == 0) continue;
    DimensionInformation& along = all.emplace_back();
    along.dimension = schema.dimensions[variable.dimensions[i]].name;
    along.pairs = counts[i].pairs;
    along.information = transcode::information_of(counts[i], compared * counts[i].in_both.size());
    along.bits = transcode::bits_for_share(along.information, share, *variable.type).value_or(0);
  }
  return all;
}

std::vector<std::string> dimensions_not_counted(
    const model::Schema& schema, const model::Variable& variable,
    const std::vector<DimensionInformation>& information) {
  std::vector<std::string> names;
  for (const model::DimensionId id : variable.dimensions) {
    const model::Dimension& dimension = schema.dimensions[id];
    const bool is_counted = std::ranges::any_of(
        information,
        [&](const DimensionInformation& along) { return along.dimension == dimension.name; });
    if (dimension.length > 1 && !is_counted) names.push_back(dimension.name);
  }
  return names;
}

int bits_needed(const std::vector<DimensionInformation>& information) {
  int bits = 0;
  for (const DimensionInformation& along : information) bits = std::max(bits, along.bits);
  return bits;
}

double information_in_all(const DimensionInformation& along) {
  return std::accumulate(along.information.begin(), along.information.end(), 0.0);
}

std::string remark_on_information(const std::vector<DimensionInformation>& information) {
  if (bits_needed(information) == 0) {
    return "not rounded, because no bit carries information about neighbouring values";
  }
  constexpr double little = 0.1;
  double most = 0;
  for (const DimensionInformation& along : information) {
    most = std::max(most, information_in_all(along));
  }
  if (most >= little) return {};
  return fmt::format(
      "rounded, although the bits of a value together carry next to no information about "
      "neighbouring values (less than {} bits), as in noise; an error bound suits better",
      little);
}

std::vector<double> significand_part(const std::vector<double>& information) {
  constexpr std::size_t others_in_double = 12;
  constexpr std::size_t others_in_float = 9;
  constexpr std::size_t float_bits = 32;
  const std::size_t others = information.size() > float_bits ? others_in_double : others_in_float;
  return {information.begin() + static_cast<std::ptrdiff_t>(others), information.end()};
}

}  // namespace ncf::ops
