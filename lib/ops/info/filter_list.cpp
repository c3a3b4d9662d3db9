// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/threads/library_call.hpp"
#include "filter/kernels/builtin.hpp"
#include "filter/registry/known_ids.hpp"
#include "filter/registry/registry.hpp"
#include "ncf/filter_list.hpp"
#include "ops/report/report_json.hpp"
#include "ops/report/text_table.hpp"
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

std::vector<std::string> interfaces_of(const FilterFactsRow& filter) {
  std::vector<std::string> names;
  if (filter.is_built_in || filter.plugin.filter) names.emplace_back("hdf5");
  if (filter.plugin.codec) names.emplace_back("codec");
  if (filter.has_linked_kernel || filter.plugin.kernel) names.emplace_back("kernel");
  return names;
}

// For a filter with modes, each parameter is shown once; a required one has no value.
std::string parameters_in_short(const FilterFactsRow& filter) {
  std::vector<std::string> texts;
  std::set<std::string> named;
  for (const ParameterFacts& parameter : filter.parameters) {
    if (!named.insert(parameter.name).second) continue;
    texts.push_back(parameter.default_value.empty()
                        ? parameter.name
                        : fmt::format("{}={}", parameter.name, parameter.default_value));
  }
  return fmt::format("{}", fmt::join(texts, ","));
}

std::vector<std::string> libraries_of(const FilterFactsRow& filter) {
  std::vector<std::string> paths;
  const auto add = [&](const std::string& path) {
    const bool is_new = std::find(paths.begin(), paths.end(), path) == paths.end();
    if (!path.empty() && is_new) paths.push_back(path);
  };
  add(filter.plugin.filter_library);
  add(filter.plugin.codec_library);
  add(filter.plugin.kernel_library);
  return paths;
}

std::string where_it_is(const FilterFactsRow& filter) {
  std::vector<std::string> places = libraries_of(filter);
  if (filter.is_built_in) places.insert(places.begin(), "built into HDF5");
  if (!filter.is_missing()) return fmt::format("{}", fmt::join(places, ", "));
  return filter.provided_by.empty() ? "missing" : "missing, is in " + filter.provided_by;
}

const char* yes_or_no(bool is_so) { return is_so ? "yes" : "no"; }

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

std::string format_filters(const std::vector<FilterFactsRow>& filters, std::size_t width) {
  std::vector<ops::TableRow> rows{
      {"id", "name", "codec", "encode", "decode", "interfaces", "parameters", "library"}};
  for (const FilterFactsRow& filter : filters) {
    rows.push_back({fmt::format("{}", filter.id), filter.name,
                    fmt::format("{}", fmt::join(filter.codecs, ",")), yes_or_no(filter.encode),
                    yes_or_no(filter.decode),
                    fmt::format("{}", fmt::join(interfaces_of(filter), ",")),
                    parameters_in_short(filter), where_it_is(filter)});
  }
  return ops::format_table(rows, {.width = width});
}

void fields(auto& archive, ParameterFacts& parameter) {
  archive("name", parameter.name, "allowed", parameter.allowed, "default",
          base::json_text_or_null(parameter.default_value), "help", parameter.help);
}

void fields(auto& archive, FilterFactsRow& filter) {
  using base::json_text_or_null;
  archive("id", filter.id, "name", filter.name, "description", filter.description, "codecs",
          filter.codecs, "encode", filter.encode, "decode", filter.decode, "built_in",
          filter.is_built_in, "interfaces", interfaces_of(filter), "filter_library",
          json_text_or_null(filter.plugin.filter_library), "codec_library",
          json_text_or_null(filter.plugin.codec_library), "kernel_library",
          json_text_or_null(filter.plugin.kernel_library), "shadowed_libraries",
          filter.plugin.shadowed, "parameters", filter.parameters, "provided_by",
          json_text_or_null(filter.provided_by));
}

std::string format_filters_json(const std::vector<FilterFactsRow>& filters) {
  return format_record(filters);
}

}  // namespace ncf
