// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "model/view/region.hpp"

#include <algorithm>

namespace ncf::model {
namespace {

std::size_t number_of_segment(const std::vector<Segment>& axis, std::size_t index) {
  const auto next = std::ranges::upper_bound(axis, index, {}, &Segment::to);
  return static_cast<std::size_t>(next - axis.begin()) - 1;
}

/// A cell along one dimension: within one segment and one chunk.
struct Cut {
  std::size_t to = 0;
  std::size_t count = 0;
  std::size_t source = 0;  ///< index of the first element
  std::size_t step = 1;
  std::size_t chunk_begin = 0;
  std::size_t chunk = 1;
};

/// Cuts the range of the view that a segment contains at the borders of chunks.
void cut_segment(const Segment& segment, std::size_t begin, std::size_t end, std::size_t chunk,
                 std::vector<Cut>& cuts) {
  while (begin < end) {
    const std::size_t source = segment.source_of(begin);
    const std::size_t chunk_begin = source / chunk * chunk;
    const std::size_t in_chunk = (chunk_begin + chunk - 1 - source) / segment.step + 1;
    const std::size_t count = std::min(end - begin, in_chunk);
    cuts.push_back({begin, count, source, segment.step, chunk_begin, chunk});
    begin += count;
  }
}

std::vector<Cut> cuts_of(const std::vector<Segment>& axis, std::size_t begin, std::size_t count,
                         std::size_t chunk) {
  std::vector<Cut> cuts;
  const std::size_t end = begin + count;
  for (std::size_t i = number_of_segment(axis, begin); i < axis.size() && axis[i].to < end; ++i) {
    const Segment& segment = axis[i];
    cut_segment(segment, std::max(begin, segment.to), std::min(end, segment.to + segment.count),
                chunk, cuts);
  }
  return cuts;
}

void add(const Cut& cut, bool is_in_source, Cell& cell) {
  cell.box.start.push_back(cut.to);
  cell.box.count.push_back(cut.count);
  if (!is_in_source) return;
  cell.chunk.start.push_back(cut.chunk_begin);
  cell.chunk.count.push_back(cut.chunk);
  cell.in_chunk.first.push_back(cut.source - cut.chunk_begin);
  cell.in_chunk.step.push_back(cut.step);
  cell.in_chunk.count.push_back(cut.count);
  cell.in_source.start.push_back(cut.source);
  cell.in_source.count.push_back((cut.count - 1) * cut.step + 1);
}

}  // namespace

void RegionGrid::add_new_axis(std::vector<std::size_t>& lengths) const {
  if (!is_new_axis) return;
  lengths.insert(lengths.begin() + static_cast<std::ptrdiff_t>(*joined_axis), 1);
}

std::size_t RegionGrid::joined_segment(std::span<const std::size_t> element) const {
  return joined_axis ? number_of_segment(axes[*joined_axis], element[*joined_axis]) : 0;
}

std::vector<std::size_t> RegionGrid::position_in_source(
    std::span<const std::size_t> element) const {
  std::vector<std::size_t> position;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    if (is_new(i)) continue;
    const Segment& segment = axes[i][number_of_segment(axes[i], element[i])];
    position.push_back(segment.source_of(element[i]));
  }
  return position;
}

std::optional<std::vector<std::size_t>> RegionGrid::find_in_view(
    std::span<const std::size_t> position, std::size_t joined) const {
  std::vector<std::size_t> in_view;
  std::size_t in_source = 0;
  for (std::size_t axis = 0; axis < axes.size(); ++axis) {
    std::span<const Segment> segments = axes[axis];
    if (axis == joined_axis) segments = segments.subspan(joined, 1);
    if (is_new(axis)) {
      in_view.push_back(segments.front().to);
      continue;
    }
    const std::size_t index = position[in_source++];
    const auto found = std::ranges::find_if(segments, [&](const Segment& segment) {
      return index >= segment.from && (index - segment.from) % segment.step == 0 &&
             (index - segment.from) / segment.step < segment.count;
    });
    if (found == segments.end()) return std::nullopt;
    in_view.push_back(found->to + (index - found->from) / found->step);
  }
  return in_view;
}

