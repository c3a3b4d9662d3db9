// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/zarr/chunking.hpp"

#include <algorithm>

#include "model/box.hpp"

namespace ncf::store::zarr {
namespace {

std::size_t chunks_along(std::size_t length, std::size_t chunk) {
  return length / chunk + (length % chunk > 0 ? 1 : 0);
}

}  // namespace

std::vector<std::size_t> choose_chunks(const std::vector<Extent>& extents,
                                       std::vector<std::size_t> asked, std::size_t element_bytes) {
  constexpr std::size_t max_bytes = std::size_t{4} << 20U;
  constexpr std::size_t unlimited_alone = 1024;
  asked.resize(extents.size(), 0);
  std::size_t left = std::max<std::size_t>(1, max_bytes / std::max<std::size_t>(1, element_bytes));
  for (const std::size_t length : asked) {
    if (length > 0) left = std::max<std::size_t>(1, left / length);
  }
  for (std::size_t i = extents.size(); i-- > 0;) {
    if (asked[i] > 0) continue;
    const Extent& extent = extents[i];
    const std::size_t wanted = !extent.is_unlimited  ? std::max<std::size_t>(1, extent.length)
                               : extents.size() == 1 ? unlimited_alone
                                                     : 1;
    asked[i] = std::min(wanted, left);
    left = std::max<std::size_t>(1, left / asked[i]);
  }
  return asked;
}

std::vector<std::size_t> choose_shards(const std::vector<Extent>& extents,
                                       const std::vector<std::size_t>& chunk_shape,
                                       const model::Storage& asked, std::size_t element_bytes) {
  const std::size_t chunk_bytes =
      model::value_count(chunk_shape) * std::max<std::size_t>(1, element_bytes);
  std::uint64_t left = asked.shard_bytes.value_or(0) / std::max<std::size_t>(1, chunk_bytes);
  std::vector<std::size_t> shape = chunk_shape;
  for (std::size_t i = shape.size(); i-- > 0;) {
    const std::size_t chunk = chunk_shape[i];
    const std::size_t most = std::max<std::size_t>(1, chunks_along(extents[i].length, chunk));
    std::size_t chunks = 1;
    if (asked.shard_bytes) {
      chunks = std::max<std::uint64_t>(1, std::min<std::uint64_t>(left, most));
      left /= chunks;
    } else if (!asked.shard_shape.empty()) {
      chunks = std::max<std::size_t>(1, chunks_along(asked.shard_shape[i], chunk));
      if (!extents[i].is_unlimited) chunks = std::min(chunks, most);
    }
    shape[i] *= chunks;
  }
  return shape == chunk_shape ? std::vector<std::size_t>{} : shape;
}

}  // namespace ncf::store::zarr
