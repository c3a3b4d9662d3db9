// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/pipeline/pipeline.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>

#include "filter/registry/known_ids.hpp"
#include "support/files.hpp"
#include "support/little_endian.hpp"
#include "transcode/pipeline/two_passes.hpp"
#include "unit/transcode/pipeline_fixture.hpp"

namespace ncf::transcode {
namespace {

/// Plans two passes as if memory were short; empty if one pass would still do.
std::optional<TwoPasses> two_passes_of(const Recoding& recoding) {
  const TilePlan tiles =
      plan_tiles(recoding.source(), recoding.target(),
                 {.element_bytes = recoding.element_bytes(), .max_bytes = 256, .grain_bytes = 0});
  return plan_two_passes(recoding, tiles, {3, 3U << 20U});
}

void recode_in_passes(MemoryDataset& input, MemoryDataset& output, const TwoPasses& passes) {
  const test::TemporaryFolder folder;
  recode_in_two_passes(passes, input.source(), output.target(), folder.path(), {});
  const Excesses excesses =
      verify_two_passes(passes, input.source(), {output.written(), {0, 1}}, folder.path(), {});
  EXPECT_TRUE(excesses.empty());
}

/// One random pair of forms, recoded with several numbers of threads and little memory.
void check_case(unsigned seed, std::set<std::string>& kinds) {
  Maker make(seed);
  const Shape extent = make.lengths(make.number(0, 4), 1, 14);
  const std::size_t element_bytes = std::array<std::size_t, 4>{1, 2, 4, 8}[make.number(0, 3)];
  const auto fill = make.chance(4) ? std::nullopt : std::optional(make.bytes(element_bytes));
  const StoredForm from = make.form(extent, element_bytes, fill);
  StoredForm to = make.form(extent, element_bytes, fill);
  if (make.chance(3)) to.chunk_shape = from.chunk_shape, to.layout = from.layout;
  if (to.layout != Layout::chunked) to.filters.clear();
  const bool is_swapped = from.byte_order != to.byte_order;
  if (is_swapped && to.fill && make.chance(2)) std::reverse(to.fill->begin(), to.fill->end());

  Data elements = make.bytes(all_of(from).value_count() * element_bytes);
  MemoryDataset input(from);
  store(input, from, elements, make);
  Data expected = elements;
  if (is_swapped) model::swap_elements(expected, element_bytes);
  const Recoding recoding("/x", side(from), side(to));
  kinds.insert(recoding.has_equal_chunks() ? "equal chunks" : "other chunks");
  kinds.insert(recoding.missing_chunks_stay() ? "missing stay" : "missing are filled");
  if (is_swapped) kinds.insert("swapped");

  std::optional<std::pair<Data, decltype(MemoryDataset::chunks)>> first;
  for (const std::size_t threads : {1U, 3U}) {
    const Resources resources{threads, make.chance(2) ? 3U << 20U : 300U << 10U};
    MemoryDataset output(to);
    recode_with(input, output, recoding, resources);
    ASSERT_EQ(load(output, to), expected) << "seed " << seed << ", threads " << threads;
    if (!first) {
      first.emplace(output.elements, output.chunks);
      continue;
    }
    ASSERT_EQ(output.elements, first->first) << "seed " << seed;
    ASSERT_EQ(output.chunks.size(), first->second.size()) << "seed " << seed;
    for (const auto& [offset, chunk] : output.chunks) {
      ASSERT_EQ(chunk.bytes, first->second.at(offset).bytes) << "seed " << seed;
    }
  }
  const auto passes = two_passes_of(recoding);
  if (!passes) return;
  kinds.insert("two passes");
  MemoryDataset output(to);
  recode_in_passes(input, output, *passes);
  ASSERT_EQ(load(output, to), expected) << "seed " << seed << ", two passes";
  ASSERT_GE(output.chunks.size(), first->second.size()) << "seed " << seed << ", two passes";
}

TEST(Pipeline, AnyFormsHoldTheSameValues) {
  std::set<std::string> kinds;
  for (unsigned seed = 1; seed <= 700; ++seed) {
    check_case(seed, kinds);
    if (testing::Test::HasFatalFailure()) return;
  }
  EXPECT_EQ(kinds.size(), 6U);
}

TEST(Pipeline, AHugeExtentWithLittleInItEndsEarly) {
  const Shape extent{std::size_t{1} << 40U, 1000};
  const StoredForm from = form_in_chunks(extent, {1, 1000}, {{1, {1}}});
  const StoredForm to = form_in_chunks(extent, {1, 1000}, {{1, {9}}});
  MemoryDataset input(from);
  filter::ChainWorkspace workspace;
  const auto stored = test::builtin_chain(from.filters).encode(Data(4000), workspace).bytes;
  input.chunks[{5, 0}] = {{stored.begin(), stored.end()}, 0};
  MemoryDataset output(to);
  recode_with(input, output, Recoding("/x", side(from), side(to)), {2, 64U << 20U});
  EXPECT_EQ(output.chunks.size(), 1U);
  EXPECT_LT(input.chunks_asked_for, 1000U);
}

// Counters that libdeflate makes larger than zlib does, and noise, chunk by chunk.
Data counters_and_noise(std::size_t chunks, std::size_t chunk_values, bool begin_with_noise) {
  Maker make(9);
  Data elements;
  for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
    if ((chunk == 0) == begin_with_noise) {
      const Data noise = make.bytes(4 * chunk_values);
      elements.insert(elements.end(), noise.begin(), noise.end());
      continue;
    }
    for (std::size_t i = 0; i < chunk_values; ++i) {
      const auto number = test::little_endian(static_cast<float>(i));
      elements.insert(elements.end(), number.begin(), number.end());
    }
  }
  return elements;
}

TEST(Pipeline, TheFirstChunkChoosesTheEncoderWhateverTheThreadsAndTiles) {
  constexpr std::size_t values = 4000;
  constexpr std::size_t chunks = 40;
  const StoredForm raw = form_in_chunks({chunks * values}, {values}, {});
  const StoredForm to = form_in_chunks({chunks * values}, {values}, {{1, {1}}});
  const StoredForm others = form_in_chunks({chunks * values}, {values / 3}, {{1, {1}}});
  for (const bool begin_with_noise : {true, false}) {
    MemoryDataset input(raw);
    const Data elements = counters_and_noise(chunks, values, begin_with_noise);
    for (std::size_t i = 0; i < chunks; ++i) {
      const auto* const begin = elements.data() + i * 4 * values;
      input.chunks[{i * values}] = {{begin, begin + 4 * values}, 0};
    }
    for (const StoredForm& form : {to, others}) {
      std::optional<decltype(MemoryDataset::chunks)> first;
      for (const std::size_t threads : {1U, 2U, 5U}) {
        for (const std::uint64_t max_bytes : {2U << 20U, 64U << 20U}) {
          const std::vector<Recoding> recodings{{"/x", side(raw), side(form)}};
          MemoryDataset output(form);
          const auto recoded = recode(recodings, plan_recodings(recodings, {threads, max_bytes}),
                                      input.source(), output.target());
          ASSERT_EQ(recoded.size(), 1U);
          EXPECT_EQ(recoded[0].encoder == "zlib 1", !begin_with_noise) << recoded[0].encoder;
          EXPECT_EQ(load(output, form), elements);
          if (!first) first = output.chunks;
          for (const auto& [offset, chunk] : output.chunks) {
            ASSERT_EQ(chunk.bytes, first->at(offset).bytes);
          }
        }
      }
    }
  }
}

// No evidence: the first chunk was never written.
TEST(Pipeline, AMissingChunkChoosesTheCarefulEncoder) {
  const StoredForm raw = form_in_chunks({100'000}, {1000}, {});
  const StoredForm to = form_in_chunks({100'000}, {1000}, {{1, {4}}});
  MemoryDataset input(raw);
  Maker make(2);
  for (std::size_t i = 3; i < 100; ++i) input.chunks[{i * 1000}] = {make.bytes(4000), 0};
  const std::vector<Recoding> recodings{{"/x", side(raw), side(to)}};
  MemoryDataset output(to);
  const auto recoded = recode(recodings, plan_recodings(recodings, {3, 64U << 20U}), input.source(),
                              output.target());
  ASSERT_EQ(recoded.size(), 1U);
  EXPECT_EQ(recoded[0].encoder, "zlib 4");
  EXPECT_EQ(output.chunks.size(), 97U);
}

// The chain does nothing here: what counts are the filters of the form.
TEST(Pipeline, TellsWhetherValuesMayExceedTheBoundOfAFilter) {
  StoredForm raw = form_in_chunks({100}, {10}, {});
  raw.element = "float32";
  StoredForm to = raw;
  to.filters = {{filter::zfp_id, {3, 0, 0, 0x3F847AE1}}};  // accuracy=0.01
  const auto is_in_doubt = [&](float largest) {
    MemoryDataset input(raw);
    for (std::size_t i = 0; i < 10; ++i) {
      std::array<float, 10> values{};
      if (i == 7) values[3] = largest;
      const auto* const bytes = reinterpret_cast<const std::byte*>(values.data());
      input.chunks[{i * 10}] = {{bytes, bytes + sizeof values}, 0};
    }
    const std::vector<Recoding> recodings{{"/x",
                                           side(raw),
                                           {0, to, filter::PreparedChain(StoredChain{}, {})},
                                           {},
                                           Tolerance(visible_form(to.filters))}};
    MemoryDataset output(to);
    return recode(recodings, plan_recodings(recodings, {2, 64U << 20U}), input.source(),
                  output.target())
        .front()
        .is_in_doubt;
  };
  EXPECT_FALSE(is_in_doubt(1000));
  EXPECT_TRUE(is_in_doubt(1e6F));
}

}  // namespace
}  // namespace ncf::transcode
