// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/output/kept_filters.hpp"

#include <fmt/format.h>

#include <functional>
#include <string_view>

#include "filter/registry/registry.hpp"
#include "model/schema/default_chunks.hpp"
#include "model/schema/filter_types.hpp"

namespace ncf::ops {
namespace {

using model::Variable;
using model::VariableId;

using WhyNot = std::function<std::optional<std::string>(const Filter&)>;

/// Leaves out the filters for which there is a reason. Returns whether there is any.
bool leave_out(const KeptFilters& kept, const WhyNot& why_not) {
  StoredChain left_out;
  std::erase_if(kept.variable().filters, [&](const StoredFilter& filter) {
    const auto why = why_not(visible_form(filter));
    if (!why) return false;
    kept.notes.push_back(fmt::format("variable {}: {} of the input is left out: {}",
                                     kept.schema.variable_path(kept.id),
                                     filter::filter_title(filter.id), *why));
    left_out.push_back(filter);
    return true;
  });
  if (left_out.empty()) return false;
  kept.choice.by = fmt::format("as in the input, without {}", filter::describe(left_out));
  return true;
}

void leave_out_all(const KeptFilters& kept, std::string_view why) {
  kept.variable().filters.clear();
  kept.choice.by = fmt::format("the input's left out: {}", why);
}

/// Zarr can compress scalars, and zarr-python does by default.
void leave_out_of_scalar(const KeptFilters& kept) {
  Variable& scalar = kept.variable();
  if (!scalar.filters.empty()) leave_out_all(kept, "netCDF-4 has none for scalars");
  scalar.codecs = {};
}

/// Zarr can compress strings. HDF5's filters only work on its strings of fixed length: of others
/// they encode references to the texts.
void leave_out_of_strings(const KeptFilters& kept) {
  const bool is_for_zarr = is_zarr(kept.schema.format);
  kept.notes.push_back(
      fmt::format("variable {}: filters dropped: {}", kept.schema.variable_path(kept.id),
                  is_for_zarr ? "HDF5's filters of strings encode references, not texts"
                              : "netCDF-4 cannot filter strings"));
  leave_out_all(kept, is_for_zarr ? "they do not encode texts" : "netCDF-4 has none for strings");
}

}  // namespace

void leave_out_by_format(const KeptFilters& kept, Format input_format) {
  const Variable& variable = kept.variable();
  if (variable.asked_filters) return;
  const bool is_for_netcdf4 = is_netcdf4(kept.schema.format);
  if (is_for_netcdf4 && variable.is_scalar()) leave_out_of_scalar(kept);
  if (variable.type->is_fixed_size || variable.filters.empty()) return;
  if (is_for_netcdf4 || is_netcdf4(input_format)) leave_out_of_strings(kept);
}

bool leave_out_by_chunks(const KeptFilters& kept, const model::Schema& input) {
  const Variable& variable = kept.variable();
  if (variable.asked_filters || variable.filters.empty()) return false;
  const bool is_for_zarr = is_zarr(kept.schema.format);
  const std::vector<std::size_t> shape = model::chunk_shape_to_make(kept.schema, variable);
  const bool is_as_before =
      is_for_zarr == is_zarr(input.format) && shape == input.variables[kept.id].storage.chunk_shape;
  if (is_as_before) return false;
  return leave_out(kept, [&](const Filter& filter) {
    auto why = model::why_not_on_chunks(filter, {shape, is_for_zarr});
    if (!why && is_for_zarr) why = model::why_not_in_zarr({filter}, variable);
    return why;
  });
}

void leave_out_by_packing(const Packings& packings, model::Schema& output,
                          std::vector<FilterChoice>& choices, std::vector<std::string>& notes) {
  for (VariableId id = 0; id < packings.size(); ++id) {
    if (!packings[id]) continue;
    const model::TypeRef type = output.variables[id].type;
    leave_out({output, id, choices[id], notes},
              [&](const Filter& filter) { return model::why_not_on_type(filter, *type); });
  }
}

}  // namespace ncf::ops
