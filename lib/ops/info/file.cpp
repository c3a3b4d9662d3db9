// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "base/text/messages.hpp"
#include "base/threads/library_call.hpp"
#include "base/threads/stop.hpp"
#include "filter/codecs/codec_json.hpp"
#include "filter/registry/registry.hpp"
#include "model/dataset/source.hpp"
#include "model/grid/chunk_grid.hpp"
#include "model/schema/coordinates.hpp"
#include "ncf/error.hpp"
#include "ncf/info.hpp"
#include "ncf/plugins.hpp"
#include "ops/info/layout.hpp"
#include "ops/report/report_json.hpp"
#include "ops/values/coordinate_texts.hpp"
#include "plugin/plugin_filters.hpp"
#include "store/open/open.hpp"

namespace ncf {
namespace {

using location::Evidence;
using model::Schema;
using model::VariableId;

// ---- The map of a variable's chunks ----

/// Returns the number of chunks along each dimension.
std::vector<std::size_t> chunk_counts(const model::ChunkGrid& grid) {
  std::vector<std::size_t> counts;
  for (std::size_t i = 0; i < grid.extent().size(); ++i) {
    const std::size_t chunk = grid.chunk_shape()[i];
    counts.push_back((grid.extent()[i] + chunk - 1) / chunk);
  }
  return counts;
}

/// Returns the dimensions with the most chunks, at most two, in the order of the variable. Of
/// dimensions with equally many, the last ones.
std::vector<std::size_t> longest_dimensions(const std::vector<std::size_t>& counts) {
  std::vector<std::size_t> dimensions(counts.size());
  std::iota(dimensions.begin(), dimensions.end(), std::size_t{0});
  std::erase_if(dimensions, [&](std::size_t i) { return counts[i] < 2; });
  std::reverse(dimensions.begin(), dimensions.end());
  std::ranges::stable_sort(dimensions,
                           [&](std::size_t a, std::size_t b) { return counts[a] > counts[b]; });
  if (dimensions.size() > 2) dimensions.resize(2);
  std::ranges::sort(dimensions);
  return dimensions;
}

/// Looks up all chunks of a variable; empty if it has fewer than two. Reads some values of
/// coordinates, for the labels of the axes. I/O thread only.
/// throws: Error naming the variable; Error(interrupted).
std::optional<ChunkMap> map_chunks(model::Source& source, VariableId id) {
  const model::StoredForm form = source.stored_form(id);
  if (form.layout != model::Layout::chunked) return std::nullopt;
  const model::ChunkGrid grid(form.extent, form.chunk_shape);
  if (grid.chunk_count() < 2) return std::nullopt;
  const Schema& schema = source.schema();
  const ops::CoordinateTexts texts(source, id);
  const std::vector<std::size_t> counts = chunk_counts(grid);
  const std::vector<std::size_t> dimensions = longest_dimensions(counts);
  const auto axis_of = [&](std::size_t dimension, std::size_t most_cells) {
    const std::size_t chunks = counts[dimension];
    MapAxis axis{schema.dimensions[schema.variables[id].dimensions[dimension]].name, chunks,
                 std::min(chunks, most_cells)};
    ops::add_labels(texts, dimension, grid.chunk_shape()[dimension], axis);
    return axis;
  };
  ChunkMap map;
  map.across = axis_of(dimensions.back(), ops::most_map_columns);
  const bool has_rows = dimensions.size() == 2;
  if (has_rows) map.down = axis_of(dimensions.front(), ops::most_map_rows);
  map.cells.resize(map.down.cells * map.across.cells);
  source.visit_chunks(id, grid, [&](std::size_t chunk, const model::StoredPlace& place) {
    const std::vector<std::size_t> at = grid.numbers(chunk);
    const std::size_t row = has_rows ? ops::cell_of(map.down, at[dimensions.front()]) : 0;
    const std::size_t column = ops::cell_of(map.across, at[dimensions.back()]);
    ChunkMapCell& cell = map.cells[row * map.across.cells + column];
    ++cell.chunks;
    cell.raw_bytes += grid.within(grid.chunk_box(chunk)).value_count() * form.element_bytes;
    cell.stored_bytes += place.bytes;
    return true;
  });
  return map;
}

/// Cells of the picture of a file.
constexpr std::size_t picture_cells = 256;

/// Variables with maps of their chunks. Each map takes some space, and its chunks some time.
constexpr std::size_t most_maps = 40;

VariableInfo variable_info(const Schema& schema, VariableId id) {
  const model::Variable& variable = schema.variables[id];
  VariableInfo info;
  info.path = schema.variable_path(id);
  info.type = variable.type->name;
  info.long_name = model::text_attribute(variable, "long_name");
  info.units = model::units_of(variable);
  info.shape = schema.shape(variable);
  if (variable.storage.layout == model::Layout::chunked) info.chunks = variable.storage.chunk_shape;
  info.shards = variable.storage.shard_shape;
  info.filters = variable.filters;
  if (!variable.codecs.empty())
    info.codecs = format_compact_json(filter::list_of_codecs(variable.codecs.list()));
  info.raw_bytes = schema.raw_bytes(id);
  return info;
}

/// Sets the fault of a variable, too. A damaged index of chunks is one.
void set_stored_bytes(model::Source& source, VariableId id, VariableInfo& info) {
  std::optional<Error> fault = source.fault(id);
  try {
    info.stored_bytes = source.stored_bytes(id);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::corrupt) throw;
    if (!fault) fault = error;
  }
  if (fault) info.fault = fault->message();
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

std::vector<GroupInfo> add_up_groups(const Schema& schema,
                                     const std::vector<VariableInfo>& variables) {
  std::vector<GroupInfo> groups(schema.groups.size());
  for (VariableId id = 0; id < variables.size(); ++id) {
    GroupInfo& group = groups[schema.variables[id].group];
    ++group.variables;
    group.raw_bytes += variables[id].raw_bytes;
    group.stored_bytes += variables[id].stored_bytes;
  }
  for (model::GroupId id = 0; id < groups.size(); ++id) groups[id].path = schema.group_path(id);
  std::erase_if(groups, [](const GroupInfo& group) { return group.variables == 0; });
  return groups;
}

/// Adds maps to the variables that take most space. A damaged index of chunks makes its variable
/// unreadable.
void add_chunk_maps(model::Source& input, std::vector<VariableInfo>& variables) {
  std::vector<VariableId> ids(variables.size());
  std::iota(ids.begin(), ids.end(), VariableId{0});
  std::ranges::stable_sort(ids, [&](VariableId a, VariableId b) {
    return variables[a].stored_bytes > variables[b].stored_bytes;
  });
  std::size_t maps = 0;
  for (const VariableId id : ids) {
    if (maps == most_maps) break;
    if (!variables[id].fault.empty()) continue;
    try {
      variables[id].chunk_map = map_chunks(input, id);
    } catch (const Error& error) {
      if (error.code() == ErrorCode::interrupted) throw;
      variables[id].fault = error.what();
    }
    if (variables[id].chunk_map) ++maps;
  }
}

// ---- What was inferred about a location ----

const char* name_of(Evidence by) {
  if (by == Evidence::contents) return "contents";
  return by == Evidence::url ? "url" : "fallback";
}

std::string reason_of(const location::Inference& inferred) {
  switch (inferred.by) {
    case Evidence::contents:
      return inferred.implementation == location::Implementation::zarr ? "by the keys of its store"
                                                                       : "by its first bytes";
    case Evidence::url:
      return fmt::format("by mode={} of its URL", fmt::join(inferred.modes, ","));
    case Evidence::fallback:
      break;
  }
  return "because neither its URL nor its contents say more";
}

/// Returns everything but the format.
Inference describe(const location::Inference& inferred) {
  return {.implementation = std::string(implementation_name(inferred.implementation)),
          .format = {},
          .by = name_of(inferred.by),
          .why = reason_of(inferred),
          .canonical = base::without_secrets(inferred.canonical),
          .notes = inferred.notes};
}

/// An open input, and what was inferred about it.
struct OpenInput {
  std::unique_ptr<model::Source> dataset;
  Inference inference;
};

OpenInput open(const std::string& input, const InspectOptions& options,
               filter::FilterSource& filters) {
  location::Inference inferred;
  OpenInput opened{
      store::open_source(
          input, {.connections = options.connections, .follow_external = options.follow_external},
          filters, &inferred),
      {}};
  opened.inference = describe(inferred);
  const bool is_served = inferred.implementation == location::Implementation::dap2 ||
                         inferred.implementation == location::Implementation::dap4;
  if (!is_served) opened.inference.format = opened.dataset->schema().format;
  return opened;
}

/// Returns nothing also for a damaged index of chunks, which makes its variable unreadable.
std::optional<LayoutInfo> find_layout(model::Source& dataset, std::size_t cells) {
  try {
    const auto layout = dataset.file_layout();
    if (!layout) return std::nullopt;
    return ops::describe_layout(*layout, dataset.schema(), cells);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::corrupt) throw;
    return std::nullopt;
  }
}

}  // namespace

