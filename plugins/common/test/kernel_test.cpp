// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Guarantees of all kernels; plugins/<name>/test.cpp applies them to each kernel, and also has the
// tests particular to it.
#include <gtest/gtest.h>

#include <future>

#include "common/test/every_plugin.hpp"

namespace ncf::plugins::test {
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

// ---- guarantees of every kernel ----

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

// So a file does not depend on the number of threads, which determines what memory is reused.
TEST_P(EveryKernel, EncodesTheSameIntoMoreMemory) {
  const std::unique_ptr<Workspace> workspace = kernel_.make_workspace();
  for (const std::size_t bytes : {246U, 1000U, 4096U}) {
    const Data data = noise(bytes);
    Data output(2 * kernel_.bound(working_, bytes) + 1000);
    output.resize(kernel_.encode(*workspace, working_, data, output));
    EXPECT_TRUE(output == encode(kernel_, working_, data)) << bytes;
  }
}

// Damage need not be noticed if the format has no checksum, but must not cause an access outside
// the memory.
TEST_P(EveryKernel, StaysInItsMemoryWhateverBitIsFlipped) {
  for_each_flipped_bit(small_encoded_, [&](const Data& damaged, std::size_t bit) {
    std::size_t decoded_bytes = 0;
    const std::string failure = failure_of(
        [&] { decoded_bytes = decode(kernel_, damaged, small_.size(), working_).size(); });
    EXPECT_TRUE(failure.empty() ? decoded_bytes <= small_.size() : decoded_bytes == 0) << bit;
    failure_of([&] { decode_growing(kernel_, damaged, working_); });
  });
}

// The remains of one call, even of a failed one, do not affect the next.
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

// ---- guarantees of kernels whose stored bytes are a stream that knows its end ----

TEST_P(EveryCompressor, MakesModelDataSmaller) {
  const Data data = temperature(500, 1000);
  EXPECT_LT(encode(kernel_, {}, data).size(), data.size() / 2);
}

TEST_P(EveryCompressor, IgnoresCdValuesAfterTheFirst) {
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

// HDF5's own filter and numcodecs read only the first stream of deflate.
TEST_P(EveryCompressor, DecodesAsManyStreamsAsOthersDo) {
  const Data other = constant(5000);
  const Data both = join({small_encoded_, encode(kernel_, {}, {}), encode(kernel_, {}, other)});
  const bool reads_first = std::string(kernel_.name) == "deflate";
  const Data expected = reads_first ? small_ : join({small_, other});
  EXPECT_TRUE(decode(kernel_, both, expected.size()) == expected);
  EXPECT_TRUE(decode_growing(kernel_, both) == expected);
}

// HDF5's own filters and numcodecs read such chunks, but refuse those of zstd.
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

// ---- guarantees of kernels whose stored bytes are one frame that states its length ----

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

// Other filters read such chunks.
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

}  // namespace
}  // namespace ncf::plugins::test
