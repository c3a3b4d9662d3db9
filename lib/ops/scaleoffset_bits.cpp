// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/scaleoffset_bits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "filter/known_ids.hpp"
#include "filter/registry.hpp"
#include "ops/quantities.hpp"

namespace ncf::ops {
namespace {

bool has_few_bits(const Filter& filter, const model::Type& type) {
  constexpr std::size_t bits_per_byte = 8;
  return filter.id == filter::scaleoffset_id && type.is_integer() && filter::is_lossy(filter) &&
         filter.parameters[1] < type.size_bytes * bits_per_byte;
}

}  // namespace

std::optional<std::string> describe_few_bits(const model::Schema& asked) {
  std::vector<std::string> paths;
  for (model::VariableId id = 0; id < asked.variables.size(); ++id) {
    const model::Variable& variable = asked.variables[id];
    if (!variable.asked_filters) continue;
    const Chain& chain = *variable.asked_filters;
    if (std::any_of(chain.begin(), chain.end(),
                    [&](const Filter& filter) { return has_few_bits(filter, *variable.type); })) {
      paths.push_back(asked.variable_path(id));
    }
  }
  if (paths.empty()) return std::nullopt;
  return fmt::format(
      "scaleoffset destroys values that differ from the smallest of their chunk by more than its "
      "bits hold; scaleoffset,bits=0 takes as many as each chunk needs: {}",
      format_few(paths));
}

}  // namespace ncf::ops
