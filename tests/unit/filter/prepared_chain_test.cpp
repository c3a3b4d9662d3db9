// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "filter/prepared_chain.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "filter/builtin.hpp"
#include "ncf/error.hpp"

namespace ncf::filter {
namespace {

using Data = std::vector<std::byte>;

PreparedChain prepare(const StoredChain& filters, std::uint32_t optional_filters = 0) {
  std::vector<Kernel> kernels;
  for (const StoredFilter& filter : filters) kernels.emplace_back(*find_builtin_kernel(filter.id));
  return {filters, std::move(kernels), optional_filters};
}

const StoredFilter deflate{1, {6}};
const StoredFilter shuffle{2, {4}};
const StoredFilter fletcher32{3, {}};

Data slopes(std::size_t elements) {
  Data data(4 * elements);
  for (std::size_t i = 0; i < data.size(); ++i) data[i] = static_cast<std::byte>(i / 4 >> i % 4);
  return data;
}

Data encoded(const PreparedChain& chain, const Data& data) {
  ChainWorkspace workspace;
  const auto bytes = chain.encode(data, workspace).bytes;
  return {bytes.begin(), bytes.end()};
}

Data decoded(const PreparedChain& chain, const Data& stored, std::uint32_t mask,
             std::size_t bytes) {
  ChainWorkspace workspace;
  Data data(bytes);
  chain.decode(stored, mask, data, workspace);
  return data;
}

std::string message_of(const PreparedChain& chain, const Data& stored, std::size_t bytes) {
  try {
    decoded(chain, stored, 0, bytes);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::corrupt);
    return error.what();
  }
  return "";
}

TEST(PreparedChain, EncodesInOrderAndDecodesBackwards) {
  const Data data = slopes(5000);
  for (const StoredChain& filters :
       {StoredChain{}, StoredChain{deflate}, StoredChain{shuffle, deflate},
        StoredChain{shuffle, deflate, fletcher32}, StoredChain{fletcher32, shuffle, deflate}}) {
    const PreparedChain chain = prepare(filters);
    const Data stored = encoded(chain, data);
    EXPECT_LE(stored.size(), chain.bound(data.size()));
    EXPECT_EQ(decoded(chain, stored, 0, data.size()), data) << filters.size();
  }
}

TEST(PreparedChain, TheOrderIsTheFiles) {
  const Data data = slopes(5000);
  EXPECT_NE(encoded(prepare({shuffle, deflate}), data), encoded(prepare({deflate, shuffle}), data));
  const Data plane_by_plane = encoded(prepare({shuffle}), data);
  EXPECT_EQ(encoded(prepare({shuffle, fletcher32}), data),
            encoded(prepare({fletcher32}), plane_by_plane));
}

// Whose encoder then knows the planes, which szip, left out, does not change.
TEST(PreparedChain, DeflateIsToldThatShuffleCameDirectlyBefore) {
  const Data data = slopes(5000);
  const Data planes = encoded(prepare({shuffle}), data);
  const Kernel kernel(*find_builtin_kernel(deflate.id));
  Data with_planes(kernel.bound(deflate.parameters, planes.size()));
  with_planes.resize(
      kernel.encode(kernel.make_workspace(), deflate.parameters, {4, 0}, planes, with_planes));
  ASSERT_NE(with_planes, encoded(prepare({deflate}), planes));

  EXPECT_EQ(encoded(prepare({shuffle, deflate}), data), with_planes);
  const Data checked = encoded(prepare({shuffle, fletcher32}), data);
  EXPECT_EQ(encoded(prepare({shuffle, fletcher32, deflate}), data),
            encoded(prepare({deflate}), checked));
  const StoredFilter unfit{2, {}};
  EXPECT_EQ(encoded(prepare({shuffle, unfit, deflate}, 2), data), with_planes);
}

TEST(PreparedChain, SkipsWhatTheMaskNames) {
  const Data data = slopes(1000);
  const PreparedChain all = prepare({shuffle, deflate, fletcher32});
  const std::vector<StoredChain> applied{{shuffle, deflate, fletcher32},
                                         {deflate, fletcher32},
                                         {shuffle, fletcher32},
                                         {fletcher32},
                                         {shuffle, deflate},
                                         {deflate},
                                         {shuffle},
                                         {}};
  for (std::uint32_t mask = 0; mask < applied.size(); ++mask) {
    EXPECT_EQ(decoded(all, encoded(prepare(applied[mask]), data), mask, data.size()), data) << mask;
  }
}

TEST(PreparedChain, AWorkspaceServesManyChainsAndSizes) {
  ChainWorkspace workspace;
  for (const std::size_t elements : {1U, 70000U, 3U, 4096U}) {
    const Data data = slopes(elements);
    for (const StoredChain& filters : {StoredChain{shuffle, deflate}, StoredChain{fletcher32}}) {
      const PreparedChain chain = prepare(filters);
      const auto bytes = chain.encode(data, workspace).bytes;
      const Data stored(bytes.begin(), bytes.end());
      Data back(data.size());
      chain.decode(stored, 0, back, workspace);
      EXPECT_EQ(back, data);
    }
  }
}

TEST(PreparedChain, DamageNamesItsFilter) {
  const Data data = slopes(1000);
  const PreparedChain chain = prepare({shuffle, deflate, fletcher32});
  Data stored = encoded(chain, data);
  stored[20] ^= std::byte{1};
  EXPECT_EQ(message_of(chain, stored, data.size()).rfind("filter 3 (fletcher32): ", 0), 0U);
  EXPECT_EQ(message_of(prepare({deflate}), Data(9), 8).rfind("filter 1 (deflate): ", 0), 0U);
}

TEST(PreparedChain, AChunkIsAsLargeAsItIs) {
  const Data data = slopes(100);
  for (const StoredChain& filters :
       {StoredChain{}, StoredChain{deflate}, StoredChain{shuffle, deflate}}) {
    const PreparedChain chain = prepare(filters);
    const Data stored = encoded(chain, data);
    EXPECT_NE(message_of(chain, stored, data.size() - 4), "");
    EXPECT_NE(message_of(chain, stored, data.size() + 4), "");
  }
}

// szip wants whole elements; libaec would cut the last one off.
TEST(PreparedChain, AnOptionalFilterIsLeftOutWhereItCannotEncode) {
  const StoredChain filters{deflate, {4, {169, 8, 32, 64}}, shuffle};
  const Data data = slopes(16);
  ChainWorkspace workspace;
  for (std::size_t bytes = 40; bytes <= 64; ++bytes) {
    const Data part(data.begin(), data.begin() + static_cast<std::ptrdiff_t>(bytes));
    const EncodedChunk chunk = prepare(filters, 2).encode(part, workspace);
    const Data stored(chunk.bytes.begin(), chunk.bytes.end());
    const bool is_whole = encoded(prepare({deflate}), part).size() % 4 == 0;
    EXPECT_EQ(chunk.filter_mask, is_whole ? 0U : 2U) << bytes;
    EXPECT_EQ(decoded(prepare(filters), stored, chunk.filter_mask, bytes), part) << bytes;
    if (!is_whole) {
      EXPECT_THROW(encoded(prepare(filters), part), Error);
    }
  }
}

TEST(PreparedChain, EveryFilterWantsItsKernel) {
  EXPECT_THROW(PreparedChain({deflate}, {}), Error);
}

}  // namespace
}  // namespace ncf::filter
