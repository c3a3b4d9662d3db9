// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "shuffle/filter.hpp"

#include <gtest/gtest.h>

#include "common/h5z_entry.hpp"
#include "common/test/every_plugin.hpp"
#include "fletcher32/filter.hpp"
#include "support/hdf5_chunk.hpp"

namespace ncf::plugins::shuffle {
namespace {

using ncf::test::Hdf5Chunk;
using test::Data;

// Shuffles by definition, byte by byte.
Data plain_encode(const Data& data, std::size_t element_bytes) {
  const std::size_t elements = data.size() / element_bytes;
  Data encoded = data;
  for (std::size_t element = 0; element < elements; ++element) {
    for (std::size_t byte = 0; byte < element_bytes; ++byte) {
      encoded[byte * elements + element] = data[element * element_bytes + byte];
    }
  }
  return encoded;
}

TEST(Shuffle, IsWhatItsDefinitionSays) {
  for (const std::uint32_t element_bytes :
       {1U, 2U, 3U, 4U, 5U, 6U, 7U, 8U, 10U, 12U, 15U, 16U, 17U, 24U, 100U}) {
    for (const std::size_t elements :
         {0U, 1U, 2U, 15U, 16U, 17U, 31U, 32U, 33U, 47U, 100U, 1000U}) {
      for (const std::size_t rest : {std::size_t{0}, std::size_t{element_bytes - 1}}) {
        const Data data = test::noise(elements * element_bytes + rest);
        const Data encoded = test::encode(kernel, {&element_bytes, 1}, data);
        EXPECT_TRUE(encoded == plain_encode(data, element_bytes))
            << elements << " elements of " << element_bytes << " and " << rest << " bytes";
        EXPECT_TRUE(test::decode(kernel, encoded, data.size(), {&element_bytes, 1}) == data)
            << elements << " elements of " << element_bytes << " and " << rest << " bytes";
      }
    }
  }
}

TEST(Shuffle, OfElementsLargerThanTheDataIsTheIdentity) {
  const std::uint32_t element_bytes = 0xFFFFFFFF;
  const Data data = test::noise(100);
  EXPECT_TRUE(test::encode(kernel, {&element_bytes, 1}, data) == data);
  EXPECT_TRUE(test::decode(kernel, data, data.size(), {&element_bytes, 1}) == data);
}

TEST(Shuffle, AndHdf5WriteTheSame) {
  for (const std::size_t element_bytes : {1U, 2U, 3U, 4U, 8U, 12U, 16U}) {
    for (const hsize_t elements : {1U, 2U, 16U, 33U, 5000U}) {
      Hdf5Chunk hdf5(H5Tcreate(H5T_OPAQUE, element_bytes), {elements},
                     [](hid_t creation) { H5Pset_shuffle(creation); });
      const Data data = test::noise(element_bytes * elements);
      const std::vector<std::uint32_t> cd_values = hdf5.stored_cd_values(H5Z_FILTER_SHUFFLE);
      EXPECT_EQ(cd_values, kernel.bind({}, {element_bytes, ncf_element_other, ncf_order_none}));
      const auto stored = hdf5.encode(data);
      ASSERT_TRUE(stored);
      EXPECT_TRUE(test::encode(kernel, cd_values, data) == *stored) << element_bytes;
      EXPECT_EQ(hdf5.decode(*stored), data) << element_bytes;
    }
  }
}

// If fletcher32 comes first, as in libnetcdf, shuffle gets 4 bytes more than whole elements of 8.
TEST(Shuffle, AfterAChecksumAndHdf5WriteTheSame) {
  Hdf5Chunk hdf5(H5Tcopy(H5T_IEEE_F64LE), {1001}, [](hid_t creation) {
    H5Pset_fletcher32(creation);
    H5Pset_shuffle(creation);
  });
  const Data data = test::noise(std::size_t{8} * 1001);
  const std::uint32_t element_bytes = 8;
  const Data encoded =
      test::encode(kernel, {&element_bytes, 1}, test::encode(fletcher32::kernel, {}, data));
  EXPECT_EQ(hdf5.encode(data), encoded);
  EXPECT_EQ(hdf5.decode(encoded), data);
}

TEST(Shuffle, NeedsAnElementSize) {
  const std::uint32_t zero = 0;
  for (const Parameters working : {Parameters{}, Parameters{&zero, 1}}) {
    EXPECT_EQ(test::failure_of([&] { test::encode(kernel, working, test::noise(8)); }),
              "needs the bytes of an element, 1 or more");
    EXPECT_EQ(test::failure_of([&] { test::decode(kernel, test::noise(8), 8, working); }),
              "needs the bytes of an element, 1 or more");
  }
  EXPECT_EQ(test::failure_of([&] {
              kernel.bind({}, {0, ncf_element_other, ncf_order_none});
            }),
            "values of 0 bytes cannot be shuffled, only those of 1 to 4294967295 bytes");
}

// ---- as an HDF5 filter class: how any kernel is bound ----

constexpr std::uint32_t test_id = 300;  // one of the ids reserved for tests
constexpr Kernel test_kernel{test_id, "test", check, bind, bound, make_workspace<>, encode, decode};
constexpr H5Z_class2_t filter_class = make_filter_class<test_kernel>("test");

TEST(SetLocal, StoresWorkingParameters) {
  ASSERT_GE(H5Zregister(&filter_class), 0);
  {
    Hdf5Chunk hdf5(H5Tcopy(H5T_IEEE_F64LE), {10, 20}, [](hid_t creation) {
      H5Pset_filter(creation, test_id, H5Z_FLAG_MANDATORY, 0, nullptr);
    });
    EXPECT_EQ(hdf5.stored_cd_values(test_id), std::vector<std::uint32_t>{8});
    const Data data = test::noise(1600);
    EXPECT_EQ(hdf5.encode(data), plain_encode(data, 8));
    EXPECT_EQ(hdf5.decode(plain_encode(data, 8)), data);
  }
  H5Zunregister(test_id);
}

TEST(SetLocal, ToleratesIdsOfMinusOne) {
  EXPECT_EQ(filter_class.can_apply(-1, -1, -1), 1);
  EXPECT_GE(filter_class.set_local(-1, -1, -1), 0);
}

// ---- what is tried on all ----

INSTANTIATE_TEST_SUITE_P(Shuffle, EveryKernel, testing::Values(test::Tested{kernel, {4}}));
INSTANTIATE_TEST_SUITE_P(Shuffle, EveryCodec,
                         testing::Values(test::CodecCase{
                             "shuffle",
                             {{R"({"id":"shuffle","elementsize":8})", {8}}},
                             {{R"({"id":"shuffle","elementsize":0})", {}},
                              {R"({"id":"shuffle","elementsize":"0"})", {}},
                              {R"({"id":"shuffle"})", {}}},
                             {},
                             {R"({"id":"shuffle","elementsize":-1})"},
                             {{}}}));

// ---- parameters that depend on the variable ----

using test::CdValues;

class ShuffleBinding : public test::Binding {
 protected:
  ShuffleBinding() : Binding("shuffle") {}
};

TEST_F(ShuffleBinding, FindsTheSizeOfAnElementAndShowsIt) {
  CdValues visible;
  CdValues working{9, 9, 9};
  EXPECT_EQ(modify(define(NC_DOUBLE, "a"), visible, working), NC_NOERR);
  EXPECT_EQ(visible, CdValues{8});
  EXPECT_EQ(working, CdValues{8});
  std::string json;
  EXPECT_EQ(codec_.format(visible, json), NC_NOERR);
  EXPECT_EQ(json, R"({"id":"shuffle","elementsize":8})");
}

// numcodecs' default is 4 for any type.
TEST_F(ShuffleBinding, KeepsTheSizeThatJsonSays) {
  CdValues visible{4};
  CdValues working;
  EXPECT_EQ(modify(define(NC_DOUBLE, "a"), visible, working), NC_NOERR);
  EXPECT_EQ(visible, CdValues{4});
  EXPECT_EQ(working, CdValues{4});
}

TEST_F(ShuffleBinding, FailsForWhatIsNoVariable) {
  CdValues visible;
  CdValues working{9};
  EXPECT_EQ(modify(77, visible, working), NC_EFILTER);
  EXPECT_EQ(working, CdValues{9});
}

}  // namespace
}  // namespace ncf::plugins::shuffle
