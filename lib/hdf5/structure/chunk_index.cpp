// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "hdf5/structure/chunk_index.hpp"

#include <utility>
#include <vector>

#include "hdf5/library/calls.hpp"
#include "hdf5/properties/creation_properties.hpp"
#include "hdf5/structure/chunk_layout.hpp"
#include "hdf5/structure/index_walk.hpp"
#include "model/dataset/stored_form.hpp"
#include "model/grid/chunk_grid.hpp"

namespace ncf::hdf5 {
namespace {

std::uint64_t header_of(hid_t dataset) {
  H5O_info_t info;
  call(H5Oget_info2, dataset, &info, unsigned{H5O_INFO_BASIC});
  return info.addr;
}

std::uint64_t value_bytes_of(hid_t dataset) {
  const Handle type(call(H5Dget_type, dataset), &H5Tclose);
  const std::size_t bytes = H5Tget_size(type.id());
  if (bytes == 0) throw Error(ErrorCode::corrupt, "its type has no size");
  return bytes;
}

/// A dataset with the place of its index.
class IndexedDataset {
 public:
  explicit IndexedDataset(hid_t dataset)
      : file_(dataset), layout_(read_chunk_layout(file_, header_of(dataset))) {
    const Handle space(call(H5Dget_space, dataset), &H5Sclose);
    const auto rank = static_cast<std::size_t>(call(H5Sget_simple_extent_ndims, space.id()));
    std::vector<hsize_t> lengths(rank);
    std::vector<hsize_t> most(rank);
    call(H5Sget_simple_extent_dims, space.id(), lengths.data(), most.data());
    extent_.assign(lengths.begin(), lengths.end());
    for (const hsize_t length : most) {
      shape_.most.push_back(length == H5S_UNLIMITED ? model::unlimited : length);
    }
    const Handle properties(call(H5Dget_create_plist, dataset), &H5Pclose);
    shape_.chunk = chunk_shape_of(properties.id(), rank);
    shape_.chunk_bytes = value_bytes_of(dataset);
    for (const std::size_t length : shape_.chunk) {
      shape_.chunk_bytes = product(shape_.chunk_bytes, length);
    }
  }

  /// Returns the amount if it is known without a walk.
  [[nodiscard]] std::optional<StoredAmount> find_amount() const {
    if (!layout_.address) return StoredAmount{};
    if (layout_.kind == IndexKind::single_chunk) return StoredAmount{1, bytes_of_single_chunk()};
    if (layout_.kind != IndexKind::implicit) return std::nullopt;
    std::uint64_t chunks = 1;
    for (std::size_t i = 0; i < extent_.size(); ++i) {
      const std::size_t chunk = shape_.chunk[i];
      chunks = product(chunks, extent_[i] / chunk + (extent_[i] % chunk > 0 ? 1 : 0));
    }
    const std::uint64_t bytes = product(chunks, shape_.chunk_bytes);
    file_.require_inside(*layout_.address, bytes);
    return StoredAmount{chunks, bytes};
  }

  void visit(const ChunkVisitor& visit) {
    if (!layout_.address) return;
    IndexWalk walk(file_, shape_, visit);
    switch (layout_.kind) {
      case IndexKind::single_chunk:
        return walk.visit(std::vector<std::uint64_t>(extent_.size()),
                          {*layout_.address, bytes_of_single_chunk()});
      case IndexKind::implicit:
        return visit_all(walk);
      case IndexKind::btree_v1:
        return walk_btree_v1(walk, *layout_.address);
      case IndexKind::btree_v2:
        return walk_btree_v2(walk, *layout_.address);
      case IndexKind::fixed_array:
        return walk_fixed_array(walk, *layout_.address);
      case IndexKind::extensible_array:
        return walk_extensible_array(walk, *layout_.address);
    }
  }

  [[nodiscard]] const std::vector<model::FileRange>& read_places() const noexcept {
    return file_.read_places();
  }

 private:
  [[nodiscard]] std::uint64_t bytes_of_single_chunk() const {
    return layout_.single_chunk_bytes.value_or(shape_.chunk_bytes);
  }

  void visit_all(IndexWalk& walk) const {
    const model::ChunkGrid grid(extent_, shape_.chunk);
    const model::ChunkGrid places(shape_.most, shape_.chunk);
    const std::uint64_t chunks = find_amount()->chunks;
    for (std::uint64_t i = 0; i < chunks; ++i) {
      const std::uint64_t before = places.find_chunk_at(grid.offset(i)).value_or(i);
      walk.visit(grid.numbers(i),
                 {sum(*layout_.address, product(before, shape_.chunk_bytes)), shape_.chunk_bytes});
    }
  }

  IndexFile file_;
  ChunkLayout layout_;
  std::vector<std::size_t> extent_;
  ChunkedShape shape_;
};

}  // namespace

std::vector<model::FileRange> visit_stored_chunks(hid_t dataset, const ChunkVisitor& visit) {
  IndexedDataset indexed(dataset);
  indexed.visit(visit);
  return indexed.read_places();
}

StoredAmount count_stored_chunks(hid_t dataset) {
  IndexedDataset indexed(dataset);
  if (const auto amount = indexed.find_amount()) return *amount;
  StoredAmount amount;
  indexed.visit([&](std::span<const std::size_t> /*offset*/, const model::FileRange& place) {
    ++amount.chunks;
    amount.bytes = sum(amount.bytes, place.bytes);
  });
  return amount;
}

}  // namespace ncf::hdf5
