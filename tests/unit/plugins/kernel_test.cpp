// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What kernels promise, tried on each. What is particular to one is in <name>_test.cpp.
#include "common/kernel.hpp"

#include <gtest/gtest.h>

#include <future>
#include <ostream>

#include "base/build_config.hpp"
#include "bzip2/kernel.hpp"
#include "deflate/kernel.hpp"
#include "fletcher32/kernel.hpp"
#include "shuffle/kernel.hpp"
#include "unit/plugins/kernel_samples.hpp"
#include "zstd/kernel.hpp"
#if NCF_WITH_BLOSC
#include "blosc/kernel.hpp"
#endif
#if NCF_WITH_LIBAEC
#include "szip/kernel.hpp"
#endif
#if NCF_WITH_LZ4
#include "bitshuffle/kernel.hpp"
#include "lz4/kernel.hpp"
#endif
#if NCF_WITH_LZF
#include "lzf/kernel.hpp"
#endif

namespace ncf::plugins::test {
namespace {

// A kernel and working parameters that suit any number of bytes.
struct Tested {
  Kernel kernel;
  std::vector<std::uint32_t> working;
  const char* variant = "";
};

std::string name_of(const Tested& tested) {
  return std::string(tested.kernel.name) + tested.variant;
}

void PrintTo(const Tested& tested, std::ostream* stream) { *stream << name_of(tested); }

const std::vector<Tested> compressors{
    {bzip2::kernel, {}}, {deflate::kernel, {}}, {zstd::kernel, {}}};

const std::vector<Tested> other_kernels {
  {fletcher32::kernel, {}}, {shuffle::kernel, {4}},
#if NCF_WITH_LIBAEC
      {szip::kernel, {szip::nearest_neighbour, 16, 8, 500}},
#endif
#if NCF_WITH_LZ4
      {bitshuffle::kernel, {0, 3, 1}},
#endif
#if NCF_WITH_LZF
      {lzf::kernel, {}},
#endif
};

const std::vector<Tested> frames {
#if NCF_WITH_BLOSC
  {blosc::kernel, {}},
#endif
#if NCF_WITH_LZ4
      {lz4::kernel, {100}}, {bitshuffle::kernel, {0, 3, 1, 0, bitshuffle::lz4}, "_lz4"},
      {bitshuffle::kernel, {0, 4, 1, 64, bitshuffle::zstd}, "_zstd"},
#endif
};

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

// ---- what every kernel promises ----

class EveryKernel : public testing::TestWithParam<Tested> {
 protected:
  const Kernel& kernel_ = GetParam().kernel;
  const Parameters working_ = GetParam().working;
  // Short enough to be damaged in every way there is.
  const Data small_ = temperature(8, 16);
  const Data small_encoded_ = encode(kernel_, working_, small_);
};

TEST_P(EveryKernel, GivesBackWhatItEncoded) {
  for (const Sample& sample : samples()) {
    const Data encoded = encode(kernel_, working_, sample.data);
    EXPECT_LE(encoded.size(), kernel_.bound(working_, sample.data.size())) << sample.name;
    EXPECT_TRUE(decode(kernel_, encoded, sample.data.size(), working_) == sample.data)
        << sample.name;
    EXPECT_TRUE(decode_growing(kernel_, encoded, working_) == sample.data) << sample.name;
  }
}

// An empty vector's data() is null.
TEST_P(EveryKernel, TakesNothingAtANullPointer) {
  const std::unique_ptr<Workspace> workspace = kernel_.make_workspace();
  Data encoded(kernel_.bound(working_, 0));
  encoded.resize(kernel_.encode(*workspace, working_, {}, encoded));
  FixedOutput output({});
  EXPECT_EQ(kernel_.decode(*workspace, working_, encoded, output), 0U);
}

TEST_P(EveryKernel, RefusesOutputThatIsTooSmall) {
  for (std::size_t bytes = 0; bytes < small_.size(); ++bytes) {
    EXPECT_EQ(failure_of([&] { decode(kernel_, small_encoded_, bytes, working_); }),
              "decodes to more than the " + std::to_string(bytes) + " bytes expected");
  }
}

TEST_P(EveryKernel, DecodesIntoMoreMemoryThanNeeded) {
  EXPECT_TRUE(decode(kernel_, small_encoded_, small_.size() + 1000, working_) == small_);
}

TEST_P(EveryKernel, RefusesToEncodeIntoTooLittle) {
  const Data data = noise(1000);
  const std::unique_ptr<Workspace> workspace = kernel_.make_workspace();
  for (const std::size_t bytes : {0U, 3U, 500U}) {
    Data output(bytes);
    EXPECT_NE(failure_of([&] { kernel_.encode(*workspace, working_, data, output); }), "") << bytes;
  }
}

// Damage need not be noticed where the format has no checksum; it must not lead out of the memory.
TEST_P(EveryKernel, StaysInItsMemoryWhateverBitIsFlipped) {
  for_each_flipped_bit(small_encoded_, [&](const Data& damaged, std::size_t bit) {
    std::size_t decoded_bytes = 0;
    const std::string failure = failure_of(
        [&] { decoded_bytes = decode(kernel_, damaged, small_.size(), working_).size(); });
    EXPECT_TRUE(failure.empty() ? decoded_bytes <= small_.size() : decoded_bytes == 0) << bit;
    failure_of([&] { decode_growing(kernel_, damaged, working_); });
  });
}

// What one call left behind, a failure too, is nothing to the next.
TEST_P(EveryKernel, ReusesItsWorkspace) {
  const std::unique_ptr<Workspace> workspace = kernel_.make_workspace();
  for (const Sample& sample : samples()) {
    Data encoded(kernel_.bound(working_, sample.data.size()));
    encoded.resize(kernel_.encode(*workspace, working_, sample.data, encoded));
    EXPECT_TRUE(encoded == encode(kernel_, working_, sample.data)) << sample.name;

    FixedOutput too_small({});
    const bool fails =
        !failure_of([&] { kernel_.decode(*workspace, working_, encoded, too_small); }).empty();
    EXPECT_EQ(fails, !sample.data.empty()) << sample.name;
    Data decoded(sample.data.size());
    FixedOutput output(decoded);
    EXPECT_EQ(kernel_.decode(*workspace, working_, encoded, output), sample.data.size());
    EXPECT_TRUE(decoded == sample.data) << sample.name;
  }
}

TEST_P(EveryKernel, RunsOnManyThreadsAtOnce) {
  const Data data = temperature(200, 500);
  std::vector<std::future<bool>> checks;
  for (int i = 0; i < 8; ++i) {
    checks.push_back(std::async(std::launch::async, [&] {
      return decode(kernel_, encode(kernel_, working_, data), data.size(), working_) == data;
    }));
  }
  for (std::future<bool>& check : checks) EXPECT_TRUE(check.get());
}

const auto test_name = [](const auto& tested) { return name_of(tested.param); };

INSTANTIATE_TEST_SUITE_P(Compressors, EveryKernel, testing::ValuesIn(compressors), test_name);
INSTANTIATE_TEST_SUITE_P(Frames, EveryKernel, testing::ValuesIn(frames), test_name);
INSTANTIATE_TEST_SUITE_P(Others, EveryKernel, testing::ValuesIn(other_kernels), test_name);

// ---- what those promise whose stored bytes are a stream that knows its end ----

class EveryCompressor : public EveryKernel {};

TEST_P(EveryCompressor, MakesModelDataSmaller) {
  const Data data = temperature(500, 1000);
  EXPECT_LT(encode(kernel_, {}, data).size(), data.size() / 2);
}

TEST_P(EveryCompressor, IgnoresWordsAfterTheFirstParameter) {
  const std::vector<std::uint32_t> one{5};
  const std::vector<std::uint32_t> three{5, 900, 4};
  EXPECT_TRUE(encode(kernel_, three, small_) == encode(kernel_, one, small_));
}

TEST_P(EveryCompressor, RefusesToDecodeNothing) {
  EXPECT_EQ(failure_of([&] { decode(kernel_, {}, 100); }),
            std::string(kernel_.name) + " data cut short");
}

TEST_P(EveryCompressor, RefusesDataCutAnywhere) {
  for (std::size_t bytes = 0; bytes < small_encoded_.size(); ++bytes) {
    const Data cut(small_encoded_.begin(),
                   small_encoded_.begin() + static_cast<std::ptrdiff_t>(bytes));
    const std::string expected = std::string(kernel_.name) + " data cut short";
    EXPECT_EQ(failure_of([&] { decode(kernel_, cut, small_.size()); }), expected) << bytes;
    EXPECT_EQ(failure_of([&] { decode_growing(kernel_, cut); }), expected) << bytes;
  }
}

TEST_P(EveryCompressor, DecodesConcatenatedData) {
  const Data other = constant(5000);
  const Data both = join({small_encoded_, encode(kernel_, {}, {}), encode(kernel_, {}, other)});
  EXPECT_TRUE(decode(kernel_, both, small_.size() + other.size()) == join({small_, other}));
  EXPECT_TRUE(decode_growing(kernel_, both) == join({small_, other}));
}

// HDF5's own filters and numcodecs read such chunks, and those of zstd they refuse.
TEST_P(EveryCompressor, LeavesWhatFollowsTheData) {
  const std::string name = kernel_.name;
  for (const Data& after : {Data(1), from_text("x"), from_text("junk"), Data(16)}) {
    const Data stored = join({small_encoded_, after});
    if (name == "zstd") {
      EXPECT_EQ(failure_of([&] { decode(kernel_, stored, small_.size()); }),
                "bytes after the zstd data that are not zstd");
    } else {
      EXPECT_TRUE(decode(kernel_, stored, small_.size()) == small_) << after.size();
      EXPECT_TRUE(decode_growing(kernel_, stored) == small_) << after.size();
    }
  }
}

TEST_P(EveryCompressor, RefusesOtherData) {
  EXPECT_EQ(failure_of([&] { decode(kernel_, small_, small_.size()); }),
            "not " + std::string(kernel_.name) + " data");
}

INSTANTIATE_TEST_SUITE_P(Built, EveryCompressor, testing::ValuesIn(compressors), test_name);

// ---- what those promise whose stored bytes are one frame that says how long it is ----

class EveryFrame : public EveryKernel {};

TEST_P(EveryFrame, IsRefusedCutAnywhere) {
  for (std::size_t bytes = 0; bytes < small_encoded_.size(); ++bytes) {
    const Data cut(small_encoded_.begin(),
                   small_encoded_.begin() + static_cast<std::ptrdiff_t>(bytes));
    const std::string expected = std::string(kernel_.name) + " data cut short";
    EXPECT_EQ(failure_of([&] { decode(kernel_, cut, small_.size(), working_); }), expected)
        << bytes;
    EXPECT_EQ(failure_of([&] { decode_growing(kernel_, cut, working_); }), expected) << bytes;
  }
}

// The filters of others read such chunks.
TEST_P(EveryFrame, IsReadWithAnythingBehindIt) {
  for (const Data& after : {Data(1), from_text("junk"), small_encoded_}) {
    const Data stored = join({small_encoded_, after});
    EXPECT_TRUE(decode(kernel_, stored, small_.size(), working_) == small_) << after.size();
    EXPECT_TRUE(decode_growing(kernel_, stored, working_) == small_) << after.size();
  }
}

TEST_P(EveryFrame, HoldsNoiseInHardlyMoreThanItsBytes) {
  const Data data = noise(100'000);
  EXPECT_LT(encode(kernel_, working_, data).size(), data.size() + data.size() / 4);
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(EveryFrame);
INSTANTIATE_TEST_SUITE_P(Built, EveryFrame, testing::ValuesIn(frames), test_name);

}  // namespace
}  // namespace ncf::plugins::test
