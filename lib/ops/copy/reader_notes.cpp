// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/copy/reader_notes.hpp"

#include <fmt/format.h>

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "filter/known_ids.hpp"
#include "filter/registry.hpp"
#include "ops/quantities.hpp"

namespace ncf::ops {
namespace {

bool is_in_hdf5(std::uint32_t id) {
  const filter::FilterFacts* facts = filter::find_filter(id);
  return facts != nullptr && facts->providers.hdf5;
}

/// The readers of the output's format that are thought of; empty if there is nothing to say.
std::string_view readers_of(const CopyPlan& plan) {
  if (is_zarr(plan.format)) return plan.format == Format::nczarr ? "" : "zarr-python";
  return is_zarr(plan.input_format) ? "a stock netCDF" : "";
}

bool can_read(std::string_view readers, std::uint32_t id) {
  return readers == "zarr-python" ? id != filter::szip_id : is_in_hdf5(id);
}

/// Filters that were asked for are known to who asked; but szip has a codec that only NCZarr knows.
bool is_worth_a_note(const CopyPlan& plan, const model::Variable& variable) {
  return is_zarr(plan.format) || !variable.asked_filters;
}

// zarr-python takes a backslash for a slash, and passes silently over what it then does not find.
void add_name_note(CopyPlan& plan) {
  std::vector<std::string> paths;
  for (const VariableCopy& variable : plan.variables) {
    if (variable.path.find('\\') != std::string::npos) paths.push_back(variable.path);
  }
  if (paths.empty()) return;
  plan.notes.push_back(
      fmt::format("zarr-python cannot find names with a backslash, of {}; rename them for its sake",
                  format_few(paths)));
}

}  // namespace

void add_reader_notes(const model::Schema& output, CopyPlan& plan) {
  const std::string_view readers = readers_of(plan);
  if (readers.empty()) return;
  if (readers == "zarr-python") add_name_note(plan);
  std::map<std::uint32_t, std::vector<std::string>> variables;
  for (model::VariableId id = 0; id < plan.variables.size(); ++id) {
    if (!is_worth_a_note(plan, output.variables[id])) continue;
    for (const StoredFilter& filter : plan.variables[id].filters) {
      if (!can_read(readers, filter.id)) variables[filter.id].push_back(plan.variables[id].path);
    }
  }
  for (const auto& [id, paths] : variables) {
    plan.notes.push_back(
        fmt::format("{} cannot read {}, of {}; -F \"*,shuffle|deflate,5\" writes filters it can",
                    readers, filter::filter_title(id), format_few(paths)));
  }
}

}  // namespace ncf::ops
