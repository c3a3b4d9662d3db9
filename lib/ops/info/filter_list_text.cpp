// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "ncf/filter_list.hpp"
#include "ops/report/report_json.hpp"
#include "ops/report/text_table.hpp"

namespace ncf {
namespace {

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
