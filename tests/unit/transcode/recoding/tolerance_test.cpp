// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/recoding/tolerance.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "filter/registry/known_ids.hpp"
#include "model/dataset/stored_form.hpp"
#include "support/errors.hpp"
#include "transcode/recoding/form_difference.hpp"

namespace ncf::transcode {
namespace {

Filter zfp_accuracy(double accuracy) {
  const auto bits = std::bit_cast<std::uint64_t>(accuracy);
  return {filter::zfp_id,
          {3, 0, static_cast<std::uint32_t>(bits), static_cast<std::uint32_t>(bits >> 32U)}};
}

const Filter zfp_rate{filter::zfp_id, {1, 0, 0, 0x40200000}};
const Filter deflate_filter{filter::deflate_id, {5}};

constexpr double missing = -999;

/// Returns the message about one value; empty if it is accepted.
template <class Number>
std::string message(const Chain& filters, Number written, Number read, std::string_view element) {
  const Tolerance tolerance(filters, {missing});
  try {
    const auto excess = tolerance.find_excess(std::as_bytes(std::span(&written, 1)),
                                              std::as_bytes(std::span(&read, 1)), element);
    if (excess) return tolerance.describe(*excess);
  } catch (const Error& error) {
    return error.message();
  }
  return {};
}

TEST(Tolerance, WithoutFiltersThatChangeValuesBitsMustBeEqual) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(message({deflate_filter}, nan, nan, "float32"), "");
  EXPECT_EQ(message({deflate_filter}, 0.0F, -0.0F, "float32"), not_as_written);
  EXPECT_EQ(message({}, 'a', 'b', "char"), not_as_written);
}

TEST(Tolerance, ABoundHolds) {
  const Chain zfp{zfp_accuracy(0.5), deflate_filter};
  EXPECT_EQ(message(zfp, 1.0, 1.5, "float64"), "");
  EXPECT_EQ(message(zfp, 1.0, 1.6, "float64"),
            "a value reads back changed by 0.6, though zfp accuracy=0.5 promises changes of at "
            "most 0.5; to round each value separately, use --quantize and a lossless filter");
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_NE(message(zfp, nan, 1.0, "float64"), "");
  EXPECT_NE(message(zfp, 1.0, nan, "float64"), "");
  EXPECT_NE(message(zfp, 'a', 'b', "char"), "");
  const Chain decimal{{filter::scaleoffset_id, {0, 2}}};
  EXPECT_EQ(message(decimal, 287.654F, 287.65F, "float32"), "");
  EXPECT_NE(message(decimal, 287.66F, 287.65F, "float32"), "");
  // Arithmetic with too few bits for the bound does not excuse larger errors.
  EXPECT_EQ(message(decimal, 1e5F, 1e5F + 0.0078125F, "float32"), "");
  EXPECT_NE(message(decimal, 1e6F, 1e6F + 0.0625F, "float32"), "");
  EXPECT_EQ(message({{filter::scaleoffset_id, {2, 0}}}, 7, 8, "int32"), not_as_written);
  const Chain few_bits{{filter::scaleoffset_id, {2, 4}}};
  EXPECT_EQ(message(few_bits, 7, 7, "int32"), "");
  EXPECT_EQ(
      message(few_bits, 7, 9, "int32"),
      "a value reads back changed by 2, though scaleoffset int bits=4 promises changes of at most "
      "0; request as many bits as the values need, or a lossless filter");
  constexpr std::int64_t beyond_doubles = std::int64_t{1} << 60;
  EXPECT_NE(message(few_bits, beyond_doubles, beyond_doubles + 1, "int64"), "");
}

/// Returns whether reading values back is unnecessary.
template <class Number>
bool is_kept(const Chain& filters, std::vector<Number> written, std::string_view element) {
  return Tolerance(filters, {missing})
      .is_kept_by(std::as_bytes(std::span(written)), element, model::ByteOrder::native);
}

TEST(Tolerance, KnowsValuesThatKeepABoundForCertain) {
  const Chain zfp{zfp_accuracy(0.01), deflate_filter};
  EXPECT_TRUE(is_kept<float>(zfp, {-80, 0, 45.5}, "float32"));
  EXPECT_TRUE(is_kept<double>(zfp, {-80, 0, 45.5}, "float64"));
  EXPECT_FALSE(is_kept<float>(zfp, {0, 2049}, "float32"));
  EXPECT_FALSE(is_kept<double>(zfp, {0, 1e13}, "float64"));
  EXPECT_FALSE(is_kept<double>(zfp, {0, std::nan("")}, "float64"));
  EXPECT_FALSE(is_kept<float>(zfp, {-std::numeric_limits<float>::infinity()}, "float32"));
  EXPECT_FALSE(is_kept<float>(zfp, {1, -999}, "float32")) << "missing";
  EXPECT_FALSE(is_kept<float>(zfp, {1, 600}, "float32")) << "as far from 0 as half of the missing";
  EXPECT_FALSE(is_kept<std::int32_t>(zfp, {1, 2}, "int32"));
  EXPECT_FALSE(is_kept<float>({zfp_rate}, {1, 2}, "float32"));
  EXPECT_FALSE(is_kept<float>({zfp_accuracy(0.01), zfp_rate}, {1, 2}, "float32"));
  const Chain decimal{{filter::scaleoffset_id, {0, 2}}};
  EXPECT_FALSE(is_kept<float>(decimal, {1, 2}, "float32"));
  const std::vector<float> numbers{1, 2};
  const auto foreign =
      std::endian::native == std::endian::little ? model::ByteOrder::big : model::ByteOrder::little;
  EXPECT_FALSE(Tolerance(zfp).is_kept_by(std::as_bytes(std::span(numbers)), "float32", foreign));
}

TEST(Tolerance, WhatIsNoNumberStaysSo) {
  const Chain zfp{zfp_accuracy(1e300)};
  const std::string special =
      "a value becomes missing, NaN or infinite, or stops being so, though zfp accuracy=1e+300 "
      "promises changes of at most 1e+300; to round each value separately, use --quantize and a "
      "lossless filter";
  constexpr double infinity = std::numeric_limits<double>::infinity();
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  for (const auto& [written, read] : std::initializer_list<std::pair<double, double>>{
           {nan, 1}, {1, nan}, {infinity, 1}, {1, infinity}, {infinity, -infinity}}) {
    EXPECT_EQ(message(zfp, written, read, "float64"), special) << written << ' ' << read;
  }
  EXPECT_EQ(message(zfp, missing, missing + 1, "float64"), special);
  EXPECT_EQ(message(zfp, missing - 1, missing, "float64"), special);
  EXPECT_EQ(message(zfp, nan, -nan, "float64"), "");
  EXPECT_EQ(message(zfp, 0.0, -0.0, "float64"), "");
}

TEST(Tolerance, WithoutABoundOnlyMissingValuesMustStay) {
  EXPECT_TRUE(Tolerance({zfp_rate}).is_unbounded());
  EXPECT_FALSE(Tolerance({zfp_accuracy(1), deflate_filter}).is_unbounded());
  EXPECT_EQ(message({zfp_rate}, 1.0, 9.0, "float64"), "");
  const std::string special =
      "a value becomes missing, NaN or infinite, or stops being so, with zfp rate=8; to round each "
      "value separately, use --quantize and a lossless filter";
  EXPECT_EQ(message({zfp_rate}, missing, missing + 1, "float64"), special);
  EXPECT_EQ(message({zfp_rate}, std::numeric_limits<float>::quiet_NaN(), 0.0F, "float32"), special);
  EXPECT_EQ(message({zfp_rate}, 7, static_cast<int>(missing), "int32"), special);
}

TEST(Tolerance, WithoutABoundMissingValuesMustNotTakeTheBitsOfOthers) {
  const Tolerance tolerance({zfp_rate}, {missing});
  const auto find = [&](const std::vector<float>& written, const std::vector<float>& read) {
    return tolerance.find_excess(std::as_bytes(std::span(written)), std::as_bytes(std::span(read)),
                                 "float32");
  };
  EXPECT_EQ(find({280, -999, 290}, {0, -999, 290}), 280);
  EXPECT_EQ(find({280, -999, 290}, {150, -999, 290}), std::nullopt);
  EXPECT_EQ(find({0, -999, 290}, {1, -999, 290}), std::nullopt);
  EXPECT_EQ(find({280, 1e9, 290}, {0, 1e9, 290}), std::nullopt);
}

TEST(Tolerance, EveryChangeByAFilterOfUnknownLossIsReported) {
  const Chain unknown{{40000, {1}}};
  EXPECT_EQ(message(unknown, 1.0F, 1.0F, "float32"), "");
  EXPECT_EQ(
      message(unknown, 1.0F, 1.5F, "float32"),
      "a value reads back changed by 0.5, with filter 40000 (1 parameter), which ncf does not "
      "know to be lossless; check its parameters, or use a lossless filter");
  const std::string changed =
      "a value reads back changed, with filter 40000 (1 parameter), which ncf does not know to be "
      "lossless; check its parameters, or use a lossless filter";
  EXPECT_EQ(message(unknown, 0.0F, -0.0F, "float32"), changed);
  EXPECT_EQ(message(unknown, 'a', 'b', "char"), changed);
  const Tolerance tolerance(unknown, {missing});
  EXPECT_TRUE(tolerance.has_unknown_filters());
  EXPECT_FALSE(tolerance.is_unbounded());
  const std::array<float, 2> zeros{};
  EXPECT_FALSE(
      tolerance.is_kept_by(std::as_bytes(std::span(zeros)), "float32", model::ByteOrder::native));
}

TEST(Tolerance, ChangesByFiltersOfUnknownLossMustBeAccepted) {
  const auto reason = [](const Chain& chain) {
    return test::reason_of([&] { (void)Tolerance(chain).accept(2); }, ErrorCode::corrupt);
  };
  const Filter accepted{40002, {}, FilterFlag::usual, true};
  EXPECT_EQ(reason({deflate_filter, {40000, {}}, accepted, {40001, {}}}),
            "a value reads back changed by 2, with filter 40000 | filter 40002 | filter 40001, "
            "which ncf does not know to be lossless; check its parameters, or use a lossless "
            "filter; to accept such changes, request 40000~ and 40001~");
  EXPECT_EQ(Tolerance({accepted}).accept(2), Tolerance({accepted}).describe(2));
  EXPECT_EQ(Tolerance({zfp_accuracy(0.5)}).accept(2), Tolerance({zfp_accuracy(0.5)}).describe(2));
}

TEST(Tolerance, FiltersOfUnknownLossAddNothingToABound) {
  const Chain chain{{40000, {}}, zfp_accuracy(0.5)};
  EXPECT_EQ(message(chain, 1.0, 1.5, "float64"), "");
  EXPECT_NE(message(chain, 1.0, 1.6, "float64"), "");
  EXPECT_NE(message({{40000, {}}, zfp_rate}, 1.0, 1.001, "float64"), "");
}

// Doubles do not tell neighbouring large integers apart.
TEST(Tolerance, MissingIntegersBeyondDoublesMustStay) {
  constexpr std::int64_t marker = 9007199254740993;
  const std::int64_t written[]{marker, 5};
  const auto excess_of = [&](std::int64_t first, std::int64_t second) {
    const std::int64_t read[]{first, second};
    return Tolerance({zfp_rate}, {static_cast<double>(marker)})
        .find_excess(std::as_bytes(std::span(written)), std::as_bytes(std::span(read)), "int64");
  };
  EXPECT_FALSE(excess_of(marker, 7));
  EXPECT_TRUE(excess_of(marker - 1, 5));
  EXPECT_TRUE(excess_of(marker, marker - 1));
}

TEST(Tolerance, TheOtherByteOrderIsUnderstood) {
  const auto foreign =
      model::is_foreign(model::ByteOrder::big) ? model::ByteOrder::big : model::ByteOrder::little;
  const auto swapped = [](float value) {
    auto bytes = std::bit_cast<std::array<std::byte, 4>>(value);
    std::reverse(bytes.begin(), bytes.end());
    return bytes;
  };
  const auto written = swapped(1.0F);
  const auto near = swapped(1.25F);
  const auto far = swapped(2.0F);
  const Tolerance tolerance({zfp_accuracy(0.5)});
  EXPECT_EQ(tolerance.find_excess(written, near, "float32", foreign), std::nullopt);
  EXPECT_EQ(tolerance.find_excess(written, far, "float32", foreign), 1);
}

}  // namespace
}  // namespace ncf::transcode
