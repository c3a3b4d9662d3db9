// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests of the streams of chunks: equal to libzfp's, read back, and damaged.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "common/test/every_plugin.hpp"
#include "zfp/filter.hpp"
#include "zfp/test/chunks.hpp"

namespace ncf::plugins::zfp {
namespace {

using namespace cases;

TEST(Zfp, WritesTheStreamThatLibzfpWrites) {
  for_each_chunk([](const Type& type, const Shape& shape, const CdValues& visible) {
    const Data values = smooth(type, count_of(shape));
    const Reference expected = reference(type, shape, visible, values);
    EXPECT_EQ(test::encode(kernel, kernel.bind(visible, layout_of(type, shape)), values),
              expected.stream);
    EXPECT_EQ(test::encode(kernel, kernel.bind(visible, zarr_layout_of(type, shape)), values),
              expected.both);
  });
}

TEST(Zfp, ReadsWhatItWrote) {
  for_each_chunk([](const Type& type, const Shape& shape, const CdValues& visible) {
    const Data values = smooth(type, count_of(shape));
    const CdValues working = kernel.bind(visible, layout_of(type, shape));
    const Data stored = test::encode(kernel, working, values);
    const Data read = test::decode(kernel, stored, values.size(), working);
    if (visible == lossless) {
      EXPECT_EQ(read, values);
    }
    EXPECT_EQ(test::decode_growing(kernel, stored, working), read);
    const CdValues in_front = kernel.bind(visible, zarr_layout_of(type, shape));
    EXPECT_EQ(test::decode(kernel, test::encode(kernel, in_front, values), values.size(), in_front),
              read);
  });
}

TEST(Zfp, KeepsEveryBitWithoutLoss) {
  std::vector<float> numbers(64, 1.5F);
  numbers[3] = std::numeric_limits<float>::quiet_NaN();
  numbers[17] = std::numeric_limits<float>::infinity();
  numbers[18] = -0.0F;
  numbers[40] = std::numeric_limits<float>::denorm_min();
  Data values(256);
  std::memcpy(values.data(), numbers.data(), values.size());
  const CdValues working = kernel.bind(lossless, layout_of(float_type, {64}));
  EXPECT_EQ(test::decode(kernel, test::encode(kernel, working, values), 256, working), values);
}

/// Returns the largest error of blocks that are hard to transform, as a multiple of the accuracy.
template <typename Float>
double worst_error(const Type& type, std::size_t rank, double magnitude, double accuracy) {
  std::mt19937 random(static_cast<unsigned>(rank));
  std::uniform_real_distribution<double> noise(-1, 1);
  const Shape shape(rank, 4);
  const CdValues working = kernel.bind(with_double(3, accuracy), layout_of(type, shape));
  std::vector<Float> numbers(count_of(shape));
  double worst = 0;
  for (int block = 0; block < 600; ++block) {
    for (Float& number : numbers) {
      const double one = noise(random);
      const double sign = one < 0 ? -1 : 1;
      number = static_cast<Float>(magnitude * (block % 3 == 0   ? one
                                               : block % 3 == 1 ? sign
                                                                : sign * (1 - 1e-3 * one)));
      number = std::clamp(number, static_cast<Float>(-magnitude), static_cast<Float>(magnitude));
    }
    Data values(numbers.size() * sizeof(Float));
    std::memcpy(values.data(), numbers.data(), values.size());
    const Data read =
        test::decode(kernel, test::encode(kernel, working, values), values.size(), working);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      Float number{};
      std::memcpy(&number, &read[i * sizeof(Float)], sizeof(Float));
      const double error = std::abs(static_cast<double>(number) - static_cast<double>(numbers[i]));
      worst = std::max(worst, error / accuracy);
    }
  }
  return worst;
}

TEST(Zfp, KeepsItsAccuracyForCertainMagnitudes) {
  for (const double accuracy : {0.25, 0.3, 1e-6, 1e9}) {
    const CdValues visible = with_double(3, accuracy);
    for (std::size_t rank = 1; rank <= 4; ++rank) {
      EXPECT_LT(
          worst_error<float>(types[2], rank, filter::zfp::certain_magnitude(visible, 4), accuracy),
          0.9);
      EXPECT_LT(
          worst_error<double>(types[3], rank, filter::zfp::certain_magnitude(visible, 8), accuracy),
          0.9);
    }
  }
  // Not all values are certain to keep the bound, so these must be read back.
  EXPECT_GT(worst_error<float>(types[2], 4, std::ldexp(0.25, 26), 0.25), 1);
  for (const CdValues& without : {with_double(1, 8), with_double(3, 0), with_double(3, 1e-200),
                                  CdValues{2, 0, 11}, lossless}) {
    EXPECT_EQ(filter::zfp::certain_magnitude(without, 4), 0);
  }
}

TEST(Zfp, EncodesValuesInEitherByteOrderAlike) {
  for (const Type& type : types) {
    const Data values = smooth(type, 64);
    Data swapped = values;
    for (std::size_t i = 0; i < swapped.size(); i += type.bytes) {
      std::reverse(&swapped[i], &swapped[i] + type.bytes);
    }
    const Shape shape{8, 8};
    ChunkLayout layout = layout_of(type, shape);
    const CdValues little = kernel.bind(lossless, layout);
    layout.byte_order = ncf_order_big;
    const CdValues big = kernel.bind(lossless, layout);
    const Data stored = test::encode(kernel, big, swapped);
    EXPECT_EQ(stored, test::encode(kernel, little, values));
    EXPECT_EQ(test::decode(kernel, stored, swapped.size(), big), swapped);
  }
}

TEST(Zfp, WorksOnValuesAnywhereInMemory) {
  const CdValues working = kernel.bind(lossless, layout_of(types[3], {64}));
  const Data values = smooth(types[3], 64);
  const Data stored = test::encode(kernel, working, values);
  Data shifted(values.size() + 1);
  std::copy(values.begin(), values.end(), shifted.begin() + 1);
  Data output(kernel.bound(working, values.size()));
  output.resize(kernel.encode(*make_scratch(), working, ConstBytes(shifted).subspan(1), output));
  EXPECT_EQ(output, stored);
  std::ranges::fill(shifted, std::byte{0});
  FixedOutput decoded(Bytes(shifted).subspan(1));
  EXPECT_EQ(kernel.decode(*make_scratch(), working, stored, decoded), values.size());
  EXPECT_TRUE(std::equal(values.begin(), values.end(), shifted.begin() + 1));
}

// ---- damaged streams ----

TEST(Zfp, RefusesAStreamThatIsCutShort) {
  for (const CdValues& visible : {with_double(1, 8), with_double(3, 0.01), lossless}) {
    for (const bool is_zarr : {false, true}) {
      const Shape shape{9, 7};
      const CdValues working = kernel.bind(
          visible, is_zarr ? zarr_layout_of(float_type, shape) : layout_of(float_type, shape));
      const Data values = smooth(float_type, 63);
      const Data stored = test::encode(kernel, working, values);
      // The last bytes may be padding.
      for (std::size_t bytes = 0; bytes + 8 < stored.size(); ++bytes) {
        const Data part(stored.begin(), stored.begin() + static_cast<std::ptrdiff_t>(bytes));
        EXPECT_NE(test::failure_of([&] { test::decode(kernel, part, values.size(), working); }), "")
            << bytes;
      }
    }
  }
}

TEST(Zfp, StaysInMemoryWhateverTheBits) {
  for (const CdValues& visible : modes) {
    for (const Shape& shape : {Shape{6, 5}, Shape{2, 3, 4, 5}}) {
      for (const Type& type : types) {
        const CdValues working = kernel.bind(visible, layout_of(type, shape));
        const std::size_t bytes = count_of(shape) * type.bytes;
        for (std::size_t length = 0; length < 200; length += 13) {
          Data ones(length, std::byte{0xFF});
          test::failure_of([&] { test::decode(kernel, ones, bytes, working); });
          test::failure_of([&] { test::decode(kernel, test::noise(length), bytes, working); });
        }
      }
    }
  }
}

// libzfp takes the precision of lossless streams from the stream itself, whatever the header says.
TEST(Zfp, ReadsNoFurtherThanAReversibleStreamCanMakeIt) {
  const CdValues working =
      kernel.bind(CdValues{4, 0, 1, 16658, 1, static_cast<std::uint32_t>(-1075)},
                  layout_of(types[3], {4, 4, 4, 4}));
  EXPECT_EQ(
      test::failure_of([&] { test::decode(kernel, Data(100, std::byte{0xFF}), 2048, working); }),
      "zfp data cut short");
}

TEST(Zfp, AllocatesNothingBecauseAHeaderSaysSo) {
  const CdValues working =
      kernel.bind(with_double(3, 1), layout_of(types[3], {std::uint64_t{1} << 31}));
  EXPECT_EQ(kernel.bound(working, 64), 64U);
  EXPECT_EQ(test::failure_of([&] { test::decode_growing(kernel, Data(64), working); }),
            "zfp data cut short");
  EXPECT_EQ(test::failure_of([&] { test::encode(kernel, working, Data(64)); }),
            "a chunk of 64 bytes, but the parameters are of chunks of 17179869184");
}

TEST(Zfp, RefusesStoredParametersThatAreDamaged) {
  const auto refusal = [](const CdValues& working) {
    return test::failure_of([&] { test::decode(kernel, Data(64), 256, working); });
  };
  const CdValues working =
      kernel.bind(CdValues{4, 0, 64, 4096, 20, 0}, layout_of(float_type, {8, 8}));
  EXPECT_EQ(refusal({1, 2, 3}), "needs 4 to 6 stored parameters, not 3");
  CdValues other = working;
  other[1] ^= 1;
  EXPECT_EQ(refusal(other), "the stored parameters contain no header of a zfp stream");
  other = working;
  other[1] += 1U << 24;
  EXPECT_EQ(refusal(other),
            "not a header of a zfp stream, or one that libzfp's version " ZFP_VERSION_STRING
            " does not read");
  // Every flipped bit is either refused, or gives some values.
  for (std::size_t bit = 0; bit < 32 * working.size(); ++bit) {
    other = working;
    other[bit / 32] ^= 1U << (bit % 32);
    refusal(other);
  }
}

TEST(Zfp, RefusesAHeaderInFrontOfOtherValues) {
  const CdValues working = kernel.bind(lossless, zarr_layout_of(float_type, {8, 8}));
  const auto refusal = [&](const Type& type, const Shape& shape) {
    const Data stored = test::encode(kernel, kernel.bind(lossless, zarr_layout_of(type, shape)),
                                     smooth(type, count_of(shape)));
    return test::failure_of([&] { test::decode(kernel, stored, 256, working); });
  };
  constexpr const char* other =
      "the chunk's header states another type or shape than the chunk has";
  EXPECT_EQ(refusal(float_type, {8, 8}), "");
  EXPECT_EQ(refusal(float_type, {64}), "") << "as older versions of numcodecs wrote it";
  EXPECT_EQ(refusal(float_type, {8, 9}), other);
  EXPECT_EQ(refusal(float_type, {32, 2}), other) << "of as many values, but in more blocks";
  EXPECT_EQ(refusal(types[0], {8, 8}), other);
  EXPECT_EQ(refusal(types[3], {8, 4}), other);
}

}  // namespace
}  // namespace ncf::plugins::zfp
