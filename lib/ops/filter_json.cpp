// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/filter_json.hpp"

#include "filter/describe.hpp"
#include "filter/registry.hpp"

namespace ncf::ops {

base::Json filters_json(const StoredChain& chain) {
  return base::json_list(chain, [](const StoredFilter& filter) {
    return base::json_object({{"id", filter.id},
                              {"parameters", filter.parameters},
                              {"flag", filter::name_of(filter.flag)},
                              {"description", filter::describe(filter)}});
  });
}

}  // namespace ncf::ops
