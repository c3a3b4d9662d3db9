// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <string_view>

#include "base/text/messages.hpp"
#include "filter/registry/registry.hpp"
#include "ncf/info.hpp"
#include "ops/info/file_pictures.hpp"
#include "ops/info/inference.hpp"
#include "ops/info/layout.hpp"
#include "ops/page/report_document.hpp"
#include "ops/report/quantities.hpp"

namespace ncf {
namespace {

namespace page = ops::page;
using ops::format_bytes;
using ops::format_few;
using ops::format_ratio;
using page::Column;
using page::Document;
using page::Html;
using page::numbers;
using page::Shown;
using page::Table;

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
                            Column{"share of the file", false, Shown::on_page}),
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
  document.on_page(ops::layout_picture(layout.cells));
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
    if (share(variable.stored_bytes, all.stored_bytes) < little || ratio >= ops::least_ratio) {
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
                       ops::chunk_picture(variable.path, *variable.chunk_map));
  }
  if (!pictures.empty()) document.on_page(ops::ratio_legend() + page::beside(pictures, true));
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

Document document_of(const FileInfo& info, std::size_t width) {
  const GroupInfo all = add_up(info);
  Document document(width);
  document.line(fmt::format("{} ({})", info.input, format_name(info.format)));
  document.line(ops::inference_line(info));
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
