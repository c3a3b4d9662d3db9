// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <functional>
#include <map>
#include <numeric>
#include <utility>

#include "filter/codec_list.hpp"
#include "filter/registry.hpp"
#include "ncf/info.hpp"
#include "ncf/plugins.hpp"
#include "plugin/plugin_filters.hpp"
#include "store/open.hpp"

namespace ncf {
namespace {

using model::Schema;
using model::VariableId;

VariableInfo variable_info(const Schema& schema, VariableId id, std::uint64_t stored_bytes) {
  const model::Variable& variable = schema.variables[id];
  VariableInfo info;
  info.path = schema.variable_path(id);
  info.type = variable.type->name;
  info.shape = schema.shape(variable);
  if (variable.storage.layout == model::Layout::chunked) info.chunks = variable.storage.chunk_shape;
  info.shards = variable.storage.shard_shape;
  info.filters = variable.filters;
  if (!variable.codecs.empty())
    info.codecs = format_compact_json(filter::list_of_codecs(variable.codecs));
  info.raw_bytes = schema.raw_bytes(id);
  info.stored_bytes = stored_bytes;
  return info;
}

FilterOfFile filter_of_file(std::uint32_t id) {
  FilterOfFile filter;
  filter.id = id;
  if (const filter::FilterFacts* facts = filter::find_filter(id)) {
    filter.name = facts->name;
    filter.provided_by = filter::providers_of(*facts);
    filter.is_readable_by_stock_netcdf = facts->providers.hdf5;
  }
  const auto here = find_availability(id);
  filter.is_readable_here = here && here->decode;
  return filter;
}

std::vector<UnreadableCodec> find_unreadable_codecs(model::Source& input) {
  const Schema& schema = input.schema();
  if (!is_zarr(schema.format)) return {};
  std::map<std::string, UnreadableCodec> codecs;
  for (VariableId id = 0; id < schema.variables.size(); ++id) {
    for (const std::string& name : input.stored_form(id).unreadable_codecs) {
      UnreadableCodec& codec = codecs[name];
      codec.name = name;
      codec.variables.push_back(schema.variable_path(id));
    }
  }
  std::vector<UnreadableCodec> found;
  for (auto& [name, codec] : codecs) found.push_back(std::move(codec));
  return found;
}

}  // namespace

FileInfo inspect_file(const std::string& input, bool follow_external) {
  plugin::PluginFilters plugins;
  const auto dataset = store::open_source(input, {.follow_external = follow_external}, plugins);
  const Schema& schema = dataset->schema();
  FileInfo info;
  info.input = input;
  info.format = schema.format;
  std::map<std::uint32_t, FilterOfFile> filters;
  for (VariableId id = 0; id < schema.variables.size(); ++id) {
    info.variables.push_back(variable_info(schema, id, dataset->stored_bytes(id)));
    if (const auto fault = dataset->fault(id)) {
      info.variables.back().fault = fault->message();
    }
    for (const StoredFilter& stored : schema.variables[id].filters) {
      const auto [found, is_new] = filters.try_emplace(stored.id);
      if (is_new) found->second = filter_of_file(stored.id);
      found->second.variables.push_back(info.variables.back().path);
    }
  }
  for (auto& [id, filter] : filters) info.filters.push_back(std::move(filter));
  for (const model::Finding& finding : schema.findings) info.notes.push_back(finding.message());
  info.unreadable_codecs = find_unreadable_codecs(*dataset);
  return info;
}

}  // namespace ncf
