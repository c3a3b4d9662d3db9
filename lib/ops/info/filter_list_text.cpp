// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>
#include <set>

#include "ncf/filter_list.hpp"
#include "ops/text_table.hpp"

namespace ncf {
namespace {

using Json = nlohmann::ordered_json;

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

Json path_or_null(const std::string& path) { return path.empty() ? Json() : Json(path); }

Json to_json(const ParameterFacts& parameter) {
  return {{"name", parameter.name},
          {"allowed", parameter.allowed},
          {"default", path_or_null(parameter.default_value)},
          {"help", parameter.help}};
}

Json to_json(const FilterFactsRow& filter) {
  Json json;
  json["id"] = filter.id;
  json["name"] = filter.name;
  json["description"] = filter.description;
  json["codecs"] = filter.codecs;
  json["encode"] = filter.encode;
  json["decode"] = filter.decode;
  json["built_in"] = filter.is_built_in;
  json["interfaces"] = interfaces_of(filter);
  json["filter_library"] = path_or_null(filter.plugin.filter_library);
  json["codec_library"] = path_or_null(filter.plugin.codec_library);
  json["kernel_library"] = path_or_null(filter.plugin.kernel_library);
  json["shadowed_libraries"] = filter.plugin.shadowed;
  json["parameters"] = Json::array();
  for (const ParameterFacts& parameter : filter.parameters) {
    json["parameters"].push_back(to_json(parameter));
  }
  json["provided_by"] = path_or_null(filter.provided_by);
  return json;
}

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

std::string format_filters_json(const std::vector<FilterFactsRow>& filters) {
  Json list = Json::array();
  for (const FilterFactsRow& filter : filters) list.push_back(to_json(filter));
  return list.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace ncf
