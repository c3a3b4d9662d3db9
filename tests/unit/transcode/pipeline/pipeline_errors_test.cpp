// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Chunks that cannot be read or written, or are not what was written.
#include <gtest/gtest.h>

#include <string>

#include "support/errors.hpp"
#include "unit/transcode/pipeline_fixture.hpp"

namespace ncf::transcode {
namespace {

class PipelineErrors : public testing::Test {
 protected:
  PipelineErrors() {
    Maker make(1);
    Data elements = make.bytes(400000);
    store(input_, from_, elements, make);
    for (const auto& offset : {0U, 10000U, 50000U, 90000U}) {
      if (input_.chunks.count({offset}) == 0)
        input_.chunks[{offset}] = input_.chunks.begin()->second;
    }
  }

  std::string message(std::size_t threads) {
    MemoryDataset output(to_);
    return test::reason_of([&] {
      recode_with(input_, output, Recoding("/x", side(from_), side(to_)), {threads, 8U << 20U});
    });
  }

  StoredForm from_ = form_in_chunks({100000}, {10000}, {{1, {1}}});
  StoredForm to_ = form_in_chunks({100000}, {30000}, {{1, {1}}});
  MemoryDataset input_{from_};
};

TEST_F(PipelineErrors, DamageNamesStoreVariableChunkAndFilter) {
  input_.chunks[{50000}].bytes.resize(9);
  for (const std::size_t threads : {1U, 2U, 5U}) {
    EXPECT_EQ(
        message(threads).rfind("in.nc: variable /x: chunk at (50000): filter 1 (deflate): ", 0), 0U)
        << message(threads);
  }
}

TEST_F(PipelineErrors, TheFirstInOrderIsTold) {
  input_.chunks[{90000}].bytes.resize(3);
  input_.chunks[{10000}].bytes.resize(5);
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(message(4).rfind("in.nc: variable /x: chunk at (10000): ", 0), 0U) << message(4);
  }
}

// It would read as fill values.
TEST_F(PipelineErrors, AChunkThatIsCountedAndNotFoundIsTold) {
  input_.chunks[{12345}] = input_.chunks[{10000}];
  for (const std::size_t threads : {1U, 3U}) {
    EXPECT_EQ(message(threads), "in.nc: variable /v: 1 of its chunks cannot be found");
  }
}

TEST_F(PipelineErrors, WhatCannotBeWrittenIsTold) {
  for (const std::size_t threads : {1U, 3U}) {
    std::vector<Recoding> recodings{{"/x", side(from_), side(to_)}};
    const RecodingPlan plan = plan_recodings(recodings, {threads, 8U << 20U});
    MemoryDataset output(to_);
    output.full_at = {30000};
    EXPECT_EQ(test::reason_of([&] { recode(recodings, plan, input_.source(), output.target()); }),
              "out.nc: no room");
  }
}

TEST_F(PipelineErrors, WhatIsNotReadBackAsItWasWrittenIsTold) {
  std::vector<Recoding> recodings{{"/x", side(from_), side(to_)}};
  const RecodingPlan plan = plan_recodings(recodings, {2, 8U << 20U});
  const auto message_with = [&](auto change) {
    MemoryDataset output(to_);
    recode(recodings, plan, input_.source(), output.target());
    change(output.chunks);
    return test::refusal_of([&] { verify_all(recodings, plan, input_.source(), output); });
  };
  filter::ChainWorkspace workspace;
  const auto other = test::builtin_chain(to_.filters).encode(Data(120000), workspace).bytes;
  const std::string expected = std::string("out.nc: variable /x: chunk at (30000): ");
  EXPECT_EQ(message_with([](auto&) {}), "accepted");
  EXPECT_EQ(message_with([&](auto& chunks) {
              chunks[{30000}].bytes.assign(other.begin(), other.end());
            }).rfind(expected + "does not read back as", 0),
            0U);
  EXPECT_EQ(message_with([](auto& chunks) { chunks[{30000}].bytes.resize(7); }).rfind(expected, 0),
            0U);
  EXPECT_EQ(message_with([](auto& chunks) { chunks.erase({30000}); }).rfind(expected, 0), 0U);
}

// Some stores write all chunks when they are closed.
TEST(PipelineVerification, WhatWasNotWrittenMayBeThereIfItReadsAsFill) {
  const StoredForm form = form_in_chunks({8}, {2}, {{1, {1}}});
  const auto encode = [&](const Data& elements) -> model::StoredChunk {
    filter::ChainWorkspace workspace;
    const auto stored = test::builtin_chain(form.filters).encode(elements, workspace).bytes;
    return {{stored.begin(), stored.end()}, 0};
  };
  MemoryDataset input(form);
  input.chunks[{2}] = encode(Data(8, std::byte{7}));
  const std::vector<Recoding> recodings{{"/x", side(form), side(form)}};
  const RecodingPlan plan = plan_recodings(recodings, {2, 8U << 20U});
  for (const std::size_t place : {0U, 4U, 6U}) {
    MemoryDataset output(form);
    recode(recodings, plan, input.source(), output.target());
    output.chunks[{place}] = encode(Data(8));
    verify_all(recodings, plan, input.source(), output);
    output.chunks[{place}] = encode(Data(8, std::byte{1}));
    const std::string expected = "out.nc: variable /x: chunk at (" + std::to_string(place) + "): ";
    EXPECT_EQ(test::reason_of([&] { verify_all(recodings, plan, input.source(), output); }),
              expected + not_as_written);
  }
}

}  // namespace
}  // namespace ncf::transcode
