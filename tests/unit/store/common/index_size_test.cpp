// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/common/index_size.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

#include "hdf5/library/calls.hpp"

namespace ncf::store {
namespace {

using hdf5::call;
using hdf5::Handle;
using Order = std::vector<hsize_t>;

/// Writes chunks of one value in an order, and returns the size of their index.
std::uint64_t written_bytes(const Order& order) {
  static int files = 0;
  const Handle access(call(H5Pcreate, H5P_FILE_ACCESS), &H5Pclose);
  call(H5Pset_fapl_core, access.id(), std::size_t{1} << 16, hbool_t{false});
  call(H5Pset_libver_bounds, access.id(), H5F_LIBVER_V18, H5F_LIBVER_LATEST);
  const Handle file(call(H5Fcreate, ("index-size-" + std::to_string(++files)).c_str(),
                         unsigned{H5F_ACC_TRUNC}, hid_t{H5P_DEFAULT}, access.id()),
                    &H5Fclose);
  const hsize_t lengths[] = {std::max<hsize_t>(1, order.size()), 1};
  const hsize_t chunk[] = {1, 1};
  const Handle properties(call(H5Pcreate, H5P_DATASET_CREATE), &H5Pclose);
  call(H5Pset_chunk, properties.id(), 2, &chunk[0]);
  const Handle space(call(H5Screate_simple, 2, &lengths[0], static_cast<const hsize_t*>(nullptr)),
                     &H5Sclose);
  const Handle dataset(call(H5Dcreate2, file.id(), "v", H5T_STD_I8LE, space.id(), H5P_DEFAULT,
                            properties.id(), H5P_DEFAULT),
                       &H5Dclose);
  for (const hsize_t place : order) {
    const hsize_t offset[] = {place, 0};
    const char value = 1;
    call(H5Dwrite_chunk, dataset.id(), hid_t{H5P_DEFAULT}, std::uint32_t{0}, &offset[0],
         std::size_t{1}, static_cast<const void*>(&value));
  }
  H5O_info_t info;
  call(H5Oget_info2, dataset.id(), &info, unsigned{H5O_INFO_META_SIZE});
  return info.meta_size.obj.index_size;
}

Order in_order(std::size_t count) {
  Order order(count);
  std::iota(order.begin(), order.end(), 0);
  return order;
}

TEST(IndexSize, IsExactForChunksInOrder) {
  for (const std::size_t count :
       {0U, 1U, 2U, 63U, 64U, 65U, 121U, 122U, 123U, 3700U, 3713U, 3714U, 9999U}) {
    EXPECT_EQ(tree_bytes(2, count, true), written_bytes(in_order(count))) << count;
  }
}

TEST(IndexSize, IsEnoughForChunksInAnyOrder) {
  std::mt19937 random(1);
  for (const std::size_t count : {1U, 64U, 65U, 100U, 500U, 4000U, 9999U}) {
    Order order = in_order(count);
    EXPECT_GE(tree_bytes(2, count, false), written_bytes(order)) << count;
    std::ranges::reverse(order);
    EXPECT_GE(tree_bytes(2, count, false), written_bytes(order)) << count;
    std::ranges::shuffle(order, random);
    EXPECT_GE(tree_bytes(2, count, false), written_bytes(order)) << count;
    // Each next chunk comes between two halves, where full nodes are split in the middle.
    Order halves;
    for (std::size_t i = 0; i < count; ++i) {
      halves.push_back(i % 2 == 0 ? i / 2 : count - 1 - i / 2);
    }
    EXPECT_GE(tree_bytes(2, count, false), written_bytes(halves)) << count;
  }
}

}  // namespace
}  // namespace ncf::store