Inference infer(const std::string& location, const InspectOptions& options) {
  return base::library_call(options.stop, [&] {
    plugin::PluginFilters plugins;
    return open(location, options, plugins).inference;
  });
}

FileInfo inspect_file(const std::string& input, const InspectOptions& options) {
  return base::library_call(options.stop, [&] {
    plugin::PluginFilters plugins;
    OpenInput opened = open(input, options, plugins);
    const auto& dataset = opened.dataset;
    const Schema& schema = dataset->schema();
    FileInfo info;
    info.input = base::without_secrets(input);
    info.format = schema.format;
    info.inference = std::move(opened.inference);
    info.notes = info.inference.notes;
    info.layout = find_layout(*dataset, options.map_chunks ? picture_cells : 0);
    std::map<std::uint32_t, FilterOfFile> filters;
    for (VariableId id = 0; id < schema.variables.size(); ++id) {
      base::throw_if_stopped();
      info.variables.push_back(variable_info(schema, id));
      set_stored_bytes(*dataset, id, info.variables.back());
      for (const StoredFilter& stored : schema.variables[id].filters) {
        const auto [found, is_new] = filters.try_emplace(stored.id);
        if (is_new) found->second = filter_of_file(stored.id);
        found->second.variables.push_back(info.variables.back().path);
      }
    }
    info.groups = add_up_groups(schema, info.variables);
    if (options.map_chunks) add_chunk_maps(*dataset, info.variables);
    for (auto& [id, filter] : filters) info.filters.push_back(std::move(filter));
    for (const model::Finding& finding : schema.findings) info.notes.push_back(finding.message());
    info.unreadable_codecs = find_unreadable_codecs(*dataset);
    return info;
  });
}