void RegionGrid::cut_at_gaps(std::span<std::size_t> lengths) const {
  std::size_t in_source = 0;
  for (std::size_t i = 0; i + 1 < axes.size(); ++i) {
    if (is_new(i)) continue;
    if (std::ranges::any_of(axes[i], [](const Segment& each) { return each.step != 1; })) {
      lengths[in_source] = 1;
    }
    ++in_source;
  }
}

bool RegionGrid::is_all_of(std::span<const std::size_t> shape) const {
  if (is_new_axis || axes.size() != shape.size()) return false;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    if (axes[i].empty() && shape[i] == 0) continue;
    if (axes[i].size() != 1) return false;
    const Segment& all = axes[i].front();
    if (all.from != 0 || all.step != 1 || all.count != shape[i]) return false;
  }
  return true;
}

Comb Cell::comb_in_source() const {
  return {std::vector<std::size_t>(in_chunk.step.size(), 0), in_chunk.step, in_chunk.count};
}

void Cell::copy_from_source(const std::byte* source, std::byte* target,
                            const Element& element) const {
  copy_comb(comb_in_source(), in_source.count, source, target, element);
}

SegmentRange segments_of(const RegionGrid& grid, const Box& box) {
  if (!grid.joined_axis) return {};
  const std::vector<Segment>& axis = grid.axes[*grid.joined_axis];
  const std::size_t begin = box.start[*grid.joined_axis];
  const std::size_t last = begin + box.count[*grid.joined_axis] - 1;
  return {number_of_segment(axis, begin), number_of_segment(axis, last) + 1};
}

void for_each_cell(const RegionGrid& grid, std::size_t segment, const Box& box,
                   const std::vector<std::size_t>& chunk_shape,
                   const std::function<void(const Cell&)>& visit) {
  std::vector<std::vector<Cut>> cuts;
  std::size_t in_source = 0;
  for (std::size_t i = 0; i < grid.axes.size(); ++i) {
    const std::size_t chunk = grid.is_new(i) ? 1 : chunk_shape[in_source++];
    if (i != grid.joined_axis) {
      cuts.push_back(cuts_of(grid.axes[i], box.start[i], box.count[i], chunk));
      continue;
    }
    const Segment& joined = grid.axes[i][segment];
    cut_segment(joined, std::max(box.start[i], joined.to),
                std::min(box.start[i] + box.count[i], joined.to + joined.count), chunk,
                cuts.emplace_back());
  }
  std::vector<std::size_t> at(cuts.size(), 0);
  if (std::ranges::any_of(cuts, [](const auto& axis) { return axis.empty(); })) return;
  for (;;) {
    Cell cell;
    for (std::size_t i = 0; i < cuts.size(); ++i) {
      add(cuts[i][at[i]], !grid.is_new(i), cell);
    }
    visit(cell);
    std::size_t axis = cuts.size();
    while (axis > 0 && ++at[axis - 1] == cuts[axis - 1].size()) at[--axis] = 0;
    if (axis == 0) return;
  }
}

// A source's last chunk along a dimension may be cut short only where the view ends, too.
bool fits_chunks(const RegionGrid& grid, const std::vector<std::size_t>& chunk_shape,
                 const std::vector<std::vector<std::size_t>>& extents) {
  std::size_t in_source = 0;
  for (std::size_t i = 0; i < grid.axes.size(); ++i) {
    if (grid.is_new(i)) continue;
    const std::size_t chunk = chunk_shape[in_source];
    for (std::size_t k = 0; k < grid.axes[i].size(); ++k) {
      const Segment& segment = grid.axes[i][k];
      if (segment.step != 1 && segment.count > 1) return false;
      if (segment.from % chunk != 0 || segment.to % chunk != 0) return false;
      const std::size_t end = segment.from + segment.count;
      const bool is_last = k + 1 == grid.axes[i].size();
      const auto ends = [&](const auto& extent) { return extent[in_source] == end; };
      const bool ends_source =
          i == grid.joined_axis ? ends(extents[k]) : std::ranges::all_of(extents, ends);
      if (segment.count % chunk != 0 && !(is_last && ends_source)) return false;
    }
    ++in_source;
  }
  return true;
}

}  // namespace ncf::model
