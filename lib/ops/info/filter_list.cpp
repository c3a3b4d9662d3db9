// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ncf/filter_list.hpp"

#include <map>
#include <utility>

#include "base/threads/library_call.hpp"
#include "filter/kernels/builtin.hpp"
#include "filter/registry/known_ids.hpp"
#include "filter/registry/registry.hpp"
#include "plugin/h5z_adapter.hpp"
#include "plugin/plugin_filters.hpp"

namespace ncf {
namespace {

std::vector<ParameterFacts> parameters_of(const filter::FilterFacts& facts) {
  std::vector<ParameterFacts> parameters;
  for (const filter::Layout& layout : facts.visible) {
    for (const filter::Parameter& parameter : layout.parameters) {
      if (!is_given(parameter)) continue;
      parameters.push_back(
          {std::string(parameter.name), expected(parameter),
           parameter.default_value ? format_value(parameter, *parameter.default_value) : "",
           std::string(parameter.help)});
    }
  }
  return parameters;
}

FilterFactsRow row_of(const filter::FilterFacts& facts) {
  FilterFactsRow row;
  row.id = facts.id;
  row.name = facts.name;
  row.description = facts.description;
  for (const filter::CodecFacts& codec : facts.codecs) {
    if (codec.instead.empty()) row.codecs.emplace_back(codec.numcodecs_id);
  }
  row.parameters = parameters_of(facts);
  row.provided_by = filter::providers_of(facts);
  return row;
}

void add_library(FilterFactsRow& row, const PairedFilter& plugin) {
  row.id = plugin.id;
  row.plugin = plugin;
  if (row.description.empty() && plugin.filter) row.description = plugin.filter->name;
  if (row.codecs.empty() && plugin.codec) row.codecs.push_back(plugin.codec->name);
  row.encode = plugin.kernel || (plugin.filter && plugin.filter->encode);
  row.decode = plugin.kernel || (plugin.filter && plugin.filter->decode);
}

// Asks libhdf5 for the filters it has without plugins, also if a program registered one. A plugin
// never replaces libhdf5's own, whose ids are reserved.
void add_what_libhdf5_has(FilterFactsRow& row) {
  const auto known = plugin::find_in_libhdf5(row.id);
  if (!known) return;
  row.is_built_in = row.id < filter::first_registered_id || row.plugin.filter_library.empty();
  row.encode = row.encode || known->encode;
  row.decode = row.decode || known->decode;
}

}  // namespace

std::vector<FilterFactsRow> list_filters(const std::vector<PluginLibrary>& libraries) {
  return base::library_call([&] {
    std::map<std::uint32_t, FilterFactsRow> rows;
    for (const filter::FilterFacts& facts : filter::all_filters()) rows[facts.id] = row_of(facts);
    const std::vector<PairedFilter> paired = pair_libraries(libraries);
    for (const PairedFilter& plugin : paired) add_library(rows[plugin.id], plugin);
    for (const auto& [id, name] : plugin::spec_names(paired)) rows[id].name = name;
    std::vector<FilterFactsRow> filters;
    for (auto& [id, row] : rows) {
      add_what_libhdf5_has(row);
      row.has_linked_kernel = filter::find_builtin_kernel(id) != nullptr;
      filters.push_back(std::move(row));
    }
    return filters;
  });
}

std::vector<FilterFactsRow> list_filters() { return list_filters(survey_libraries()); }

}  // namespace ncf
