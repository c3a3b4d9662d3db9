// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/info/layout.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <utility>

#include "base/text/messages.hpp"
#include "ops/report/quantities.hpp"

namespace ncf::ops {
namespace {

using model::FileRange;

constexpr std::uint64_t kibibyte = 1024;
constexpr std::uint64_t mebibyte = 1024 * kibibyte;

/// The sizes of the blocks in which readers request files: small, usual and large ones.
constexpr std::uint64_t block_sizes[] = {64 * kibibyte, mebibyte, 8 * mebibyte};

template <class Range>
std::uint64_t bytes_of(const std::vector<Range>& ranges) {
  std::uint64_t bytes = 0;
  for (const Range& range : ranges) bytes += range.bytes;
  return bytes;
}

/// Counts stretches of metadata with values between them.
std::uint64_t count_places(const model::FileLayout& layout) {
  std::uint64_t places = 0;
  auto values = layout.values.begin();
  bool is_new = true;
  for (const FileRange& range : layout.metadata) {
    for (; values != layout.values.end() && values->begin < range.begin; ++values) is_new = true;
    if (std::exchange(is_new, false)) ++places;
  }
  return places;
}

std::uint64_t count_blocks(const std::vector<FileRange>& ranges, std::uint64_t block_bytes) {
  std::uint64_t blocks = 0;
  std::uint64_t next = 0;  // the first block that is not counted
  for (const FileRange& range : ranges) {
    const std::uint64_t first = std::max(next, range.begin / block_bytes);
    const std::uint64_t end = (range.end() - 1) / block_bytes + 1;
    if (end > first) blocks += end - first;
    next = std::max(next, end);
  }
  return blocks;
}

/// Cuts a file into cells, as equal as possible.
class Picture {
 public:
  Picture(const model::FileLayout& layout, std::size_t cells)
      : bytes_(layout.file_bytes),
        cells_(static_cast<std::size_t>(std::min<std::uint64_t>(cells, bytes_))) {
    std::vector<std::map<model::VariableId, std::uint64_t>> variables(cells_.size());
    for (const FileRange& range : layout.metadata) {
      visit(range, [&](std::size_t i, std::uint64_t bytes) { cells_[i].metadata_bytes += bytes; });
    }
    for (const model::RangeOfValues& range : layout.values) {
      visit(range, [&](std::size_t i, std::uint64_t bytes) {
        cells_[i].values_bytes += bytes;
        variables[i][range.variable] += bytes;
      });
    }
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      const std::uint64_t used = cells_[i].metadata_bytes + cells_[i].values_bytes;
      const std::uint64_t size = begin_of(i + 1) - begin_of(i);
      cells_[i].other_bytes = size - std::min(size, used);
      const auto most = std::ranges::max_element(
          variables[i], {}, [](const auto& variable) { return variable.second; });
      largest_.push_back(most == variables[i].end() ? std::nullopt : std::optional(most->first));
    }
  }

  [[nodiscard]] std::vector<LayoutCell> take(const model::Schema& schema) && {
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      if (largest_[i]) cells_[i].variable = schema.variable_path(*largest_[i]);
    }
    return std::move(cells_);
  }

 private:
  [[nodiscard]] std::uint64_t begin_of(std::size_t cell) const {
    const std::uint64_t count = cells_.size();
    return bytes_ / count * cell + bytes_ % count * cell / count;
  }

  /// Calls add(cell, bytes) for each cell that a range overlaps.
  template <class Add>
  void visit(const FileRange& range, Add add) const {
    std::size_t cell = range.begin / (bytes_ / cells_.size() + 1);
    while (begin_of(cell + 1) <= range.begin) ++cell;
    for (; cell < cells_.size() && begin_of(cell) < range.end(); ++cell) {
      const std::uint64_t begin = std::max(begin_of(cell), range.begin);
      add(cell, std::min(begin_of(cell + 1), range.end()) - begin);
    }
  }

  std::uint64_t bytes_;
  std::vector<LayoutCell> cells_;
  std::vector<std::optional<model::VariableId>> largest_;
};

std::string block_name(std::uint64_t bytes) {
  if (bytes % mebibyte == 0) return fmt::format("{} MiB", bytes / mebibyte);
  return bytes % kibibyte == 0 ? fmt::format("{} KiB", bytes / kibibyte)
                               : fmt::format("{} B", bytes);
}

/// source: h5repack, -S
const char* name_of(model::SpaceStrategy strategy) {
  constexpr const char* names[] = {"FSM_AGGR", "PAGE", "AGGR", "NONE"};
  return names[static_cast<std::size_t>(strategy)];
}

std::string name_of(const LayoutInfo& layout) {
  if (layout.page_bytes > 0) return fmt::format("paged by {}", block_name(layout.page_bytes));
  return layout.is_consolidated ? "consolidated" : "not consolidated";
}

}  // namespace

LayoutInfo describe_layout(const model::FileLayout& layout, const model::Schema& schema,
                           std::size_t cells) {
  LayoutInfo info;
  info.file_bytes = layout.file_bytes;
  info.page_bytes = layout.page_bytes;
  info.is_consolidated = layout.is_consolidated();
  info.strategy = name_of(layout.strategy);
  info.free_bytes = layout.free_bytes;
  info.metadata_bytes = bytes_of(layout.metadata);
  info.metadata_places = count_places(layout);
  if (!layout.metadata.empty()) {
    info.metadata_begin = layout.metadata.front().begin;
    info.metadata_end = layout.metadata.back().end();
  }
  if (!layout.values.empty()) info.values_begin = layout.values.front().begin;
  info.values_bytes = bytes_of(layout.values);
  const std::uint64_t known = info.metadata_bytes + info.values_bytes;
  info.other_bytes = info.file_bytes - std::min(info.file_bytes, known);
  for (const std::uint64_t bytes : block_sizes) {
    info.requests.push_back({bytes, count_blocks(layout.metadata, bytes)});
  }
  if (cells > 0) info.cells = Picture(layout, cells).take(schema);
  return info;
}

std::vector<std::string> layout_lines(const LayoutInfo& layout) {
  std::vector<std::string> requests;
  for (const MetadataRequests& block : layout.requests) {
    requests.push_back(fmt::format("{} of {}", block.requests, block_name(block.block_bytes)));
  }
  const std::string values = layout.values_bytes == 0
                                 ? "no values"
                                 : fmt::format("values from byte {} on", layout.values_begin);
  std::vector<std::string> lines{
      fmt::format("layout: {}, {} of metadata in {}", name_of(layout),
                  format_bytes(layout.metadata_bytes),
                  base::format_count(layout.metadata_places, "place")),
      fmt::format("metadata from byte {} to {}, {}, {} free or of variable length",
                  layout.metadata_begin, layout.metadata_end, values,
                  format_bytes(layout.other_bytes)),
      fmt::format("requests for all metadata: {}", fmt::join(requests, ", "))};
  if (layout.free_bytes) {
    lines.push_back(fmt::format("file space: {}, {} listed as free", layout.strategy,
                                format_bytes(*layout.free_bytes)));
  } else if (layout.strategy == "AGGR" || layout.strategy == "NONE") {
    lines.push_back("file space: " + layout.strategy);
  }
  return lines;
}

}  // namespace ncf::ops
