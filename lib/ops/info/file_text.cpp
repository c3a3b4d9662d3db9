// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "filter/describe.hpp"
#include "ncf/escape_controls.hpp"
#include "ncf/info.hpp"
#include "ops/filter_json.hpp"
#include "ops/quantities.hpp"
#include "ops/text_table.hpp"

namespace ncf {
namespace {

using Json = nlohmann::ordered_json;

std::string title(const FilterOfFile& filter) {
  return filter.name.empty() ? fmt::format("filter {}", filter.id)
                             : fmt::format("{} ({})", filter.name, filter.id);
}

/// One line for each filter that `who` cannot read. is_readable: whether `who` can.
std::string unreadable(const FileInfo& info, std::string_view who,
                       bool FilterOfFile::*is_readable) {
  std::string text;
  for (const FilterOfFile& filter : info.filters) {
    if (filter.*is_readable) continue;
    text += fmt::format("{} cannot read {}, of {}{}\n", who, title(filter),
                        ops::format_few(filter.variables),
                        filter.provided_by.empty() ? "" : "; it is in " + filter.provided_by);
  }
  return text;
}

std::string unreadable_codecs(const FileInfo& info) {
  std::string text;
  for (const UnreadableCodec& codec : info.unreadable_codecs) {
    text += fmt::format("this machine cannot read codec {}, of {}\n", codec.name,
                        ops::format_few(codec.variables));
  }
  return text;
}

/// One line per variable whose values cannot be read.
std::string faults(const FileInfo& info) {
  std::string text;
  for (const VariableInfo& variable : info.variables) {
    if (variable.fault.empty()) continue;
    text += escape_controls(fmt::format("{}: {}", variable.path, variable.fault)) + '\n';
  }
  return text;
}

std::string notes(const FileInfo& info) {
  std::string text;
  for (const std::string& note : info.notes) text += escape_controls(note) + '\n';
  return text;
}

/// Codecs without an equivalent filter are shown as stored.
std::string filters_of(const VariableInfo& variable) {
  const bool are_codecs_alone = variable.filters.empty() && !variable.codecs.empty();
  return are_codecs_alone ? variable.codecs : filter::describe(variable.filters);
}

ops::TableRow row_of(const VariableInfo& variable) {
  return {variable.path,
          variable.type,
          ops::format_lengths(variable.shape, "scalar"),
          ops::format_chunks(variable.chunks, variable.shards, ""),
          filters_of(variable),
          ops::format_bytes(variable.raw_bytes),
          variable.stored_bytes == 0 ? "" : ops::format_bytes(variable.stored_bytes),
          ops::format_ratio(variable.raw_bytes, variable.stored_bytes)};
}

ops::TableRow row_of_all(const FileInfo& info) {
  std::uint64_t raw = 0;
  std::uint64_t stored = 0;
  for (const VariableInfo& variable : info.variables) {
    raw += variable.raw_bytes;
    stored += variable.stored_bytes;
  }
  return {"all variables",
          "",
          "",
          "",
          "",
          ops::format_bytes(raw),
          ops::format_bytes(stored),
          ops::format_ratio(raw, stored)};
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
  return json;
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
  const std::string who_cannot =
      unreadable(info, "this machine", &FilterOfFile::is_readable_here) + unreadable_codecs(info) +
      unreadable(info, "a stock netCDF", &FilterOfFile::is_readable_by_stock_netcdf) +
      faults(info) + notes(info);
  return fmt::format("{} ({})\n\n{}{}{}", info.input, format_name(info.format),
                     ops::format_table(rows, {.width = width}), who_cannot.empty() ? "" : "\n",
                     who_cannot);
}

std::string format_file_info_json(const FileInfo& info) {
  Json json = {{"input", info.input},
               {"format", format_name(info.format)},
               {"variables", Json::array()},
               {"filters", Json::array()},
               {"unreadable_codecs", Json::array()},
               {"notes", info.notes}};
  for (const VariableInfo& variable : info.variables) {
    json["variables"].push_back(to_json(variable));
  }
  for (const FilterOfFile& filter : info.filters) json["filters"].push_back(to_json(filter));
  for (const UnreadableCodec& codec : info.unreadable_codecs) {
    json["unreadable_codecs"].push_back({{"name", codec.name}, {"variables", codec.variables}});
  }
  // File and variable names may contain invalid UTF-8, which is replaced.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace ncf
