// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/json/json.hpp"
#include "ncf/info.hpp"
#include "ops/info/inference.hpp"
#include "ops/report/report_json.hpp"

namespace ncf {
namespace {

using base::Json;
using base::json_list;
using base::json_object;
using base::json_text_or_null;

Json cell_json(const ChunkMapCell& cell) {
  return json_object({{"chunks", cell.chunks},
                      {"raw_bytes", cell.raw_bytes},
                      {"stored_bytes", cell.stored_bytes}});
}

Json map_json(const ChunkMap& map) {
  return json_object({{"down", ops::map_axis_json(map.down)},
                      {"across", ops::map_axis_json(map.across)},
                      {"cells", json_list(map.cells, cell_json)}});
}

Json variable_json(const VariableInfo& variable) {
  Json json = json_object({{"path", variable.path},
                           {"type", variable.type},
                           {"long_name", json_text_or_null(variable.long_name)},
                           {"units", json_text_or_null(variable.units)},
                           {"shape", variable.shape},
                           {"chunks", variable.chunks},
                           {"shards", variable.shards},
                           {"filters", ops::filters_json(variable.filters)},
                           {"raw_bytes", variable.raw_bytes},
                           {"stored_bytes", variable.stored_bytes}});
  if (!variable.codecs.empty()) json.add("codecs", base::parse_json(variable.codecs));
  if (!variable.fault.empty()) json.add("fault", variable.fault);
  if (variable.chunk_map) json.add("chunk_map", map_json(*variable.chunk_map));
  return json;
}

Json group_json(const GroupInfo& group) {
  return json_object({{"path", group.path},
                      {"variables", group.variables},
                      {"raw_bytes", group.raw_bytes},
                      {"stored_bytes", group.stored_bytes}});
}

Json used_filter_json(const FilterOfFile& filter) {
  return json_object({{"id", filter.id},
                      {"name", json_text_or_null(filter.name)},
                      {"provided_by", json_text_or_null(filter.provided_by)},
                      {"readable_here", filter.is_readable_here},
                      {"readable_by_stock_netcdf", filter.is_readable_by_stock_netcdf},
                      {"variables", filter.variables}});
}

Json codec_json(const UnreadableCodec& codec) {
  return json_object({{"name", codec.name}, {"variables", codec.variables}});
}

Json requests_json(const MetadataRequests& block) {
  return json_object({{"block_bytes", block.block_bytes}, {"requests", block.requests}});
}

Json layout_cell_json(const LayoutCell& cell) {
  return json_object({{"metadata_bytes", cell.metadata_bytes},
                      {"values_bytes", cell.values_bytes},
                      {"other_bytes", cell.other_bytes},
                      {"variable", json_text_or_null(cell.variable)}});
}

Json layout_json(const LayoutInfo& layout) {
  Json json = json_object({{"file_bytes", layout.file_bytes},
                           {"page_bytes", layout.page_bytes},
                           {"consolidated", layout.is_consolidated},
                           {"strategy", layout.strategy},
                           {"free_bytes", layout.free_bytes},
                           {"metadata_bytes", layout.metadata_bytes},
                           {"metadata_places", layout.metadata_places},
                           {"metadata_begin", layout.metadata_begin},
                           {"metadata_end", layout.metadata_end},
                           {"values_begin", layout.values_begin},
                           {"values_bytes", layout.values_bytes},
                           {"other_bytes", layout.other_bytes},
                           {"requests", json_list(layout.requests, requests_json)}});
  if (!layout.cells.empty()) json.add("cells", json_list(layout.cells, layout_cell_json));
  return json;
}

}  // namespace

std::string format_file_info_json(const FileInfo& info) {
  Json json = json_object({{"input", info.input},
                           {"format", format_name(info.format)},
                           {"inference", ops::inference_json(info.inference)},
                           {"variables", json_list(info.variables, variable_json)},
                           {"groups", json_list(info.groups, group_json)},
                           {"filters", json_list(info.filters, used_filter_json)},
                           {"unreadable_codecs", json_list(info.unreadable_codecs, codec_json)},
                           {"notes", info.notes}});
  if (info.layout) json.add("layout", layout_json(*info.layout));
  return format_json(json, base::JsonTexts::standard);
}

}  // namespace ncf
