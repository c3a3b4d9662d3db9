// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <numeric>

#include "base/text/format_count.hpp"
#include "ncf/info.hpp"
#include "ops/info/file_parts.hpp"
#include "ops/info/layout.hpp"
#include "ops/page/map_axis.hpp"
#include "ops/page/page.hpp"
#include "ops/report/quantities.hpp"

namespace ncf {
namespace {

using ops::format_bytes;
using ops::format_ratio;
using ops::page::Html;
using ops::page::Map;

/// Cells of maps have a colour for the ratios from one of these to the next. The strongest colour
/// is for variables that do not compress.
constexpr double ratio_steps[] = {1.1, 1.5, 2, 3, 5, 10, 20, 50};
static_assert(std::size(ratio_steps) + 1 == ops::page::color_count);

std::size_t color_of(double ratio) {
  const auto* const above = std::upper_bound(std::begin(ratio_steps), std::end(ratio_steps), ratio);
  return static_cast<std::size_t>(std::end(ratio_steps) - above);
}

double ratio_of(const ChunkMapCell& cell) {
  return static_cast<double>(cell.raw_bytes) / static_cast<double>(cell.stored_bytes);
}

std::vector<ops::page::Color> ratio_legend() {
  std::vector<ops::page::Color> legend{{color_of(0), fmt::format("below {}", ratio_steps[0])}};
  for (std::size_t i = 0; i + 1 < std::size(ratio_steps); ++i) {
    legend.push_back(
        {color_of(ratio_steps[i]), fmt::format("{} to {}", ratio_steps[i], ratio_steps[i + 1])});
  }
  const double last = ratio_steps[std::size(ratio_steps) - 1];
  legend.push_back({color_of(last), fmt::format("{} and more", last)});
  legend.push_back({std::nullopt, "not stored"});
  return legend;
}

/// Returns the variables by the space that they take, most first.
std::vector<std::size_t> by_size(const FileInfo& info) {
  std::vector<std::size_t> order(info.variables.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
    return info.variables[a].stored_bytes > info.variables[b].stored_bytes;
  });
  return order;
}

double share(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

Html share_cell(std::uint64_t part, std::uint64_t whole) {
  constexpr double percent = 100;
  const double of_whole = share(part, whole);
  return Html(fmt::format("{:.1f} %", percent * of_whole)) + ops::page::bar(of_whole);
}

Html format_groups(const FileInfo& info) {
  if (info.groups.size() < 2) return {};
  const GroupInfo all = ops::add_up(info);
  ops::page::Table table{"Groups, without the groups in them",
                         {{"group"},
                          {"variables", true},
                          {"raw", true},
                          {"stored", true},
                          {"raw/stored", true},
                          {"share of the file"}}};
  for (const GroupInfo& group : info.groups) {
    table.add({ops::page::name(group.path), ops::page::number(group.variables),
               ops::page::number(group.raw_bytes, format_bytes(group.raw_bytes)),
               ops::page::number(group.stored_bytes, format_bytes(group.stored_bytes)),
               format_ratio(group.raw_bytes, group.stored_bytes),
               share_cell(group.stored_bytes, all.stored_bytes)});
  }
  return ops::page::section("Bytes by group", ops::page::table(table));
}

Html format_variables(const FileInfo& info) {
  const GroupInfo all = ops::add_up(info);
  ops::page::Table table{"Variables, the largest first",
                         {{"variable"},
                          {"raw", true},
                          {"stored", true},
                          {"raw/stored", true},
                          {"share of the file"},
                          {"type"},
                          {"shape"},
                          {"chunks"},
                          {"filters"}}};
  for (const std::size_t i : by_size(info)) {
    const VariableInfo& variable = info.variables[i];
    const Html path = ops::page::name(variable.path);
    table.add({variable.chunk_map ? ops::page::link("variable", i, path) : path,
               ops::page::number(variable.raw_bytes, format_bytes(variable.raw_bytes)),
               ops::page::number(variable.stored_bytes, format_bytes(variable.stored_bytes)),
               format_ratio(variable.raw_bytes, variable.stored_bytes),
               share_cell(variable.stored_bytes, all.stored_bytes), ops::page::name(variable.type),
               ops::format_lengths(variable.shape, "scalar"),
               ops::format_chunks(variable.chunks, variable.shards, "-"),
               ops::filters_of(variable)});
  }
  return ops::page::section("Bytes by variable", ops::page::table(table));
}

/// Returns the variables that filters could make smaller, or that no filter suits.
Html format_incompressible(const FileInfo& info) {
  constexpr double little = 0.01;
  const GroupInfo all = ops::add_up(info);
  std::vector<Html> items;
  for (const std::size_t i : by_size(info)) {
    const VariableInfo& variable = info.variables[i];
    const double ratio = share(variable.raw_bytes, variable.stored_bytes);
    if (share(variable.stored_bytes, all.stored_bytes) < little || ratio >= ratio_steps[0]) {
      continue;
    }
    const std::string filters =
        variable.filters.empty() && variable.codecs.empty()
            ? "has no filter"
            : fmt::format("has {}, and raw/stored is {}", ops::filters_of(variable),
                          format_ratio(variable.raw_bytes, variable.stored_bytes));
    items.push_back(ops::page::name(variable.path) +
                    fmt::format(": {}, {}", format_bytes(variable.stored_bytes), filters));
  }
  if (items.empty()) return {};
  return ops::page::section(
      "What is not compressed",
      ops::page::paragraph("These variables take as much space as their values, or nearly so. "
                           "\"ncfinfo tune\" tries which filters suit them.") +
          ops::page::list(items));
}

ops::page::Table table_of(const ChunkMap& map) {
  ops::page::Table table{
      "The cells of the map",
      {{"chunks"}, {"stored chunks", true}, {"raw", true}, {"stored", true}, {"raw/stored", true}}};
  for (std::size_t i = 0; i < map.cells.size(); ++i) {
    const ChunkMapCell& cell = map.cells[i];
    table.add({ops::name_cell(map.down, map.across, i), ops::page::number(cell.chunks),
               ops::page::number(cell.raw_bytes, format_bytes(cell.raw_bytes)),
               ops::page::number(cell.stored_bytes, format_bytes(cell.stored_bytes)),
               format_ratio(cell.raw_bytes, cell.stored_bytes)});
  }
  return table;
}

Html format_chunk_map(const std::string& path, const ChunkMap& chunks) {
  Map map;
  map.label =
      fmt::format("Map of the chunks of {}, raw/stored by position; its numbers follow", path);
  map.columns = chunks.across.cells;
  map.axes = ops::describe_axes(chunks.down, chunks.across, "chunks");
  map.legend = ratio_legend();
  for (std::size_t i = 0; i < chunks.cells.size(); ++i) {
    const ChunkMapCell& cell = chunks.cells[i];
    const std::string cell_name = ops::name_cell(chunks.down, chunks.across, i);
    if (cell.stored_bytes == 0) {
      map.cells.push_back({std::nullopt, cell_name + ": not stored"});
      continue;
    }
    map.cells.push_back(
        {color_of(ratio_of(cell)), fmt::format("{}: raw/stored {}", cell_name,
                                               format_ratio(cell.raw_bytes, cell.stored_bytes))});
  }
  return ops::page::map(map) +
         ops::page::details("Numbers of this map", ops::page::table(table_of(chunks)));
}

Html format_chunk_maps(const FileInfo& info) {
  Html maps;
  for (const std::size_t i : by_size(info)) {
    const VariableInfo& variable = info.variables[i];
    if (!variable.chunk_map) continue;
    maps += ops::page::element("h3", {{"id", ops::page::id_of("variable", i)}},
                               ops::page::name(variable.path)) +
            format_chunk_map(variable.path, *variable.chunk_map);
  }
  if (maps.is_empty()) return {};
  return ops::page::section(
      "How well chunks compress",
      ops::page::paragraph("Each cell is a chunk, or several neighbouring chunks of a large "
                           "variable, coloured by raw/stored. Only two dimensions are shown; "
                           "chunks along others are added up.") +
          maps);
}

constexpr std::size_t metadata_color = 8;
constexpr std::size_t values_color = 2;

std::optional<std::size_t> color_of(const LayoutCell& cell) {
  if (cell.metadata_bytes > 0) return metadata_color;
  if (cell.values_bytes > 0) return values_color;
  return std::nullopt;
}

std::string describe(const LayoutCell& cell) {
  return fmt::format("metadata {}, values {}{}{}, other {}", format_bytes(cell.metadata_bytes),
                     format_bytes(cell.values_bytes), cell.variable.empty() ? "" : " of ",
                     cell.variable, format_bytes(cell.other_bytes));
}

ops::page::Table table_of(const std::vector<LayoutCell>& cells) {
  ops::page::Table table{"The parts of the file, from the first byte to the last",
                         {{"part", true},
                          {"metadata", true},
                          {"values", true},
                          {"free or of variable length", true},
                          {"variable"}}};
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const auto bytes = [](std::uint64_t count) {
      return ops::page::number(count, format_bytes(count));
    };
    table.add({ops::page::number(i + 1), bytes(cells[i].metadata_bytes),
               bytes(cells[i].values_bytes), bytes(cells[i].other_bytes),
               ops::page::name(cells[i].variable)});
  }
  return table;
}

Html format_layout(const LayoutInfo& layout) {
  Map map;
  map.label = "Picture of the file from its first byte to its last; its numbers follow";
  constexpr std::size_t columns = 64;
  map.columns = columns;
  map.axes = "row by row, from the first byte of the file to the last";
  map.legend = {{metadata_color, "metadata"},
                {values_color, "values"},
                {std::nullopt, "free or of variable length"}};
  for (const LayoutCell& cell : layout.cells) map.cells.push_back({color_of(cell), describe(cell)});
  const std::vector<std::string> lines = ops::layout_lines(layout);
  return ops::page::section(
      "Where metadata are in the file",
      ops::page::list({lines.begin(), lines.end()}) + ops::page::map(map) +
          ops::page::details("Numbers of this picture", ops::page::table(table_of(layout.cells))));
}

Html format_remarks(const FileInfo& info) {
  const std::vector<std::string> remarks = ops::remarks_of(info);
  if (remarks.empty()) return {};
  return ops::page::section("Remarks", ops::page::list({remarks.begin(), remarks.end()}));
}

}  // namespace

std::string format_file_info_html(const FileInfo& info) {
  const GroupInfo all = ops::add_up(info);
  const std::string summary =
      fmt::format("{}, {}: {} of values, stored in {}, raw/stored {}", format_name(info.format),
                  base::format_count(all.variables, "variable"), format_bytes(all.raw_bytes),
                  format_bytes(all.stored_bytes), format_ratio(all.raw_bytes, all.stored_bytes));
  return ops::page::format_page(
      info.input, ops::page::paragraph(summary) + format_groups(info) + format_variables(info) +
                      (info.layout ? format_layout(*info.layout) : Html()) +
                      format_incompressible(info) + format_chunk_maps(info) + format_remarks(info));
}

}  // namespace ncf
