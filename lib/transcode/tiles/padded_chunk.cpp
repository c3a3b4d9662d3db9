// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/tiles/padded_chunk.hpp"

#include <algorithm>
#include <cstring>

#include "model/grid/box.hpp"
#include "transcode/recoding/tolerance.hpp"

namespace ncf::transcode {

using model::Box;
using model::StoredForm;

namespace {

/// Returns whether a dimension can grow in netCDF. HDF5 also has maximum lengths, but netCDF never
/// extends a fixed dimension.
bool can_grow(const StoredForm& form, std::size_t dimension) {
  return form.max_extent[dimension] == model::unlimited;
}

/// A chunk along one dimension: `lines` runs of `length` planes each.
struct Planes {
  std::size_t lines = 1;
  std::size_t length = 1;
  std::size_t plane_bytes = 0;
};

Planes planes_along(std::size_t dimension, const std::vector<std::size_t>& shape,
                    std::size_t element_bytes) {
  Planes planes{1, shape[dimension], element_bytes};
  for (std::size_t i = 0; i < dimension; ++i) planes.lines *= shape[i];
  for (std::size_t i = dimension + 1; i < shape.size(); ++i) planes.plane_bytes *= shape[i];
  return planes;
}

/// Repeats the last of the first `count` planes along the dimension, up to plane `end`.
void repeat_last(const Planes& planes, std::size_t count, std::size_t end, std::byte* chunk) {
  for (std::size_t line = 0; line < planes.lines; ++line) {
    std::byte* const begin = chunk + line * planes.length * planes.plane_bytes;
    const std::byte* const last = begin + (count - 1) * planes.plane_bytes;
    for (std::size_t plane = count; plane < end; ++plane) {
      std::memcpy(begin + plane * planes.plane_bytes, last, planes.plane_bytes);
    }
  }
}

/// Returns where the repeated values end in a chunk that is not full along the dimension: they keep
/// fill values away from the values that a filter changes together with them.
/// count: how far the chunk has values.
std::size_t end_of_repeats(const Tolerance& tolerance, const StoredForm& form,
                           std::size_t dimension, std::size_t count) {
  const std::size_t length = form.chunk_shape[dimension];
  const std::size_t edge = tolerance.block_edge();
  if (!tolerance.allows_changes()) return count;
  if (!can_grow(form, dimension) || edge == 0) return length;
  return std::min((count + edge - 1) / edge * edge, length);
}

}  // namespace

bool needs_padding(const StoredForm& form, const std::vector<std::size_t>& extent) {
  if (form.layout != model::Layout::chunked) return false;
  const Tolerance tolerance(visible_form(form.filters));
  bool has_repeats = false;
  for (std::size_t i = 0; i < extent.size(); ++i) {
    if (extent[i] == 0) return false;
    const std::size_t count = extent[i] % form.chunk_shape[i];
    has_repeats = has_repeats || (count > 0 && end_of_repeats(tolerance, form, i, count) > count);
  }
  return has_repeats;
}

void pad_chunk(const Recoding& recoding, const Box& part, std::span<std::byte> chunk) {
  const StoredForm& form = recoding.to().form;
  const Box whole{part.start, form.chunk_shape};
  for (std::size_t i = 0; i < part.count.size(); ++i) {
    if (part.count[i] == whole.count[i]) continue;
    const std::size_t end = end_of_repeats(recoding.tolerance(), form, i, part.count[i]);
    repeat_last(planes_along(i, whole.count, recoding.element_bytes()), part.count[i], end,
                chunk.data());
    Box beyond = whole;
    beyond.start[i] += end;
    beyond.count[i] -= end;
    fill_part(beyond, recoding.padding(), whole, chunk.data());
  }
}

std::vector<std::byte> padded_chunk(const Recoding& recoding, const Box& part,
                                    std::span<const std::byte> elements) {
  const std::size_t element_bytes = recoding.element_bytes();
  const Box whole{part.start, recoding.to().form.chunk_shape};
  std::vector<std::byte> chunk(whole.value_count() * element_bytes);
  copy_part(part, part, elements.data(), whole, chunk.data(), {element_bytes});
  pad_chunk(recoding, part, chunk);
  return chunk;
}

}  // namespace ncf::transcode
