// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/filter_json.hpp"

#include "filter/describe.hpp"
#include "filter/registry.hpp"

namespace ncf::ops {

nlohmann::ordered_json filters_json(const StoredChain& chain) {
  auto filters = nlohmann::ordered_json::array();
  for (const StoredFilter& filter : chain) {
    filters.push_back({{"id", filter.id},
                       {"parameters", filter.parameters},
                       {"flag", filter::name_of(filter.flag)},
                       {"description", filter::describe(filter)}});
  }
  return filters;
}

}  // namespace ncf::ops
