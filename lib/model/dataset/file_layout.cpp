// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "model/dataset/file_layout.hpp"

#include <algorithm>

namespace ncf::model {
namespace {

/// Joins neighbours of sorted ranges for which `may_join` holds.
template <class Range, class MayJoin>
void join(std::vector<Range>& ranges, MayJoin may_join) {
  std::size_t last = 0;
  for (std::size_t i = 1; i < ranges.size(); ++i) {
    Range& before = ranges[last];
    if (may_join(before, ranges[i])) {
      before.bytes = std::max(before.end(), ranges[i].end()) - before.begin;
    } else {
      ranges[++last] = ranges[i];
    }
  }
  if (!ranges.empty()) ranges.resize(last + 1);
}

/// Ends each range of metadata where values begin or the file ends.
void end_before_values(FileLayout& layout) {
  for (FileRange& range : layout.metadata) {
    const auto next = std::ranges::upper_bound(layout.values, range.begin, {}, &FileRange::begin);
    const std::uint64_t end = next == layout.values.end() ? layout.file_bytes : next->begin;
    range.bytes = std::min(range.end(), std::max(end, range.begin)) - range.begin;
  }
  std::erase_if(layout.metadata, [](const FileRange& range) { return range.bytes == 0; });
}

}  // namespace

void tidy(FileLayout& layout) {
  std::ranges::sort(layout.values, {}, &FileRange::begin);
  std::ranges::sort(layout.metadata, {}, &FileRange::begin);
  end_before_values(layout);
  join(layout.metadata, [](const FileRange& a, const FileRange& b) { return b.begin <= a.end(); });
  join(layout.values, [](const RangeOfValues& a, const RangeOfValues& b) {
    return a.variable == b.variable && b.begin <= a.end();
  });
}

}  // namespace ncf::model
