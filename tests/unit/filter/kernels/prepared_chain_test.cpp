// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "filter/kernels/prepared_chain.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "filter/kernels/builtin.hpp"
#include "support/builtin_chain.hpp"
#include "support/errors.hpp"

namespace ncf::filter {
namespace {

using Data = std::vector<std::byte>;

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

std::string reason_of(const PreparedChain& chain, const Data& stored, std::size_t bytes) {
  return test::reason_of([&] { decoded(chain, stored, 0, bytes); }, ErrorCode::corrupt);
}

TEST(PreparedChain, EncodesInOrderAndDecodesBackwards) {
  const Data data = slopes(5000);
  for (const StoredChain& filters :
       {StoredChain{}, StoredChain{deflate}, StoredChain{shuffle, deflate},
        StoredChain{shuffle, deflate, fletcher32}, StoredChain{fletcher32, shuffle, deflate}}) {
    const PreparedChain chain = test::builtin_chain(filters);
    const Data stored = encoded(chain, data);
    EXPECT_LE(stored.size(), chain.bound(data.size()));
    EXPECT_EQ(decoded(chain, stored, 0, data.size()), data) << filters.size();
  }
}

TEST(PreparedChain, TheOrderIsTheFiles) {
  const Data data = slopes(5000);
  EXPECT_NE(encoded(test::builtin_chain({shuffle, deflate}), data),
            encoded(test::builtin_chain({deflate, shuffle}), data));
  const Data plane_by_plane = encoded(test::builtin_chain({shuffle}), data);
  EXPECT_EQ(encoded(test::builtin_chain({shuffle, fletcher32}), data),
            encoded(test::builtin_chain({fletcher32}), plane_by_plane));
}

// The encoder then knows the planes; szip, which is left out, does not change them.
TEST(PreparedChain, DeflateIsToldThatShuffleCameDirectlyBefore) {
  const Data data = slopes(5000);
  const Data planes = encoded(test::builtin_chain({shuffle}), data);
  const Kernel kernel(*find_builtin_kernel(deflate.id));
  Data with_planes(kernel.bound(deflate.parameters, planes.size()));
  with_planes.resize(
      kernel.encode(kernel.make_workspace(), deflate.parameters, {4, 0}, planes, with_planes));
  ASSERT_NE(with_planes, encoded(test::builtin_chain({deflate}), planes));

  EXPECT_EQ(encoded(test::builtin_chain({shuffle, deflate}), data), with_planes);
  const Data checked = encoded(test::builtin_chain({shuffle, fletcher32}), data);
  EXPECT_EQ(encoded(test::builtin_chain({shuffle, fletcher32, deflate}), data),
            encoded(test::builtin_chain({deflate}), checked));
  const StoredFilter unfit{2, {}};
  EXPECT_EQ(encoded(test::builtin_chain({shuffle, unfit, deflate}, 2), data), with_planes);
}

TEST(PreparedChain, SkipsWhatTheMaskNames) {
  const Data data = slopes(1000);
  const PreparedChain all = test::builtin_chain({shuffle, deflate, fletcher32});
  const std::vector<StoredChain> applied{{shuffle, deflate, fletcher32},
                                         {deflate, fletcher32},
                                         {shuffle, fletcher32},
                                         {fletcher32},
                                         {shuffle, deflate},
                                         {deflate},
                                         {shuffle},
                                         {}};
  for (std::uint32_t mask = 0; mask < applied.size(); ++mask) {
    EXPECT_EQ(decoded(all, encoded(test::builtin_chain(applied[mask]), data), mask, data.size()),
              data)
        << mask;
  }
}

TEST(PreparedChain, AWorkspaceServesManyChainsAndSizes) {
  ChainWorkspace workspace;
  for (const std::size_t elements : {1U, 70000U, 3U, 4096U}) {
    const Data data = slopes(elements);
    for (const StoredChain& filters : {StoredChain{shuffle, deflate}, StoredChain{fletcher32}}) {
      const PreparedChain chain = test::builtin_chain(filters);
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
  const PreparedChain chain = test::builtin_chain({shuffle, deflate, fletcher32});
  Data stored = encoded(chain, data);
  stored[20] ^= std::byte{1};
  EXPECT_EQ(reason_of(chain, stored, data.size()).rfind("filter 3 (fletcher32): ", 0), 0U);
  EXPECT_EQ(reason_of(test::builtin_chain({deflate}), Data(9), 8).rfind("filter 1 (deflate): ", 0),
            0U);
}

TEST(PreparedChain, AChunkIsAsLargeAsItIs) {
  const Data data = slopes(100);
  for (const StoredChain& filters :
       {StoredChain{}, StoredChain{deflate}, StoredChain{shuffle, deflate}}) {
    const PreparedChain chain = test::builtin_chain(filters);
    const Data stored = encoded(chain, data);
    EXPECT_NE(reason_of(chain, stored, data.size() - 4), "");
    EXPECT_NE(reason_of(chain, stored, data.size() + 4), "");
  }
}

// szip requires whole elements; libaec would cut off the last one.
TEST(PreparedChain, AnOptionalFilterIsLeftOutWhereItCannotEncode) {
  const StoredChain filters{deflate, {4, {169, 8, 32, 64}}, shuffle};
  const Data data = slopes(16);
  ChainWorkspace workspace;
  for (std::size_t bytes = 40; bytes <= 64; ++bytes) {
    const Data part(data.begin(), data.begin() + static_cast<std::ptrdiff_t>(bytes));
    const EncodedChunk chunk = test::builtin_chain(filters, 2).encode(part, workspace);
    const Data stored(chunk.bytes.begin(), chunk.bytes.end());
    const bool is_whole = encoded(test::builtin_chain({deflate}), part).size() % 4 == 0;
    EXPECT_EQ(chunk.filter_mask, is_whole ? 0U : 2U) << bytes;
    EXPECT_EQ(decoded(test::builtin_chain(filters), stored, chunk.filter_mask, bytes), part)
        << bytes;
    if (!is_whole) {
      EXPECT_THROW(encoded(test::builtin_chain(filters), part), Error);
    }
  }
}

TEST(PreparedChain, EveryFilterWantsItsKernel) {
  EXPECT_THROW(PreparedChain({deflate}, {}), Error);
}

}  // namespace
}  // namespace ncf::filter
