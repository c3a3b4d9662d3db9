// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "szip/filter.hpp"

#include <gtest/gtest.h>

#include "common/test/every_plugin.hpp"
#include "support/hdf5_chunk.hpp"

namespace ncf::plugins::szip {
namespace {

using ncf::test::Hdf5Chunk;
using test::Data;
using CdValues = std::vector<std::uint32_t>;

struct Type {
  hid_t (*make)();
  ChunkLayout layout;
};

const std::vector<Type> types{
    {[] { return H5Tcopy(H5T_STD_U8LE); }, {1, ncf_element_integer, ncf_order_little}},
    {[] { return H5Tcopy(H5T_STD_I16LE); }, {2, ncf_element_integer, ncf_order_little}},
    {[] { return H5Tcopy(H5T_STD_I16BE); }, {2, ncf_element_integer, ncf_order_big}},
    {[] { return H5Tcopy(H5T_IEEE_F32LE); }, {4, ncf_element_floating, ncf_order_little}},
    {[] { return H5Tcopy(H5T_IEEE_F64BE); }, {8, ncf_element_floating, ncf_order_big}},
};

const std::vector<std::vector<std::uint64_t>> shapes{{32, 32},   {3, 100}, {1, 33},  {7, 5, 3},
                                                     {1, 10000}, {64},     {4, 4, 2}};
const std::vector<CdValues> parameters{{4, 8}, {32, 8}, {32, 32}, {4, 2}, {32, 10}};

Hdf5Chunk make_hdf5_chunk(const Type& type, const std::vector<std::uint64_t>& shape,
                          const CdValues& visible) {
  return {type.make(), {shape.begin(), shape.end()}, [&](hid_t creation) {
            H5Pset_filter(creation, H5Z_FILTER_SZIP, H5Z_FLAG_MANDATORY, visible.size(),
                          visible.data());
          }};
}

std::size_t bytes_of(const Type& type, const std::vector<std::uint64_t>& shape) {
  std::size_t bytes = type.layout.element_bytes;
  for (const std::uint64_t length : shape) bytes *= length;
  return bytes;
}

// Calls `try_case` for every combination of type, shape and parameters that HDF5 accepts.
template <typename Try>
void for_each_case(const Try& try_case) {
  const ncf::test::QuietHdf5 quiet;
  for (const Type& type : types) {
    for (const auto& shape : shapes) {
      for (const CdValues& visible : parameters) {
        const ChunkLayout layout{type.layout.element_bytes, type.layout.element_class,
                                 type.layout.byte_order, shape};
        try_case(type, layout, shape, visible);
      }
    }
  }
}

TEST(Szip, BindsAsHdf5Does) {
  std::size_t bound_ones = 0;
  for_each_case(
      [&](const Type& type, const ChunkLayout& layout, const auto& shape, const CdValues& visible) {
        CdValues ours;
        const std::string failure = test::failure_of([&] { ours = kernel.bind(visible, layout); });
        try {
          EXPECT_EQ(ours, make_hdf5_chunk(type, shape, visible).stored_cd_values(H5Z_FILTER_SZIP));
          ++bound_ones;
        } catch (const std::runtime_error&) {
          EXPECT_EQ(failure, "a chunk is smaller than a block");
        }
      });
  EXPECT_GT(bound_ones, 150U);
}

// The same as nc_inq_dimlen in libnetcdf's own codec; measured with libnetcdf 4.10.
TEST(Szip, TakesTheScanlineOfZarrFromTheDimension) {
  const auto scanline = [](const std::vector<std::uint64_t>& chunk,
                           const std::vector<std::uint64_t>& lengths) {
    return kernel.bind(CdValues{32, 8}, {4, ncf_element_integer, ncf_order_little, chunk, lengths})
        .at(3);
  };
  EXPECT_EQ(scanline({4, 30}, {7, 100}), 100U);
  EXPECT_EQ(scanline({4, 30}, {}), 30U) << "HDF5 takes it from the chunk";
  EXPECT_EQ(scanline({2, 64}, {3, 5000}), 1024U) << "128 blocks at most";
  EXPECT_EQ(scanline({20, 4}, {20, 6}), 80U) << "a row is less than a block: the whole chunk";
  EXPECT_EQ(scanline({5, 20}, {10, 0}), 100U) << "nothing was written yet";
}

TEST(Szip, BindsWhatIsBoundToTheSame) {
  const ChunkLayout layout{2, ncf_element_integer, ncf_order_little, shapes[0]};
  const CdValues working = kernel.bind(CdValues{40, 8}, layout);
  EXPECT_EQ(working, (CdValues{40, 8, 16, 32}));
  EXPECT_EQ(kernel.bind(working, layout), working);
}

TEST(Szip, AndHdf5ReadEachOther) {
  for_each_case(
      [&](const Type& type, const ChunkLayout& layout, const auto& shape, const CdValues& visible) {
        CdValues working;
        if (!test::failure_of([&] { working = kernel.bind(visible, layout); }).empty()) return;
        const std::size_t bytes = bytes_of(type, shape);
        Data data = test::temperature(100, 1000);
        data.resize(bytes);
        Hdf5Chunk hdf5 = make_hdf5_chunk(type, shape, visible);
        EXPECT_EQ(hdf5.decode(test::encode(kernel, working, data)), data) << bytes;
        // HDF5 refuses chunks that do not become smaller.
        if (const auto stored = hdf5.encode(data)) {
          EXPECT_TRUE(test::decode(kernel, *stored, bytes, working) == data) << bytes;
        }
        const Data noise = test::noise(bytes);
        EXPECT_EQ(hdf5.decode(test::encode(kernel, working, noise)), noise) << bytes;
      });
}

TEST(Szip, HasRoomForTheWorstInAnyGeometry) {
  for (const std::uint32_t bits : {1U, 3U, 8U, 9U, 16U, 17U, 24U, 32U, 64U}) {
    for (const CdValues& visible : parameters) {
      for (const std::uint32_t scanline : {1U, 2U, 31U, 64U, 256U}) {
        const CdValues working{visible[0], visible[1], bits, scanline};
        for (const std::size_t bytes : {8U, 80U, 4000U}) {
          Data data = test::noise(bytes);
          if (bits % 8 != 0) data = Data(bytes, std::byte{1});  // values of at most so many bits
          if (bits > 8 && bits < 32 && bits != 16) data = Data(bytes);
          const Data encoded = test::encode(kernel, working, data);
          EXPECT_TRUE(test::decode(kernel, encoded, bytes, working) == data)
              << bits << " bits, " << scanline << " a line, " << bytes << " bytes";
        }
      }
    }
  }
}

TEST(Szip, RefusesDataCutShort) {
  const CdValues working{40, 16, 16, 64};
  const Data data = test::temperature(8, 32);
  const Data encoded = test::encode(kernel, working, data);
  for (std::size_t bytes = 0; bytes < encoded.size(); ++bytes) {
    const Data cut(encoded.begin(), encoded.begin() + static_cast<std::ptrdiff_t>(bytes));
    EXPECT_EQ(test::failure_of([&] { test::decode(kernel, cut, data.size(), working); }),
              "szip data cut short")
        << bytes;
  }
}

// HDF5's own filter reads such chunks. libaec may interpret the first bytes of another stream as a
// damaged end of this one.
TEST(Szip, LeavesWhatFollowsTheStream) {
  for (const CdValues& working :
       {CdValues{40, 16, 16, 64}, CdValues{12, 8, 32, 32}, CdValues{40, 16, 8, 100}}) {
    const Data data = test::temperature(8, 32);
    const Data encoded = test::encode(kernel, working, data);
    for (const Data& after : {Data(1), Data(16), test::from_text("junk")}) {
      EXPECT_TRUE(test::decode_growing(kernel, test::join({encoded, after}), working) == data)
          << after.size();
    }
  }
}

TEST(Szip, DoesNotTakeMemoryBecauseAHeaderClaimsIt) {
  const CdValues working{40, 16, 16, 64};
  Data stored(100);
  for (std::size_t i = 0; i < 4; ++i) stored[i] = std::byte{0xF0};
  test::GrowingOutput output;
  EXPECT_EQ(
      test::failure_of([&] { kernel.decode(*kernel.make_workspace(), working, stored, output); }),
      "szip data cut short");
  EXPECT_EQ(output.memory().size(), 0U);
}

TEST(Szip, SaysWhichParametersThereAre) {
  const auto refusal = [](const CdValues& visible) {
    return test::failure_of([&] { kernel.check(visible); });
  };
  EXPECT_EQ(refusal({}), "needs 2 parameters, mask and pixels of a block, not 0");
  EXPECT_EQ(refusal({1, 8}),
            "mask must have either bit 4 (entropy coding) or 32 (nearest neighbour)");
  EXPECT_EQ(refusal({36, 8}),
            "mask must have either bit 4 (entropy coding) or 32 (nearest neighbour)");
  EXPECT_EQ(refusal({4, 7}), "pixels of a block must be even and 2 to 32, not 7");
  EXPECT_EQ(refusal({4, 34}), "pixels of a block must be even and 2 to 32, not 34");
  EXPECT_EQ(test::failure_of([] {
              kernel.bind(CdValues{4, 8}, {2, ncf_element_other, ncf_order_none, shapes[0]});
            }),
            "only numbers of 1, 2, 4 or 8 bytes can be coded");
}

TEST(Szip, RefusesWorkingParametersThatMakeNoSense) {
  for (const CdValues& working :
       {CdValues{}, CdValues{4, 8}, CdValues{4, 0, 8, 32}, CdValues{4, 9, 8, 32},
        CdValues{4, 8, 0, 32}, CdValues{4, 8, 25, 32}, CdValues{4, 8, 8, 0},
        CdValues{4, 8, 8, 1025}, CdValues{4, 34, 8, 34}}) {
    const std::string expected =
        "needs 4 stored parameters: mask, pixels of a block, bits of a pixel, pixels of a scanline";
    EXPECT_EQ(test::failure_of([&] { test::decode(kernel, Data(100), 100, working); }), expected);
    EXPECT_EQ(test::failure_of([&] { test::encode(kernel, working, Data(100)); }), expected);
  }
}

TEST(Szip, RefusesPixelsOfMoreBitsThanStored) {
  for (const CdValues& working : {CdValues{12, 8, 12, 32}, CdValues{20, 8, 12, 32}}) {
    const bool is_big = (working[0] & most_significant_first) != 0;
    Data data(64);
    data[is_big ? 0 : 1] = std::byte{0x0F};
    EXPECT_TRUE(test::decode(kernel, test::encode(kernel, working, data), 64, working) == data);
    data[is_big ? 0 : 1] = std::byte{0x10};
    EXPECT_EQ(test::failure_of([&] { test::encode(kernel, working, data); }),
              "a pixel of more than 12 bits");
  }
}

TEST(Szip, TakesWholeElementsOnly) {
  const CdValues working{12, 8, 32, 32};
  EXPECT_EQ(test::failure_of([&] { test::encode(kernel, working, Data(7)); }),
            "7 bytes are not whole elements of 4 bytes");
}

// ---- what is tried on all ----

INSTANTIATE_TEST_SUITE_P(Szip, EveryKernel,
                         testing::Values(test::Tested{kernel, {nearest_neighbour, 16, 8, 500}}));
INSTANTIATE_TEST_SUITE_P(Szip, EveryCodec,
                         testing::Values(test::CodecCase{
                             "szip",
                             {{R"({"id":"szip","mask":32,"pixels-per-block":8})", {32, 8}}},
                             {},
                             {{{4, 16, 32, 64}, R"({"id":"szip","mask":4,"pixels-per-block":16})"}},
                             {R"({"id":"szip","mask":32})",
                              R"({"id":"szip","mask":32,"pixels-per-block":7})"},
                             {{32}, {36, 8}}}));

// ---- parameters that depend on the variable ----

using test::CdValues;

class SzipBinding : public test::Binding {
 protected:
  SzipBinding() : Binding("szip") {}
};

TEST_F(SzipBinding, FindsBitsScanlineAndByteOrder) {
  const std::uint32_t native = std::endian::native == std::endian::little ? 8 : 16;
  CdValues visible{32, 8};
  CdValues working;
  EXPECT_EQ(modify(define(NC_FLOAT, "a"), visible, working), NC_NOERR);
  EXPECT_EQ(working, (CdValues{32 | native, 8, 32, 30}));
  EXPECT_EQ(visible, (CdValues{32, 8})) << "the user's remain";
  EXPECT_EQ(modify(define(NC_SHORT, "b", NC_ENDIAN_BIG), visible, working), NC_NOERR);
  EXPECT_EQ(working, (CdValues{32 | 16, 8, 16, 30}));
  EXPECT_EQ(modify(define(NC_CHAR, "c"), visible, working), NC_EFILTER);
}

}  // namespace
}  // namespace ncf::plugins::szip
