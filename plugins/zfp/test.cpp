// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "common/test/every_plugin.hpp"
#include "zfp/filter.hpp"
#include "zfp/test/chunks.hpp"

namespace ncf::plugins::zfp {
namespace {

using namespace cases;

// ---- parameters ----

TEST(Zfp, StoresTheHeaderThatLibzfpWrites) {
  for_each_chunk([](const Type& type, const Shape& shape, const CdValues& visible) {
    const CdValues working = kernel.bind(visible, layout_of(type, shape));
    EXPECT_EQ(working[0], zfp_library_version << 16 | zfp_codec_version << 12 | 0x110U);
    Data expected = reference(type, shape, visible, smooth(type, count_of(shape))).header;
    expected.resize((expected.size() + 3) / 4 * 4);
    EXPECT_EQ(header_of(working), expected);
  });
}

TEST(Zfp, LeavesOutLengthsOfOneExceptForZarr) {
  const Shape shape{1, 16, 1, 24};
  const CdValues squeezed = kernel.bind(lossless, layout_of(float_type, shape));
  EXPECT_EQ(squeezed, kernel.bind(lossless, layout_of(float_type, {16, 24})));
  const CdValues kept = kernel.bind(lossless, zarr_layout_of(float_type, shape));
  EXPECT_EQ(kept[0], 0U);
  EXPECT_NE(header_of(kept), header_of(squeezed));
}

TEST(Zfp, StoresTheHeaderOfABigEndianMachineForItsValues) {
  const Shape shape{16, 24};
  ChunkLayout layout = layout_of(float_type, shape);
  const CdValues little = kernel.bind(lossless, layout);
  layout.byte_order = ncf_order_big;
  const CdValues big = kernel.bind(lossless, layout);
  ASSERT_EQ(big.size(), little.size());
  EXPECT_EQ(big[0], little[0]);
  EXPECT_EQ(big[1], 0x7A667005U);  // "zfp" and the codec, 5
  for (std::size_t i = 1; i < big.size(); ++i) {
    EXPECT_EQ(__builtin_bswap32(big[i]), little[i]) << i;
  }
}

// libhdf5 passes them to the filter again when a dataset is created like another.
TEST(Zfp, KeepsStoredParametersForTheSameChunks) {
  const CdValues working = kernel.bind(lossless, layout_of(float_type, {16, 24}));
  EXPECT_EQ(kernel.bind(working, layout_of(float_type, {16, 1, 24})), working);
  EXPECT_EQ(test::failure_of([&] {
              kernel.bind(working, layout_of(float_type, {24, 16}));
            }),
            "the stored parameters are of chunks of another type or shape");
}

TEST(Zfp, RefusesParametersItHasNot) {
  const auto refusal = [](const CdValues& visible) {
    return test::failure_of([&] { check(visible); });
  };
  EXPECT_EQ(refusal({6}),
            "mode must be 1 (rate), 2 (precision), 3 (accuracy), 4 (expert) or 5 (reversible), "
            "not 6");
  EXPECT_EQ(refusal({1, 0, 8}), "mode 1 (rate) takes 4 to 6 parameters, not 3");
  EXPECT_EQ(refusal({5, 0, 0, 0, 0, 0, 0}), "mode 5 (reversible) takes 1 to 6 parameters, not 7");
  EXPECT_EQ(refusal(with_double(1, 65)), "rate must be 0 to 64, not 65.000000");
  EXPECT_EQ(refusal(with_double(1, std::numeric_limits<double>::quiet_NaN())),
            "rate must be 0 to 64, not nan");
  EXPECT_EQ(refusal({2, 0, 65}), "precision must be 1 to 64, not 65");
  EXPECT_EQ(refusal(with_double(3, -1)), "accuracy must be 0 or more, not -1.000000");
  EXPECT_EQ(refusal({4, 0, 9, 8, 64, 0}),
            "minbits must be 1 to maxbits, and maxbits at most 32768, not 9 and 8");
  EXPECT_EQ(refusal({4, 0, 1, 8, 65, 0}), "maxprec must be 1 to 64, not 65");
  EXPECT_EQ(refusal({4, 0, 1, 8, 64, 20000}), "minexp must be -16495 to 16272, not 20000");
  EXPECT_EQ(refusal({}), "");
}

TEST(Zfp, RefusesVariablesThatItCannotEncode) {
  const auto refusal = [](const ChunkLayout& layout, const CdValues& visible = lossless) {
    return test::failure_of([&] { kernel.bind(visible, layout); });
  };
  const Type narrow{zfp_type_none, 2, ncf_element_integer};
  const Type text{zfp_type_none, 4, ncf_element_other};
  EXPECT_EQ(refusal(layout_of(narrow, {8})), "only numbers of 4 and 8 bytes can be encoded");
  EXPECT_EQ(refusal(layout_of(text, {8})), "only numbers of 4 and 8 bytes can be encoded");
  EXPECT_EQ(refusal(layout_of(float_type, {1, 1})),
            "a chunk must have 1 to 4 dimensions of more than one value, not 0");
  EXPECT_EQ(refusal(layout_of(float_type, {2, 2, 2, 2, 2})),
            "a chunk must have 1 to 4 dimensions of more than one value, not 5");
  EXPECT_EQ(refusal(zarr_layout_of(float_type, {1, 1, 1, 1, 8})),
            "zfpy encodes 1 to 4 dimensions, not 5");
  EXPECT_EQ(refusal(layout_of(float_type, {2, 2, 2, 4097})),
            "a dimension of the chunk is too long: the limit is 16777216 for 2 dimensions, 65536 "
            "for 3 and 4096 for 4");
  EXPECT_EQ(refusal(layout_of(float_type, {8}), {4, 0, 1, 8, 64, 0}),
            "a block of at most 8 bits cannot hold values of the type; at least 9 are needed");
  const Shape shape{8};
  ChunkLayout big = zarr_layout_of(float_type, shape);
  big.byte_order = ncf_order_big;
  EXPECT_EQ(refusal(big), "zfpy stores little-endian values only");
}

// ---- what is tried on all ----

INSTANTIATE_TEST_SUITE_P(
    Zfp, EveryPlugin,
    testing::Values(test::Plugin{
        .name = "zfp",
        .stored_name = "H5Z-ZFP-1.1.0",
        .visible = {5},
        // The first word contains the version of libzfp.
        .working = {zfp_library_version << 16 | zfp_codec_version << 12 | 0x110U, 91252346, 1599984,
                    2281701376},
        .wrong = {6},
        .refusal = "mode must be 1 (rate), 2 (precision), 3 (accuracy), 4 (expert) or 5 "
                   "(reversible), not 6",
        .complaint = "zfp data cut short",
        .about_nothing = "a chunk of 0 bytes, but the parameters are of chunks of 400000"}));
INSTANTIATE_TEST_SUITE_P(
    Zfp, EveryCodec,
    testing::Values(test::CodecCase{
        "zfp",
        {{R"({"id":"zfpy","mode":4,"tolerance":0.5,"rate":-1,"precision":-1})",
          {3, 0, 0, 0x3FE00000}},
         {R"({"id":"zfpy","mode":2,"tolerance":-1,"rate":8,"precision":-1})",
          {1, 0, 0, 0x40200000}},
         {R"({"id":"zfpy","mode":3,"tolerance":-1,"rate":-1,"precision":16})", {2, 0, 16}},
         {R"({"id":"zfpy","mode":4,"tolerance":-1,"rate":-1,"precision":-1})", {5}}},
        {{R"({"id":"zfpy"})", {5}},
         {R"({"id":"zfpy","mode":"3","precision":8.0})", {2, 0, 8}},
         {R"({"id":"zfpy","mode":5})", {5}},
         {R"({"id":"zfpy","mode":3,"precision":0})", {2, 0, 64}},
         {R"({"id":"zfpy","mode":3,"precision":100})", {2, 0, 64}},
         {R"({"id":"zfpy","mode":2,"rate":-1,"compression_kwargs":{"rate":-1}})", {5}},
         {R"({"id":"zfpy","mode":3,"tolerance":0.5})", {5}}},
        {},
        {R"({"id":"zfpy","mode":1})", R"({"id":"zfpy","mode":4.9})",
         R"({"id":"zfpy","mode":1e300})", R"({"id":"zfpy","mode":3,"precision":1.5})",
         R"({"id":"zfpy","mode":3,"precision":64.5})", R"({"id":"zfpy","mode":2,"rate":65})",
         R"({"id":"zfpy","tolerance":0.5,"level":1})"},
        {{6}, {}, {4, 0, 1, 16658, 64, 0}, {1, 0, 8}}}));

// ---- parameters that depend on the variable ----

class ZfpBinding : public test::Binding {
 protected:
  ZfpBinding() : Binding("zfp") {}
};

TEST_F(ZfpBinding, PutsTheHeaderInFront) {
  CdValues visible{5};
  CdValues working;
  EXPECT_EQ(modify(define(NC_FLOAT, "a"), visible, working), NC_NOERR);
  ASSERT_EQ(working.size(), 4U);
  EXPECT_EQ(working[0], 0U) << "of no filter's version";
  EXPECT_EQ(visible, CdValues{5}) << "the user's remain";
  EXPECT_EQ(modify(define(NC_SHORT, "b"), visible, working), NC_EFILTER);
  EXPECT_EQ(modify(define(NC_DOUBLE, "c", NC_ENDIAN_BIG), visible, working), NC_EFILTER);
}

}  // namespace
}  // namespace ncf::plugins::zfp
