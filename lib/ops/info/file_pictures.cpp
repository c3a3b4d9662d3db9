// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/info/file_pictures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "ops/page/map_axis.hpp"
#include "ops/page/page.hpp"
#include "ops/report/quantities.hpp"

namespace ncf::ops {
namespace {

using page::Html;
using page::Map;
using page::numbers;

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
Html with_numbers(const Map& map, const char* summary, const page::Table& table) {
  return page::map(map) + page::details(summary, page::table(table));
}

}  // namespace

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

Html chunk_picture(const std::string& path, const ChunkMap& chunks) {
  page::Table table{"The cells of the map",
                    page::columns("chunks", numbers("stored chunks"), numbers("raw"),
                                  numbers("stored"), numbers("raw/stored"))};
  Map map{fmt::format("Map of the chunks of {}, raw/stored by position; its numbers follow", path),
          chunks.down,
          chunks.across,
          {},
          describe_axes(chunks.down, chunks.across, "chunks")};
  for (std::size_t i = 0; i < chunks.cells.size(); ++i) {
    const ChunkMapCell& cell = chunks.cells[i];
    table.add({name_cell(chunks.down, chunks.across, i), page::number(cell.chunks),
               page::bytes(cell.raw_bytes), page::bytes(cell.stored_bytes),
               format_ratio(cell.raw_bytes, cell.stored_bytes)});
    map.colors.push_back(cell.stored_bytes == 0 ? std::nullopt
                                                : std::optional(color_of(ratio_of(cell))));
  }
  return with_numbers(map, "Numbers of this map", table);
}

Html layout_picture(const std::vector<LayoutCell>& cells) {
  constexpr std::size_t columns = 64;
  page::Table table{"The parts of the file, from the first byte to the last",
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

}  // namespace ncf::ops
