// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/output/reader_notes.hpp"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "filter/registry/known_ids.hpp"
#include "filter/registry/registry.hpp"
#include "ops/report/quantities.hpp"

namespace ncf::ops {
namespace {

bool is_in_hdf5(std::uint32_t id) {
  const filter::FilterFacts* facts = filter::find_filter(id);
  return facts != nullptr && facts->providers.hdf5;
}

bool is_not_szip(std::uint32_t id) { return id != filter::szip_id; }

/// Common programs that read the output's format.
struct Readers {
  std::string_view name;
  bool (*can_read)(std::uint32_t filter);
};

/// Returns the readers whose users may be surprised; empty if there are none.
std::optional<Readers> find_readers(const CopyPlan& plan) {
  if (plan.format == Format::nczarr) return std::nullopt;
  if (is_zarr(plan.format)) return Readers{"zarr-python", is_not_szip};
  if (is_zarr(plan.input_format)) return Readers{"a stock netCDF", is_in_hdf5};
  return std::nullopt;
}

/// Returns whether the filters of a variable are worth a note. A user who requested a filter knows
/// it; but only NCZarr has a codec for szip.
bool is_worth_a_note(const CopyPlan& plan, const model::Variable& variable) {
  return is_zarr(plan.format) || !variable.asked_filters;
}

// zarr-python reads a backslash as a slash, and silently skips what it then does not find.
void add_name_note(CopyPlan& plan) {
  std::vector<std::string> paths;
  for (const VariableCopy& variable : plan.variables) {
    if (variable.path.find('\\') != std::string::npos) paths.push_back(variable.path);
  }
  note_few(plan.notes, "zarr-python cannot find names with a backslash; rename them for it", paths);
}

/// Returns whether xarray cannot open a dataset because of the variable's fill value: in Zarr v3,
/// one that is neither a number nor complex; in netCDF-4, one of a compound type.
/// source: xarray 2026.4, FillValueCoder and CFMaskCoder
bool is_unreadable_by_xarray(const model::Variable& variable, Format format) {
  using model::TypeClass;
  if (model::find_attribute(variable.attributes, "_FillValue") == nullptr) return false;
  const TypeClass type = variable.type->type_class;
  if (is_netcdf4(format)) return type == TypeClass::compound;
  return type == TypeClass::char_ || type == TypeClass::string || type == TypeClass::opaque;
}

using PathsByFilter = std::map<std::uint32_t, std::vector<std::string>>;

/// advice: what to do about it, from a semicolon on; may be empty.
void note_unreadable(std::string_view readers, const PathsByFilter& unreadable,
                     std::string_view advice, std::vector<std::string>& notes) {
  for (const auto& [id, paths] : unreadable) {
    notes.push_back(fmt::format("{} cannot read {}, of {}{}", readers, filter::filter_title(id),
                                format_few(paths), advice));
  }
}

}  // namespace

void note_zarr_python(const model::Schema& output, std::vector<std::string>& notes) {
  PathsByFilter unreadable;
  for (model::VariableId id = 0; id < output.variables.size(); ++id) {
    for (const Filter& filter : output.variables[id].filters_to_define()) {
      if (!is_not_szip(filter.id)) unreadable[filter.id].push_back(output.variable_path(id));
    }
  }
  note_unreadable("zarr-python", unreadable, "", notes);
}

void note_xarray(const model::Schema& output, std::vector<std::string>& notes) {
  if (output.format != Format::zarr3 && !is_netcdf4(output.format)) return;
  std::vector<std::string> paths;
  for (model::VariableId id = 0; id < output.variables.size(); ++id) {
    if (is_unreadable_by_xarray(output.variables[id], output.format)) {
      paths.push_back(output.variable_path(id));
    }
  }
  note_few(notes,
           is_netcdf4(output.format)
               ? "xarray cannot open netCDF-4 with a _FillValue of a compound type; -V leaves out"
               : "xarray cannot open Zarr v3 with a _FillValue of texts or opaque values; -k zarr "
                 "makes Zarr v2",
           paths);
}

void add_reader_notes(const model::Schema& output, CopyPlan& plan) {
  const auto readers = find_readers(plan);
  if (!readers) return;
  if (is_zarr(plan.format)) add_name_note(plan);
  const bool is_known = plan.input_format == Format::zarr3 && plan.format == Format::zarr3;
  if (!is_known) note_xarray(output, plan.notes);
  PathsByFilter unreadable;
  for (model::VariableId id = 0; id < plan.variables.size(); ++id) {
    if (!is_worth_a_note(plan, output.variables[id])) continue;
    for (const StoredFilter& filter : plan.variables[id].filters) {
      if (!readers->can_read(filter.id)) unreadable[filter.id].push_back(plan.variables[id].path);
    }
  }
  note_unreadable(readers->name, unreadable, "; -F \"*,shuffle|deflate,5\" writes filters it can",
                  plan.notes);
}

}  // namespace ncf::ops
