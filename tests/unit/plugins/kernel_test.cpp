// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What every kernel promises, tried on each. What is particular to one is in <name>_test.cpp.
#include "common/kernel.hpp"

#include <gtest/gtest.h>

#include <future>
#include <ostream>

#include "bzip2/kernel.hpp"
#include "unit/plugins/kernel_samples.hpp"
#include "zstd/kernel.hpp"

namespace ncf::plugins {

void PrintTo(const Kernel& kernel, std::ostream* stream) { *stream << kernel.name; }

namespace test {
namespace {

struct Sample {
  const char* name;
  Data data;
};

const std::vector<Sample>& samples() {
  static const std::vector<Sample> all{
      {"nothing", {}},
      {"one byte", constant(1)},
      {"two bytes", noise(2)},
      {"constant, 1 MiB", constant(std::size_t{1} << 20)},
      {"constant, 20 MiB", constant(std::size_t{20} << 20)},
      {"noise, 300 kB", noise(300'000)},
      {"temperature, 2 MB", temperature(500, 1000)},
  };
  return all;
}

class EveryKernel : public testing::TestWithParam<Kernel> {
 protected:
  const Kernel& kernel_ = GetParam();
  // Short enough to be damaged in every way there is.
  const Data small_ = temperature(8, 16);
  const Data small_encoded_ = encode(kernel_, {}, small_);
};

TEST_P(EveryKernel, GivesBackWhatItEncoded) {
  for (const Sample& sample : samples()) {
    const Data encoded = encode(kernel_, {}, sample.data);
    EXPECT_LE(encoded.size(), kernel_.bound({}, sample.data.size())) << sample.name;
    EXPECT_TRUE(decode(kernel_, encoded, sample.data.size()) == sample.data) << sample.name;
    EXPECT_TRUE(decode_growing(kernel_, encoded) == sample.data) << sample.name;
  }
}

// An empty vector's data() is null.
TEST_P(EveryKernel, TakesNothingAtANullPointer) {
  const std::unique_ptr<Workspace> workspace = kernel_.make_workspace();
  Data encoded(kernel_.bound({}, 0));
  encoded.resize(kernel_.encode(*workspace, {}, {}, encoded));
  FixedOutput output({});
  EXPECT_EQ(kernel_.decode(*workspace, {}, encoded, output), 0U);
}

TEST_P(EveryKernel, MakesModelDataSmaller) {
  const Data data = temperature(500, 1000);
  EXPECT_LT(encode(kernel_, {}, data).size(), data.size() / 2);
}

TEST_P(EveryKernel, IgnoresWordsAfterTheFirstParameter) {
  const std::vector<std::uint32_t> one{5};
  const std::vector<std::uint32_t> three{5, 900, 4};
  EXPECT_TRUE(encode(kernel_, three, small_) == encode(kernel_, one, small_));
}

TEST_P(EveryKernel, RefusesToDecodeNothing) {
  EXPECT_EQ(failure_of([&] { decode(kernel_, {}, 100); }),
            std::string(kernel_.name) + " data cut short");
}

TEST_P(EveryKernel, RefusesDataCutAnywhere) {
  for (std::size_t bytes = 0; bytes < small_encoded_.size(); ++bytes) {
    const Data cut(small_encoded_.begin(),
                   small_encoded_.begin() + static_cast<std::ptrdiff_t>(bytes));
    const std::string expected = std::string(kernel_.name) + " data cut short";
    EXPECT_EQ(failure_of([&] { decode(kernel_, cut, small_.size()); }), expected) << bytes;
    EXPECT_EQ(failure_of([&] { decode_growing(kernel_, cut); }), expected) << bytes;
  }
}

TEST_P(EveryKernel, RefusesOutputThatIsTooSmall) {
  for (std::size_t bytes = 0; bytes < small_.size(); ++bytes) {
    EXPECT_EQ(failure_of([&] { decode(kernel_, small_encoded_, bytes); }),
              "decodes to more than the " + std::to_string(bytes) + " bytes expected");
  }
}

TEST_P(EveryKernel, DecodesIntoMoreMemoryThanNeeded) {
  EXPECT_TRUE(decode(kernel_, small_encoded_, small_.size() + 1000) == small_);
}

TEST_P(EveryKernel, RefusesToEncodeIntoTooLittle) {
  const Data data = noise(1000);
  Data output(500);
  EXPECT_NE(failure_of([&] { kernel_.encode(*kernel_.make_workspace(), {}, data, output); }), "");
}

TEST_P(EveryKernel, DecodesConcatenatedData) {
  const Data other = constant(5000);
  const Data both = join({small_encoded_, encode(kernel_, {}, {}), encode(kernel_, {}, other)});
  EXPECT_TRUE(decode(kernel_, both, small_.size() + other.size()) == join({small_, other}));
  EXPECT_TRUE(decode_growing(kernel_, both) == join({small_, other}));
}

TEST_P(EveryKernel, RefusesWhatFollowsTheData) {
  const std::string name = kernel_.name;
  EXPECT_EQ(failure_of([&] {
              decode(kernel_, join({small_encoded_, from_text("junk")}), 1000);
            }),
            "bytes after the " + name + " data that are not " + name);
  EXPECT_EQ(failure_of([&] {
              decode(kernel_, join({small_encoded_, Data(16)}), 1000);
            }),
            "bytes after the " + name + " data that are not " + name);
}

TEST_P(EveryKernel, RefusesOtherData) {
  EXPECT_EQ(failure_of([&] { decode(kernel_, small_, small_.size()); }),
            "not " + std::string(kernel_.name) + " data");
}

// Damage need not be noticed where the format has no checksum; it must not lead out of the memory.
TEST_P(EveryKernel, StaysInItsMemoryWhateverBitIsFlipped) {
  for (std::size_t bit = 0; bit < 8 * small_encoded_.size(); ++bit) {
    Data damaged = small_encoded_;
    damaged[bit / 8] ^= std::byte{1} << (bit % 8);
    std::size_t decoded_bytes = 0;
    const std::string failure =
        failure_of([&] { decoded_bytes = decode(kernel_, damaged, small_.size()).size(); });
    EXPECT_TRUE(failure.empty() ? decoded_bytes <= small_.size() : decoded_bytes == 0) << bit;
    failure_of([&] { decode_growing(kernel_, damaged); });
  }
}

// What one call left behind, a failure too, is nothing to the next.
TEST_P(EveryKernel, ReusesItsWorkspace) {
  const std::unique_ptr<Workspace> workspace = kernel_.make_workspace();
  for (const Sample& sample : samples()) {
    Data encoded(kernel_.bound({}, sample.data.size()));
    encoded.resize(kernel_.encode(*workspace, {}, sample.data, encoded));
    EXPECT_TRUE(encoded == encode(kernel_, {}, sample.data)) << sample.name;

    Data decoded(sample.data.size());
    FixedOutput output(decoded);
    const ConstBytes cut = ConstBytes(encoded).first(encoded.size() - 1);
    EXPECT_NE(failure_of([&] { kernel_.decode(*workspace, {}, cut, output); }), "");
    EXPECT_EQ(kernel_.decode(*workspace, {}, encoded, output), sample.data.size());
    EXPECT_TRUE(decoded == sample.data) << sample.name;
  }
}

TEST_P(EveryKernel, RunsOnManyThreadsAtOnce) {
  const Data data = temperature(200, 500);
  std::vector<std::future<bool>> checks;
  for (int i = 0; i < 8; ++i) {
    checks.push_back(std::async(std::launch::async, [&] {
      return decode(kernel_, encode(kernel_, {}, data), data.size()) == data;
    }));
  }
  for (std::future<bool>& check : checks) EXPECT_TRUE(check.get());
}

INSTANTIATE_TEST_SUITE_P(Plugins, EveryKernel, testing::Values(bzip2::kernel, zstd::kernel),
                         [](const auto& tested) { return std::string(tested.param.name); });

}  // namespace
}  // namespace test
}  // namespace ncf::plugins