// ---- As JSON ----

using base::json_text_or_null;

void fields(auto& archive, ChunkMapCell& cell) {
  archive("chunks", cell.chunks, "raw_bytes", cell.raw_bytes, "stored_bytes", cell.stored_bytes);
}

void fields(auto& archive, ChunkMap& map) {
  archive("down", map.down, "across", map.across, "cells", map.cells);
}

void fields(auto& archive, VariableInfo& variable) {
  archive("path", variable.path, "type", variable.type, "long_name",
          json_text_or_null(variable.long_name), "units", json_text_or_null(variable.units),
          "shape", variable.shape, "chunks", variable.chunks, "shards", variable.shards, "filters",
          variable.filters, "raw_bytes", variable.raw_bytes, "stored_bytes", variable.stored_bytes,
          "codecs", base::embedded(variable.codecs), "fault", base::unless_empty(variable.fault),
          "chunk_map", base::unless_empty(variable.chunk_map));
}

void fields(auto& archive, GroupInfo& group) {
  archive("path", group.path, "variables", group.variables, "raw_bytes", group.raw_bytes,
          "stored_bytes", group.stored_bytes);
}

void fields(auto& archive, FilterOfFile& filter) {
  archive("id", filter.id, "name", json_text_or_null(filter.name), "provided_by",
          json_text_or_null(filter.provided_by), "readable_here", filter.is_readable_here,
          "readable_by_stock_netcdf", filter.is_readable_by_stock_netcdf, "variables",
          filter.variables);
}

void fields(auto& archive, UnreadableCodec& codec) {
  archive("name", codec.name, "variables", codec.variables);
}

void fields(auto& archive, MetadataRequests& block) {
  archive("block_bytes", block.block_bytes, "requests", block.requests);
}

void fields(auto& archive, LayoutCell& cell) {
  archive("metadata_bytes", cell.metadata_bytes, "values_bytes", cell.values_bytes, "other_bytes",
          cell.other_bytes, "variable", json_text_or_null(cell.variable));
}

void fields(auto& archive, LayoutInfo& layout) {
  archive("file_bytes", layout.file_bytes, "page_bytes", layout.page_bytes, "consolidated",
          layout.is_consolidated, "strategy", layout.strategy, "free_bytes", layout.free_bytes,
          "metadata_bytes", layout.metadata_bytes, "metadata_places", layout.metadata_places,
          "metadata_begin", layout.metadata_begin, "metadata_end", layout.metadata_end,
          "values_begin", layout.values_begin, "values_bytes", layout.values_bytes, "other_bytes",
          layout.other_bytes, "requests", layout.requests, "cells",
          base::unless_empty(layout.cells));
}

void fields(auto& archive, Inference& inference) {
  archive("implementation", inference.implementation, "format", inference.format, "by",
          inference.by, "why", inference.why, "canonical", inference.canonical, "notes",
          inference.notes);
}

void fields(auto& archive, FileInfo& info) {
  archive("input", info.input, "format", info.format, "inference", info.inference, "variables",
          info.variables, "groups", info.groups, "filters", info.filters, "unreadable_codecs",
          info.unreadable_codecs, "notes", info.notes, "layout", base::unless_empty(info.layout));
}

std::string format_file_info_json(const FileInfo& info) { return format_record(info); }

std::string format_inference_json(const Inference& inference) { return format_record(inference); }

}  // namespace ncf
