// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "model/grid/slab_shape.hpp"

#include <algorithm>

#include "model/grid/box.hpp"

namespace ncf::model {

using Shape = std::vector<std::size_t>;

Shape slab_shape(const Shape& extent, std::size_t element_bytes, std::uint64_t max_bytes) {
  Shape shape(extent.size(), 1);
  std::uint64_t most = std::max<std::uint64_t>(1, max_bytes / element_bytes);
  for (std::size_t i = extent.size(); i-- > 0 && most > 1;) {
    shape[i] = std::max<std::size_t>(1, std::min<std::uint64_t>(extent[i], most));
    most /= shape[i];
    if (shape[i] < extent[i]) break;
  }
  return shape;
}

Shape slab_of_chunks(const Shape& extent, Shape chunk_shape, std::size_t element_bytes,
                     std::uint64_t max_bytes) {
  Shape chunks = extent;
  for (std::size_t i = 0; i < extent.size(); ++i) {
    chunks[i] = extent[i] / chunk_shape[i] + (extent[i] % chunk_shape[i] > 0 ? 1 : 0);
  }
  const Shape slab = slab_shape(chunks, value_count(chunk_shape) * element_bytes, max_bytes);
  for (std::size_t i = 0; i < extent.size(); ++i) chunk_shape[i] *= slab[i];
  return chunk_shape;
}

}  // namespace ncf::model
