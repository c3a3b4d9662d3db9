// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <string_view>

#include "base/text/messages.hpp"
#include "filter/registry/registry.hpp"
#include "ncf/info.hpp"
#include "ops/info/layout.hpp"
#include "ops/page/page.hpp"
#include "ops/page/report_document.hpp"
#include "ops/report/quantities.hpp"
#include "ops/values/coordinate_texts.hpp"

namespace ncf {
namespace {

namespace page = ops::page;
using ops::format_bytes;
using ops::format_few;
using ops::format_ratio;
using page::Document;
using page::Html;
using page::Map;
using page::numbers;
using page::Shown;
using page::Table;

// ---- Pictures of how a file is stored ----

/// Variables whose raw/stored is less than this are not compressed.
constexpr double least_ratio = 1.1;

/// Cells of maps have a colour for the ratios from one of these to the next. The strongest colour
/// is for variables that do not compress.
constexpr double ratio_steps[] = {least_ratio, 1.5, 2, 3, 5, 10, 20, 50};
static_assert(std::size(ratio_steps) + 1 == page::color_count);

std::size_t color_of(double ratio) {
  const auto* const above = std::upper_bound(std::begin(ratio_steps), std::end(ratio_steps), ratio);
  return static_cast<std::size_t>(std::end(ratio_steps) - above);
}

double ratio_of(const ChunkMapCell& cell) {
  return static_cast<double>(cell.raw_bytes) / static_cast<double>(cell.stored_bytes);
}

constexpr std::size_t metadata_color = 8;
constexpr std::size_t values_color = 2;

std::optional<std::size_t> color_of(const LayoutCell& cell) {
  if (cell.metadata_bytes > 0) return metadata_color;
  if (cell.values_bytes > 0) return values_color;
  return std::nullopt;
}

/// Returns a map with a table of its numbers.
Html with_numbers(const Map& map, const char* summary, const Table& table) {
  return page::map(map) + page::details(summary, page::table(table));
}

/// Returns the meaning of the colours in the maps of chunks.
Html ratio_legend() {
  std::vector<page::Color> legend{{color_of(0), fmt::format("below {}", ratio_steps[0])}};
  for (std::size_t i = 0; i + 1 < std::size(ratio_steps); ++i) {
    legend.push_back(
        {color_of(ratio_steps[i]), fmt::format("{} to {}", ratio_steps[i], ratio_steps[i + 1])});
  }
  const double last = ratio_steps[std::size(ratio_steps) - 1];
  legend.push_back({color_of(last), fmt::format("{} and more", last)});
  legend.push_back({std::nullopt, "not stored"});
  return page::legend(legend);
}

/// Returns a map of how well the chunks of a variable compress, with a table of its numbers.
Html chunk_picture(const std::string& path, const ChunkMap& chunks) {
  Table table{"The cells of the map",
              page::columns("chunks", numbers("stored chunks"), numbers("raw"), numbers("stored"),
                            numbers("raw/stored"))};
  Map map{fmt::format("Map of the chunks of {}, raw/stored by position; its numbers follow", path),
          chunks.down,
          chunks.across,
          {},
          ops::describe_axes(chunks.down, chunks.across, "chunks")};
  for (std::size_t i = 0; i < chunks.cells.size(); ++i) {
    const ChunkMapCell& cell = chunks.cells[i];
    table.add({ops::name_cell(chunks.down, chunks.across, i), page::number(cell.chunks),
               page::bytes(cell.raw_bytes), page::bytes(cell.stored_bytes),
               format_ratio(cell.raw_bytes, cell.stored_bytes)});
    map.colors.push_back(cell.stored_bytes == 0 ? std::nullopt
                                                : std::optional(color_of(ratio_of(cell))));
  }
  return with_numbers(map, "Numbers of this map", table);
}

/// Returns what is where in a file, with a table of its numbers.
Html layout_picture(const std::vector<LayoutCell>& cells) {
  constexpr std::size_t columns = 64;
  Table table{"The parts of the file, from the first byte to the last",
              page::columns(numbers("part"), numbers("metadata"), numbers("values"),
                            numbers("free or of variable length"), "variable")};
  Map map{"Picture of the file from its first byte to its last; its numbers follow",
          {},
          {"", columns, columns},
          {},
          Html("Row by row, from the first byte of the file to the last.") +
              page::legend({{metadata_color, "metadata"},
                            {values_color, "values"},
                            {std::nullopt, "free or of variable length"}})};
  for (const LayoutCell& cell : cells) {
    map.colors.push_back(color_of(cell));
    table.add({page::number(map.colors.size()), page::bytes(cell.metadata_bytes),
               page::bytes(cell.values_bytes), page::bytes(cell.other_bytes),
               page::name(cell.variable)});
  }
  map.colors.resize((map.colors.size() + columns - 1) / columns * columns);
  return with_numbers(map, "Numbers of this picture", table);
}

// ---- The parts of the report ----

/// Returns the filters in words. Codecs without an equivalent filter are shown as stored.
std::string filters_of(const VariableInfo& variable) {
  const bool are_codecs_alone = variable.filters.empty() && !variable.codecs.empty();
  return are_codecs_alone ? variable.codecs : filter::describe(variable.filters);
}

/// Returns the sums for all variables.
GroupInfo add_up(const FileInfo& info) {
  GroupInfo all;
  all.variables = info.variables.size();
  for (const GroupInfo& group : info.groups) {
    all.raw_bytes += group.raw_bytes;
    all.stored_bytes += group.stored_bytes;
  }
  return all;
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
  return Html(fmt::format("{:.1f} %", percent * of_whole)) + page::bar(of_whole);
}

void add_groups(const FileInfo& info, Document& document) {
  if (info.groups.size() < 2) return;
  const GroupInfo all = add_up(info);
  Table table{"Groups, without the groups in them",
              page::columns("group", numbers("variables"), numbers("raw"), numbers("stored"),
                            numbers("raw/stored"), "share of the file")};
  for (const GroupInfo& group : info.groups) {
    table.add({page::name(group.path), page::number(group.variables), page::bytes(group.raw_bytes),
               page::bytes(group.stored_bytes), format_ratio(group.raw_bytes, group.stored_bytes),
               share_cell(group.stored_bytes, all.stored_bytes)});
  }
  document.section("Bytes by group");
  document.table(table, Shown::on_page);
}

std::vector<Html> row_of(const FileInfo& info, std::size_t number, const GroupInfo& all) {
  const VariableInfo& variable = info.variables[number];
  const Html path = page::name(variable.path);
  const Html stored = page::bytes(variable.stored_bytes);
  const Html heading = variable.chunk_map ? page::link("variable", number, path) : path;
  return {page::variable(variable.path, heading, variable.long_name, variable.units),
          page::name(variable.type),
          ops::format_lengths(variable.shape, "scalar"),
          ops::format_chunks(variable.chunks, variable.shards, "-"),
          filters_of(variable),
          page::bytes(variable.raw_bytes),
          variable.stored_bytes == 0 ? stored.with_words("-") : stored,
          format_ratio(variable.raw_bytes, variable.stored_bytes),
          share_cell(variable.stored_bytes, all.stored_bytes)};
}

/// The text has the order of the file and a last row with the sums, the page that of the sizes.
void add_variables(const FileInfo& info, Document& document) {
  const GroupInfo all = add_up(info);
  Table table{"Variables, the largest first",
              page::columns("variable", "type", "shape", "chunks", "filters", numbers("raw"),
                            numbers("stored"), numbers("raw/stored"),
                            page::Column{"share of the file", false, Shown::on_page}),
              {},
              {0, 5, 6, 7, 8, 1, 2, 3, 4}};
  for (std::size_t i = 0; i < info.variables.size(); ++i) {
    table.add(row_of(info, i, all), Shown::in_text);
  }
  table.add({"all variables", "", "", "", "", page::bytes(all.raw_bytes),
             page::bytes(all.stored_bytes), format_ratio(all.raw_bytes, all.stored_bytes), ""},
            Shown::in_text);
  for (const std::size_t i : by_size(info)) table.add(row_of(info, i, all), Shown::on_page);
  document.section("Bytes by variable");
  document.table(table);
}

void add_layout(const LayoutInfo& layout, Document& document) {
  const std::vector<std::string> lines = ops::layout_lines(layout);
  document.section("Where metadata are in the file");
  document.list({lines.begin(), lines.end()});
  document.on_page(layout_picture(layout.cells));
  document.gap();
}

/// Returns the variables that filters could make smaller, or that no filter suits.
void add_incompressible(const FileInfo& info, Document& document) {
  constexpr double little = 0.01;
  const GroupInfo all = add_up(info);
  std::vector<Html> items;
  for (const std::size_t i : by_size(info)) {
    const VariableInfo& variable = info.variables[i];
    const double ratio = share(variable.raw_bytes, variable.stored_bytes);
    if (share(variable.stored_bytes, all.stored_bytes) < little || ratio >= least_ratio) {
      continue;
    }
    const std::string filters =
        variable.filters.empty() && variable.codecs.empty()
            ? "has no filter"
            : fmt::format("has {}, and raw/stored is {}", filters_of(variable),
                          format_ratio(variable.raw_bytes, variable.stored_bytes));
    items.push_back(page::name(variable.path) +
                    fmt::format(": {}, {}", format_bytes(variable.stored_bytes), filters));
  }
  document.section("What is not compressed",
                   "These variables take as much space as their values, or nearly so. \"ncfinfo "
                   "tune\" tries which filters suit them.");
  document.list(items, Shown::on_page);
}

void add_chunk_pictures(const FileInfo& info, Document& document) {
  document.section("How well chunks compress",
                   "Each cell is a chunk, or several neighbouring chunks of a large variable, "
                   "coloured by raw/stored. Only two dimensions are shown; chunks along others are "
                   "added up.");
  std::vector<Html> pictures;
  for (const std::size_t i : by_size(info)) {
    const VariableInfo& variable = info.variables[i];
    if (!variable.chunk_map) continue;
    pictures.push_back(page::element("h3", {{"id", page::id_of("variable", i)}},
                                     page::variable(variable.path, page::name(variable.path),
                                                    variable.long_name, variable.units)) +
                       chunk_picture(variable.path, *variable.chunk_map));
  }
  if (!pictures.empty()) document.on_page(ratio_legend() + page::beside(pictures, true));
}

std::string title(const FilterOfFile& filter) {
  return filter.name.empty() ? fmt::format("filter {}", filter.id)
                             : fmt::format("{} ({})", filter.name, filter.id);
}

/// Adds one remark for each filter that `who` cannot read. is_readable: whether `who` can.
void add_unreadable(const FileInfo& info, std::string_view who, bool FilterOfFile::*is_readable,
                    std::vector<Html>& remarks) {
  for (const FilterOfFile& filter : info.filters) {
    if (filter.*is_readable) continue;
    remarks.emplace_back(
        fmt::format("{} cannot read {}, of {}{}", who, title(filter), format_few(filter.variables),
                    filter.provided_by.empty() ? "" : "; it is in " + filter.provided_by));
  }
}

/// Adds facts that the table of variables does not show: which readers cannot read which filters,
/// and notes.
void add_remarks(const FileInfo& info, Document& document) {
  std::vector<Html> remarks;
  add_unreadable(info, "this machine", &FilterOfFile::is_readable_here, remarks);
  for (const UnreadableCodec& codec : info.unreadable_codecs) {
    remarks.emplace_back(fmt::format("this machine cannot read codec {}, of {}", codec.name,
                                     format_few(codec.variables)));
  }
  add_unreadable(info, "a stock netCDF", &FilterOfFile::is_readable_by_stock_netcdf, remarks);
  for (const VariableInfo& variable : info.variables) {
    if (!variable.fault.empty()) {
      remarks.emplace_back(fmt::format("{}: {}", variable.path, variable.fault));
    }
  }
  remarks.insert(remarks.end(), info.notes.begin(), info.notes.end());
  document.section("Remarks");
  document.list(remarks);
}

/// Returns "HDF5, by its first bytes", with the canonical text if it is not the input.
std::string inference_line(const FileInfo& info) {
  const Inference& inference = info.inference;
  std::string line = fmt::format("{}, {}", inference.implementation, inference.why);
  if (inference.canonical != info.input) line += "; to netCDF it is " + inference.canonical;
  return line;
}

Document document_of(const FileInfo& info, std::size_t width) {
  const GroupInfo all = add_up(info);
  Document document(width);
  document.line(fmt::format("{} ({})", info.input, format_name(info.format)));
  document.line(inference_line(info));
  document.gap();
  document.paragraph(
      fmt::format("{}, {}: {} of values, stored in {}, raw/stored {}", format_name(info.format),
                  base::format_count(all.variables, "variable"), format_bytes(all.raw_bytes),
                  format_bytes(all.stored_bytes), format_ratio(all.raw_bytes, all.stored_bytes)),
      Shown::on_page);
  add_groups(info, document);
  add_variables(info, document);
  if (info.layout) add_layout(*info.layout, document);
  add_incompressible(info, document);
  add_chunk_pictures(info, document);
  add_remarks(info, document);
  return document;
}

}  // namespace

std::string format_file_info(const FileInfo& info, std::size_t width) {
  return document_of(info, width).text();
}

std::string format_file_info_html(const FileInfo& info) {
  return document_of(info, 0).page(info.input);
}

}  // namespace ncf
