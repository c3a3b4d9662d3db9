// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/report/report_json.hpp"

#include "filter/registry/describe.hpp"
#include "filter/registry/registry.hpp"

namespace ncf::ops {

base::Json filters_json(const StoredChain& chain) {
  return base::json_list(chain, [](const StoredFilter& filter) {
    return base::json_object({{"id", filter.id},
                              {"parameters", filter.parameters},
                              {"flag", filter::name_of(filter.flag)},
                              {"description", filter::describe(filter)}});
  });
}

base::Json notation_json(const Notation& notation) {
  return base::json_object({{"name", notation.name},
                            {"text", base::json_text_or_null(notation.text)},
                            {"note", base::json_text_or_null(notation.note)}});
}

base::Json map_axis_json(const MapAxis& axis) {
  return base::json_object({{"dimension", base::json_text_or_null(axis.dimension)},
                            {"length", axis.length},
                            {"cells", axis.cells}});
}

}  // namespace ncf::ops
