// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The sources of a view, and how it reads values through them.
#include <algorithm>
#include <atomic>
#include <span>
#include <utility>

#include "model/grid/chunk_grid.hpp"
#include "model/view/view_source.hpp"

namespace ncf::model {
namespace {

/// The most bytes that are read at a time where elements in between are left out.
constexpr std::uint64_t read_bytes = std::uint64_t{1} << 20U;

/// Returns whether the segments that a box touches leave no elements out.
bool is_dense(const RegionGrid& grid, const Box& box) {
  for (std::size_t i = 0; i < grid.axes.size(); ++i) {
    const std::size_t end = box.start[i] + box.count[i];
    const bool has_gaps = std::ranges::any_of(grid.axes[i], [&](const Segment& segment) {
      return segment.step != 1 && segment.to < end && segment.to + segment.count > box.start[i];
    });
    if (has_gaps) return false;
  }
  return true;
}

/// Returns the lengths at which reads of a source's variable are cut: none if all elements are
/// needed; otherwise slabs of single indices along all dimensions but the last.
std::vector<std::size_t> lengths_of_reads(const RegionGrid& grid, const Box& box,
                                          const std::vector<std::size_t>& shape,
                                          std::size_t value_bytes) {
  std::vector<std::size_t> lengths = shape;
  for (std::size_t& length : lengths) length = std::max<std::size_t>(1, length);
  if (is_dense(grid, box)) return lengths;
  grid.cut_at_gaps(lengths);
  return slab_shape(lengths, value_bytes, read_bytes);
}

/// Copies the elements of a piece, all of which `from` has, to their places in the values of `box`.
void place_values(const Piece& piece, const Values& from, const Box& box, Values& values) {
  const Type& type = *from.type();
  if (type.is_fixed_size) {
    std::vector<std::byte> dense(piece.box.value_count() * type.size_bytes);
    piece.copy_from_source(from.data(), dense.data(), {type.size_bytes});
    copy_part(piece.box, piece.box, dense.data(), box, values.data(), {type.size_bytes});
    return;
  }
  std::vector<std::size_t> places(piece.box.value_count());
  for_each_of_comb(piece.comb_in_source(), piece.in_source.count,
                   [&](std::size_t source, std::size_t target) { places[target] = source; });
  for_each_run(piece.box, piece.box, box, [&](const Run& run) {
    for (std::size_t i = 0; i < run.count; ++i) {
      copy_values(type, from.data() + places[run.from + i] * type.size_bytes,
                  values.data() + (run.to + i) * type.size_bytes, 1);
    }
  });
}

/// Converts the elements of a piece.
Values converted(const ViewConversion& conversion, const Piece& piece, const Values& from,
                 const TypeRef& to) {
  Values dense(from.type(), piece.box.value_count());
  piece.copy_from_source(from.data(), dense.data(), {from.type()->size_bytes});
  Values result(to, dense.count());
  conversion.convert(piece.box, {dense.data(), dense.size_bytes()},
                     {result.data(), result.size_bytes()});
  return result;
}

}  // namespace

std::shared_ptr<Source> SourcePool::get(std::size_t number) {
  Slot& slot = slots_[number];
  if (!slot.source) {
    if (open_count_ >= most_open) close_one();
    slot.source = open_(number);
    ++open_count_;
  }
  slot.last_use = ++uses_;
  return slot.source;
}

/// Closes the source that was not used for the longest time. Workers only give sources back, so one
/// that nobody holds stays unused.
void SourcePool::close_one() {
  Slot* oldest = nullptr;
  for (Slot& slot : slots_) {
    if (slot.source.use_count() != 1) continue;
    if (oldest == nullptr || slot.last_use < oldest->last_use) oldest = &slot;
  }
  if (oldest == nullptr) return;
  std::atomic_thread_fence(std::memory_order_acquire);
  oldest->source.reset();
  --open_count_;
}

ViewConversionRef chained(ViewConversionRef first, ViewConversionRef second) {
  if (!first) return second;
  ViewConversion both{first->original, {}, {}};
  both.convert = [first = std::move(first), second = std::move(second)](
                     const Box& box, std::span<const std::byte> originals,
                     std::span<std::byte> values) {
    std::vector<std::byte> between(box.value_count() * second->original->size_bytes);
    first->convert(box, originals, between);
    second->convert(box, between, values);
  };
  return std::make_shared<const ViewConversion>(std::move(both));
}

void read_values(const ViewVariable& variable, SourcePool& pool, const Box& box, Values& values) {
  values.reset(box.value_count());
  if (values.count() == 0) return;
  const auto [begin, end] = segments_of(variable.grid, box);
  for (std::size_t segment = begin; segment < end; ++segment) {
    const Origin& origin = variable.origins[segment];
    const auto source = pool.get(origin.source);
    const Schema& schema = source->schema();
    const Variable& original = schema.variables[origin.variable];
    Values from(original.type);
    const auto lengths =
        lengths_of_reads(variable.grid, box, schema.shape(original), original.type->size_bytes);
    for_each_piece(variable.grid, segment, box, lengths, [&](const Piece& piece) {
      source->read(origin.variable, piece.in_source, from);
      if (!origin.conversion) return place_values(piece, from, box, values);
      const Values made = converted(*origin.conversion, piece, from, values.type());
      copy_part(piece.box, piece.box, made.data(), box, values.data(), {made.type()->size_bytes});
    });
  }
}

}  // namespace ncf::model
