// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/copy/information.hpp"

#include <algorithm>

#include "transcode/bit_information.hpp"

namespace ncf::ops {

std::vector<DimensionInformation> information_along_dimensions(
    const model::Schema& schema, const model::Variable& variable,
    const std::vector<transcode::BitPairCounts>& counts, double share) {
  std::vector<DimensionInformation> all;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i].pairs == 0) continue;
    DimensionInformation& along = all.emplace_back();
    along.dimension = schema.dimensions[variable.dimensions[i]].name;
    along.pairs = counts[i].pairs;
    along.information = transcode::information_of(counts[i]);
    along.bits = transcode::bits_for_share(along.information, share, *variable.type).value_or(0);
  }
  return all;
}

int bits_needed(const std::vector<DimensionInformation>& information) {
  int bits = 0;
  for (const DimensionInformation& along : information) bits = std::max(bits, along.bits);
  return bits;
}

std::vector<double> significand_part(const std::vector<double>& information) {
  constexpr std::size_t others_in_double = 12;
  constexpr std::size_t others_in_float = 9;
  constexpr std::size_t float_bits = 32;
  const std::size_t others = information.size() > float_bits ? others_in_double : others_in_float;
  return {information.begin() + static_cast<std::ptrdiff_t>(others), information.end()};
}

base::Json information_json(const std::vector<DimensionInformation>& information) {
  return base::json_list(information, [](const DimensionInformation& along) {
    return base::json_object({{"dimension", along.dimension},
                              {"pairs", along.pairs},
                              {"bits", along.bits},
                              {"information", along.information}});
  });
}

}  // namespace ncf::ops
