// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Compared with libnetcdf, which rounds values that it writes to a file in memory.
#include "transcode/rounding/quantizer.hpp"

#include <gtest/gtest.h>
#include <netcdf.h>
#include <netcdf_mem.h>
#include <netcdf_meta.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "model/schema/schema.hpp"
#include "unit/transcode/float_type.hpp"

namespace ncf::transcode {
namespace {

using model::Quantization;
using Mode = Quantization::Mode;

/// Returns values of every size, and the special ones.
template <class Float>
std::vector<Float> make_values(std::size_t count, Float fill) {
  std::mt19937_64 random(11);
  std::vector<Float> values{0,
                            -Float{0},
                            fill,
                            std::numeric_limits<Float>::quiet_NaN(),
                            1,
                            -1,
                            10,
                            Float(0.1),
                            1000,
                            Float(1e-3),
                            std::numeric_limits<Float>::max(),
                            std::numeric_limits<Float>::min(),
                            std::numeric_limits<Float>::denorm_min()};
  while (values.size() < count) {
    const std::uint64_t bits = random();
    Float value;
    std::memcpy(&value, &bits, sizeof value);
    if (random() % 2 == 0)
      value =
          static_cast<Float>(std::ldexp(double(random() % 1000003) / 997, int(random() % 40) - 20));
    if (!std::isinf(value)) values.push_back(value);
  }
  return values;
}

#if NC_HAS_QUANTIZE
int mode_of(Mode mode) {
  return mode == Mode::bit_groom   ? NC_QUANTIZE_BITGROOM
         : mode == Mode::bit_round ? NC_QUANTIZE_BITROUND
                                   : NC_QUANTIZE_GRANULARBR;
}

template <class Float>
std::vector<Float> by_libnetcdf(const std::vector<Float>& values, const Quantization& quantization,
                                Float fill) {
  int ncid = 0;
  int dimid = 0;
  int varid = 0;
  EXPECT_EQ(nc_create_mem("quantized", NC_NETCDF4, 0, &ncid), NC_NOERR);
  nc_def_dim(ncid, "x", values.size(), &dimid);
  nc_def_var(ncid, "v", sizeof(Float) == 4 ? NC_FLOAT : NC_DOUBLE, 1, &dimid, &varid);
  EXPECT_EQ(nc_def_var_fill(ncid, varid, NC_FILL, &fill), NC_NOERR);
  EXPECT_EQ(nc_def_var_quantize(ncid, varid, mode_of(quantization.mode), quantization.digits),
            NC_NOERR);
  EXPECT_EQ(nc_enddef(ncid), NC_NOERR);
  EXPECT_EQ(nc_put_var(ncid, varid, values.data()), NC_NOERR);
  std::vector<Float> rounded(values.size());
  EXPECT_EQ(nc_get_var(ncid, varid, rounded.data()), NC_NOERR);
  NC_memio image{};
  EXPECT_EQ(nc_close_memio(ncid, &image), NC_NOERR);
  std::free(image.memory);
  return rounded;
}

template <class Float>
void compare_with_libnetcdf() {
  const auto fill = static_cast<Float>(-999);
  const auto values = make_values<Float>(200000, fill);
  for (const Mode mode : {Mode::bit_groom, Mode::bit_round, Mode::granular_bit_round}) {
    for (int digits = 1; digits <= model::max_digits(mode, type_of<Float>()); ++digits) {
      // With more bits than exist, libnetcdf shifts by a negative number.
      const int bits = static_cast<int>(std::ceil(digits * std::log2(10.0))) + 1;
      if (mode != Mode::bit_round && bits > std::numeric_limits<Float>::digits - 1) continue;
      const Quantization quantization{mode, digits};
      auto ours = values;
      Quantizer(quantization, type_of<Float>(), {fill})
          .apply(std::as_writable_bytes(std::span(ours)), {{0}, {values.size()}},
                 std::vector<std::size_t>{values.size()});
      const auto theirs = by_libnetcdf(values, quantization, fill);
      for (std::size_t i = 0; i < values.size(); ++i) {
        // libnetcdf 4.9.0 rounds these values to others.
        if (values[i] == 0 || std::isnan(values[i]) || std::isinf(theirs[i])) continue;
        ASSERT_EQ(std::memcmp(&ours[i], &theirs[i], sizeof(Float)), 0)
            << model::quantization_name(mode) << ' ' << digits << ": " << values[i] << " became "
            << ours[i] << ", by libnetcdf " << theirs[i];
      }
    }
  }
}

TEST(Quantizer, FloatsAreLibnetcdfs) { compare_with_libnetcdf<float>(); }
TEST(Quantizer, DoublesAreLibnetcdfs) { compare_with_libnetcdf<double>(); }
#endif

template <class Float>
void keep_what_has_too_few_bits() {
  for (const Mode mode : {Mode::bit_groom, Mode::granular_bit_round}) {
    auto values = make_values<Float>(1000, -999);
    const auto before = values;
    Quantizer({mode, sizeof(Float) == 4 ? 7 : 15}, type_of<Float>(), {-999})
        .apply(std::as_writable_bytes(std::span(values)), {{0}, {1000}},
               std::vector<std::size_t>{1000});
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (std::isnan(before[i]) || !std::isnormal(before[i])) continue;
      EXPECT_LE(std::abs(values[i] / before[i] - 1), sizeof(Float) == 4 ? 1e-6 : 1e-14)
          << before[i];
    }
  }
}

TEST(Quantizer, DigitsThatNeedAllBitsKeepThem) {
  keep_what_has_too_few_bits<float>();
  keep_what_has_too_few_bits<double>();
}

// The manual says so.
TEST(Quantizer, TheMostDigitsOfBitGroomAndBitRoundKeepEveryBitOfAFloat) {
  for (const Quantization all : {Quantization{Mode::bit_groom, 7}, {Mode::bit_round, 23}}) {
    auto values = make_values<float>(10000, -999);
    const auto before = values;
    Quantizer(all, type_of<float>(), {-999})
        .apply(std::as_writable_bytes(std::span(values)), {{0}, {values.size()}},
               std::vector<std::size_t>{values.size()});
    EXPECT_EQ(std::memcmp(values.data(), before.data(), values.size() * sizeof(float)), 0)
        << model::quantization_name(all.mode);
  }
}

TEST(Quantizer, SpecialValuesStay) {
  using Limits = std::numeric_limits<float>;
  const std::vector<float> special{Limits::infinity(),  -Limits::infinity(), 0.0F, -0.0F,
                                   Limits::quiet_NaN(), Limits::quiet_NaN(), -999, -999};
  for (const Mode mode : {Mode::bit_groom, Mode::bit_round, Mode::granular_bit_round}) {
    for (const bool is_odd : {false, true}) {
      std::vector<float> values = special;
      Quantizer({mode, 3}, type_of<float>(), {-999})
          .apply(std::as_writable_bytes(std::span(values)), {{is_odd ? 1U : 0U}, {8}},
                 std::vector<std::size_t>{9});
      EXPECT_EQ(std::memcmp(values.data(), special.data(), 8 * sizeof(float)), 0);
    }
    std::vector<float> largest{Limits::max(), Limits::lowest()};
    Quantizer({mode, 3}, type_of<float>(), {-999})
        .apply(std::as_writable_bytes(std::span(largest)), {{0}, {2}}, std::vector<std::size_t>{2});
    EXPECT_TRUE(std::isfinite(largest[0]) && std::isfinite(largest[1]));
    if (mode == Mode::bit_groom) continue;
    EXPECT_EQ(largest, (std::vector{Limits::max(), Limits::lowest()}));
  }
}

TEST(Quantizer, WhatMarksMissingValuesStays) {
  for (const std::vector<double>& missing :
       {std::vector<double>{1.1F, 2.2F}, std::vector<double>{1.1F, 3.3F, 2.2F}}) {
    for (const Mode mode : {Mode::bit_groom, Mode::bit_round, Mode::granular_bit_round}) {
      std::vector<float> values{1.1F, 2.2F, 1.234567F, 2.2F, 1.1F, 1.234567F};
      Quantizer({mode, 2}, type_of<float>(), missing)
          .apply(std::as_writable_bytes(std::span(values)), {{0}, {6}},
                 std::vector<std::size_t>{6});
      EXPECT_EQ(std::vector(values.begin(), values.begin() + 2), (std::vector{1.1F, 2.2F}));
      EXPECT_EQ(std::vector(values.begin() + 3, values.begin() + 5), (std::vector{2.2F, 1.1F}));
      EXPECT_NE(values[2], 1.234567F);
      EXPECT_NE(values[5], 1.234567F);
    }
  }
}

TEST(Quantizer, ABoxIsPartOfItsVariable) {
  const std::vector<std::size_t> shape{3, 5, 7};
  std::vector<float> all(105);
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = 1.0F / static_cast<float>(i + 3);
  const Quantizer groom({Mode::bit_groom, 2}, type_of<float>(), {-999});
  auto expected = all;
  groom.apply(std::as_writable_bytes(std::span(expected)), {{0, 0, 0}, shape}, shape);
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::vector<float> one{all[i]};
    groom.apply(std::as_writable_bytes(std::span(one)), {{i / 35, i / 7 % 5, i % 7}, {1, 1, 1}},
                shape);
    EXPECT_EQ(one[0], expected[i]) << i;
  }
}

}  // namespace
}  // namespace ncf::transcode
