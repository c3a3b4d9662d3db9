// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "ncf/escape_controls.hpp"
#include "ncf/info.hpp"
#include "ops/filter_json.hpp"
#include "ops/info/file_parts.hpp"
#include "ops/map_axis_json.hpp"
#include "ops/quantities.hpp"
#include "ops/text_table.hpp"

namespace ncf {
namespace {

using Json = nlohmann::ordered_json;

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

Json to_json(const ChunkMap& map) {
  Json json = {{"down", ops::map_axis_json(map.down)},
               {"across", ops::map_axis_json(map.across)},
               {"cells", Json::array()}};
  for (const ChunkMapCell& cell : map.cells) {
    json["cells"].push_back({{"chunks", cell.chunks},
                             {"raw_bytes", cell.raw_bytes},
                             {"stored_bytes", cell.stored_bytes}});
  }
  return json;
}

Json to_json(const VariableInfo& variable) {
  Json json = {{"path", variable.path},           {"type", variable.type},
               {"shape", variable.shape},         {"chunks", variable.chunks},
               {"shards", variable.shards},       {"filters", ops::filters_json(variable.filters)},
               {"raw_bytes", variable.raw_bytes}, {"stored_bytes", variable.stored_bytes}};
  if (!variable.codecs.empty()) {
    json["codecs"] = Json::parse(variable.codecs, nullptr, /*allow_exceptions=*/false);
  }
  if (!variable.fault.empty()) json["fault"] = variable.fault;
  if (variable.chunk_map) json["chunk_map"] = to_json(*variable.chunk_map);
  return json;
}

Json to_json(const GroupInfo& group) {
  return {{"path", group.path},
          {"variables", group.variables},
          {"raw_bytes", group.raw_bytes},
          {"stored_bytes", group.stored_bytes}};
}

Json to_json(const FilterOfFile& filter) {
  return {{"id", filter.id},
          {"name", filter.name.empty() ? Json() : Json(filter.name)},
          {"provided_by", filter.provided_by.empty() ? Json() : Json(filter.provided_by)},
          {"readable_here", filter.is_readable_here},
          {"readable_by_stock_netcdf", filter.is_readable_by_stock_netcdf},
          {"variables", filter.variables}};
}

}  // namespace

std::string format_file_info(const FileInfo& info, std::size_t width) {
  std::vector<ops::TableRow> rows{
      {"variable", "type", "shape", "chunks", "filters", "raw", "stored", "raw/stored"}};
  for (const VariableInfo& variable : info.variables) rows.push_back(row_of(variable));
  rows.push_back(row_of_all(info));
  std::string remarks;
  for (const std::string& remark : ops::remarks_of(info)) remarks += escape_controls(remark) + '\n';
  return fmt::format("{} ({})\n\n{}{}{}", info.input, format_name(info.format),
                     ops::format_table(rows, {.width = width}), remarks.empty() ? "" : "\n",
                     remarks);
}

std::string format_file_info_json(const FileInfo& info) {
  Json json = {{"input", info.input},        {"format", format_name(info.format)},
               {"variables", Json::array()}, {"groups", Json::array()},
               {"filters", Json::array()},   {"unreadable_codecs", Json::array()},
               {"notes", info.notes}};
  for (const VariableInfo& variable : info.variables) {
    json["variables"].push_back(to_json(variable));
  }
  for (const GroupInfo& group : info.groups) json["groups"].push_back(to_json(group));
  for (const FilterOfFile& filter : info.filters) json["filters"].push_back(to_json(filter));
  for (const UnreadableCodec& codec : info.unreadable_codecs) {
    json["unreadable_codecs"].push_back({{"name", codec.name}, {"variables", codec.variables}});
  }
  // File and variable names may contain invalid UTF-8, which is replaced.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace ncf
