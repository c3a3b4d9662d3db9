// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "base/json/json.hpp"
#include "ncf/escape_controls.hpp"
#include "ncf/info.hpp"
#include "ops/info/file_parts.hpp"
#include "ops/info/inference.hpp"
#include "ops/quantities.hpp"
#include "ops/report_json.hpp"
#include "ops/text_table.hpp"

namespace ncf {
namespace {

using base::Json;
using base::json_list;
using base::json_object;
using base::json_text_or_null;

ops::TableRow row_of(const VariableInfo& variable) {
  return {variable.path,
          variable.type,
          ops::format_lengths(variable.shape, "scalar"),
          ops::format_chunks(variable.chunks, variable.shards, ""),
          ops::filters_of(variable),
          ops::format_bytes(variable.raw_bytes),
          variable.stored_bytes == 0 ? "" : ops::format_bytes(variable.stored_bytes),
          ops::format_ratio(variable.raw_bytes, variable.stored_bytes)};
}

ops::TableRow row_of_all(const FileInfo& info) {
  const GroupInfo all = ops::add_up(info);
  return {"all variables",
          "",
          "",
          "",
          "",
          ops::format_bytes(all.raw_bytes),
          ops::format_bytes(all.stored_bytes),
          ops::format_ratio(all.raw_bytes, all.stored_bytes)};
}

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

}  // namespace

std::string format_file_info(const FileInfo& info, std::size_t width) {
  std::vector<ops::TableRow> rows{
      {"variable", "type", "shape", "chunks", "filters", "raw", "stored", "raw/stored"}};
  for (const VariableInfo& variable : info.variables) rows.push_back(row_of(variable));
  rows.push_back(row_of_all(info));
  std::string remarks;
  for (const std::string& remark : ops::remarks_of(info)) remarks += escape_controls(remark) + '\n';
  return fmt::format("{} ({})\n{}\n\n{}{}{}", info.input, format_name(info.format),
                     ops::inference_line(info), ops::format_table(rows, {.width = width}),
                     remarks.empty() ? "" : "\n", remarks);
}

std::string format_file_info_json(const FileInfo& info) {
  const Json json =
      json_object({{"input", info.input},
                   {"format", format_name(info.format)},
                   {"inference", ops::inference_json(info.inference)},
                   {"variables", json_list(info.variables, variable_json)},
                   {"groups", json_list(info.groups, group_json)},
                   {"filters", json_list(info.filters, used_filter_json)},
                   {"unreadable_codecs", json_list(info.unreadable_codecs, codec_json)},
                   {"notes", info.notes}});
  return format_json(json, base::JsonTexts::standard);
}

}  // namespace ncf
