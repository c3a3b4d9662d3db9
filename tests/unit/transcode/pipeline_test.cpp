// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/pipeline.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <optional>
#include <random>
#include <set>

#include "filter/known_ids.hpp"
#include "model/block.hpp"
#include "support/builtin_chain.hpp"
#include "support/errors.hpp"
#include "support/files.hpp"
#include "support/little_endian.hpp"
#include "support/memory_dataset.hpp"
#include "transcode/passthrough/verify.hpp"
#include "transcode/two_passes.hpp"

namespace ncf::transcode {
namespace {

using model::Box;
using model::ByteOrder;
using model::ChunkGrid;
using model::Layout;
using model::StoredForm;
using test::MemoryDataset;
using Data = std::vector<std::byte>;
using Shape = std::vector<std::size_t>;

/// What is random in one case.
class Maker {
 public:
  explicit Maker(unsigned seed) : random_(seed) {}

  std::size_t number(std::size_t from, std::size_t to) {
    return std::uniform_int_distribution<std::size_t>(from, to)(random_);
  }
  bool chance(std::size_t one_in) { return number(1, one_in) == 1; }

  Shape lengths(std::size_t rank, std::size_t from, std::size_t to) {
    Shape shape(rank);
    for (std::size_t& length : shape) length = number(from, to);
    return shape;
  }

  StoredChain filters(std::size_t element_bytes) {
    StoredChain chain;
    if (chance(2)) chain.push_back({2, {static_cast<std::uint32_t>(element_bytes)}});
    if (chance(2)) chain.push_back({1, {static_cast<std::uint32_t>(number(1, 9))}});
    if (chance(3)) chain.push_back({3, {}});
    std::shuffle(chain.begin(), chain.end(), random_);
    return chain;
  }

  StoredForm form(const Shape& extent, std::size_t element_bytes, const std::optional<Data>& fill) {
    StoredForm form;
    form.extent = extent;
    form.max_extent = Shape(extent.size(), model::unlimited);
    form.element = "number";
    form.element_bytes = element_bytes;
    form.byte_order = chance(2) ? ByteOrder::little : ByteOrder::big;
    form.fill = fill;
    if (!extent.empty() && !chance(5)) {
      form.layout = Layout::chunked;
      form.chunk_shape = lengths(extent.size(), 1, 9);
      form.filters = filters(element_bytes);
    }
    return form;
  }

  Data bytes(std::size_t count) {
    Data data(count);
    // Long enough runs for filters to have something to do.
    for (std::byte& byte : data) byte = static_cast<std::byte>(chance(3) ? number(0, 255) : 7);
    return data;
  }

 private:
  std::mt19937 random_;
};

RecodingSide side(const StoredForm& form) {
  RecodingSide side{0, form, {}};
  if (form.layout == Layout::chunked) side.chain = test::builtin_chain(form.filters);
  return side;
}

Box all_of(const StoredForm& form) { return {Shape(form.extent.size(), 0), form.extent}; }

/// Stores elements as the form says; every few chunks are left out, and `elements` then hold what
/// is read there.
void store(MemoryDataset& store, const StoredForm& form, Data& elements, Maker& make) {
  if (form.layout != Layout::chunked) {
    store.elements = elements;
    return;
  }
  const ChunkGrid grid(form.extent, form.chunk_shape);
  filter::ChainWorkspace workspace;
  const std::size_t missing_one_in = make.number(1, 4);
  for (std::size_t i = 0; i < grid.chunk_count(); ++i) {
    const Box box = grid.chunk_box(i);
    const Box part = grid.within(box);
    if (missing_one_in > 1 && make.chance(missing_one_in)) {
      fill_part(part, form.fill.value_or(Data(form.element_bytes)), all_of(form), elements.data());
      continue;
    }
    Data chunk = make.bytes(box.value_count() * form.element_bytes);
    copy_part(part, all_of(form), elements.data(), box, chunk.data(), {form.element_bytes});
    // A filter that was skipped is one that the mask names.
    StoredChain applied;
    std::uint32_t mask = 0;
    for (std::size_t f = 0; f < form.filters.size(); ++f) {
      if (make.chance(8)) {
        mask |= 1U << f;
      } else {
        applied.push_back(form.filters[f]);
      }
    }
    const auto stored = test::builtin_chain(applied).encode(chunk, workspace).bytes;
    store.chunks[box.start] = {{stored.begin(), stored.end()}, mask};
  }
}

/// All elements, as the form stores them.
Data load(MemoryDataset& store, const StoredForm& form) {
  Data elements(all_of(form).value_count() * form.element_bytes);
  fill_part(all_of(form), store.fill(), all_of(form), elements.data());
  if (form.layout != Layout::chunked) return store.elements.empty() ? elements : store.elements;
  const ChunkGrid grid(form.extent, form.chunk_shape);
  filter::ChainWorkspace workspace;
  for (const auto& [offset, stored] : store.chunks) {
    const Box box{offset, form.chunk_shape};
    Data chunk(box.value_count() * form.element_bytes);
    test::builtin_chain(form.filters).decode(stored.bytes, stored.filter_mask, chunk, workspace);
    copy_part(grid.within(box), box, chunk.data(), all_of(form), elements.data(),
              {form.element_bytes});
  }
  return elements;
}

/// By filters that change no values.
void verify_all(const std::vector<Recoding>& recodings, const RecodingPlan& plan,
                model::Source& input, MemoryDataset& output) {
  const auto all = [](const Recoding& /*recoding*/) { return true; };
  const Excesses excesses = verify_recoded(recodings, plan, input, {output.written(), {0, 1}}, all);
  EXPECT_TRUE(excesses.empty());
}

void recode_with(MemoryDataset& input, MemoryDataset& output, const Recoding& recoding,
                 const Resources& resources) {
  std::vector<Recoding> recodings{recoding};
  const RecodingPlan plan = plan_recodings(recodings, resources);
  EXPECT_LE(plan.peak_bytes, resources.max_bytes);
  recode(recodings, plan, input.source(), output.target());
  verify_all(recodings, plan, input.source(), output);
}

/// Plans two passes as if memory were short; empty if one pass would still do.
std::optional<TwoPasses> two_passes_of(const Recoding& recoding) {
  const TilePlan tiles =
      plan_tiles(recoding.source(), recoding.target(),
                 {.element_bytes = recoding.element_bytes(), .max_bytes = 256, .grain_bytes = 0});
  return plan_two_passes(recoding, tiles, {3, 3U << 20U});
}

void recode_with(MemoryDataset& input, MemoryDataset& output, const TwoPasses& passes) {
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
  recode_with(input, output, *passes);
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

StoredForm chunked(const Shape& extent, const Shape& chunk, const StoredChain& filters) {
  StoredForm form;
  form.layout = Layout::chunked;
  form.extent = extent;
  form.max_extent = extent;
  form.chunk_shape = chunk;
  form.element = "number";
  form.element_bytes = 4;
  form.filters = filters;
  form.fill = Data(4);
  return form;
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
  const StoredForm raw = chunked({chunks * values}, {values}, {});
  const StoredForm to = chunked({chunks * values}, {values}, {{1, {1}}});
  const StoredForm others = chunked({chunks * values}, {values / 3}, {{1, {1}}});
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
  const StoredForm raw = chunked({100'000}, {1000}, {});
  const StoredForm to = chunked({100'000}, {1000}, {{1, {4}}});
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
  StoredForm raw = chunked({100}, {10}, {});
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
    const std::vector<Recoding> recodings{
        {"/x", side(raw), {0, to, filter::PreparedChain(StoredChain{}, {})}}};
    MemoryDataset output(to);
    return recode(recodings, plan_recodings(recodings, {2, 64U << 20U}), input.source(),
                  output.target())
        .front()
        .is_in_doubt;
  };
  EXPECT_FALSE(is_in_doubt(1000));
  EXPECT_TRUE(is_in_doubt(1e6F));
}

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

  StoredForm from_ = chunked({100000}, {10000}, {{1, {1}}});
  StoredForm to_ = chunked({100000}, {30000}, {{1, {1}}});
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
            }).rfind(expected + "reads back otherwise", 0),
            0U);
  EXPECT_EQ(message_with([](auto& chunks) { chunks[{30000}].bytes.resize(7); }).rfind(expected, 0),
            0U);
  EXPECT_EQ(message_with([](auto& chunks) { chunks.erase({30000}); }).rfind(expected, 0), 0U);
}

// Some stores write all chunks when they are closed.
TEST(Pipeline, WhatWasNotWrittenMayBeThereIfItReadsAsFill) {
  const StoredForm form = chunked({8}, {2}, {{1, {1}}});
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

TEST(PlanRecodings, ChunksThatDoNotFitAreToldBeforehand) {
  const StoredForm form = chunked({1000000}, {1000000}, {{1, {1}}});
  std::vector<Recoding> recodings{{"/x", side(form), side(form)}};
  const std::string reason = test::reason_of(
      [&] {
        (void)plan_recodings(recodings, {4, 10 << 20U});
      },
      ErrorCode::usage);
  EXPECT_TRUE(reason.starts_with("copying it needs ")) << reason;
  EXPECT_NE(reason.find(" for the chunks of variable /x; "), std::string::npos) << reason;
  const RecodingPlan plan = plan_recodings(recodings, {4, 64 << 20U});
  EXPECT_LE(plan.peak_bytes, 64U << 20U);
  EXPECT_GE(plan.threads, 1U);
}

TEST(PlanRecodings, OfManyThatDoNotFitTheLargestIsNamed) {
  const auto one = [](const std::string& name, std::size_t values) {
    const StoredForm form = chunked({values}, {values}, {{1, {1}}});
    return Recoding(name, side(form), side(form));
  };
  const std::vector<Recoding> recodings{one("/small", 2'000'000), one("/large", 9'000'000),
                                        one("/middle", 5'000'000)};
  const std::string reason = test::reason_of([&] {
    (void)plan_recodings(recodings, {4, 10 << 20U});
  });
  EXPECT_NE(reason.find(" for the chunks of variable /large; "), std::string::npos) << reason;
}

TEST(WhyNotRecode, EveryDifferenceThatStandsInTheWayIsNamed) {
  const StoredForm form = chunked({8}, {2}, {});
  const auto why_not = [&](auto change) {
    StoredForm to = form;
    change(to);
    return why_not_recode(form, to).value_or("");
  };
  EXPECT_EQ(why_not([](StoredForm&) {}), "");
  EXPECT_EQ(why_not([](StoredForm& to) { to.chunk_shape = {3}; }), "");
  EXPECT_EQ(why_not([](StoredForm& to) { to.layout = Layout::other; }),
            "its storage is of a special kind");
  EXPECT_EQ(why_not([](StoredForm& to) { to.element = ""; }), "its values are of variable length");
  EXPECT_EQ(why_not([](StoredForm& to) { to.element = "text"; }),
            "the stored types differ: number and text");
  EXPECT_EQ(why_not([](StoredForm& to) { to.extent = {8, 1}; }), "the shapes differ");
  EXPECT_EQ(why_not([](StoredForm& to) { to.extent = to.max_extent = {7}; }),
            "its dimensions are longer than what is stored");
}

TEST(PlanRecodings, ALimitThatNobodyAskedForGivesWay) {
  const StoredForm form = chunked({1000000}, {1000000}, {{1, {1}}});
  const std::vector<Recoding> recodings{{"/x", side(form), side(form)}};
  const RecodingPlan plan = plan_recodings(recodings, {4, 10 << 20U, false});
  EXPECT_EQ(plan.threads, 1U);
  EXPECT_GT(plan.peak_bytes, 10U << 20U);
}

// What is known of a chunk is more than one value.
TEST(PlanRecodings, ManySmallChunksCount) {
  const StoredForm form = chunked({1000000}, {1}, {{1, {1}}});
  const std::vector<Recoding> recodings{{"/x", side(form), side(form)}};
  const RecodingPlan plan = plan_recodings(recodings, {1, 1U << 20U});
  EXPECT_LE(plan.tiles.front().tile_bytes / 4 * 500, 1U << 20U);
}

// The order of chunks in the file follows from the tiles.
TEST(PlanRecodings, TilesDoNotDependOnThreads) {
  const std::vector<Recoding> recodings{{"/x", side(chunked({4000, 500}, {1, 500}, {{1, {1}}})),
                                         side(chunked({4000, 500}, {4000, 1}, {{1, {1}}}))}};
  for (std::size_t max_bytes = 1U << 20U; max_bytes < 1U << 26U; max_bytes += max_bytes / 3) {
    const RecodingPlan plan = plan_recodings(recodings, {1, max_bytes});
    EXPECT_LE(plan.peak_bytes, max_bytes);
    for (const std::size_t threads : {2U, 8U, 100U}) {
      const RecodingPlan other = plan_recodings(recodings, {threads, max_bytes});
      EXPECT_EQ(other.tiles.front().shape, plan.tiles.front().shape)
          << max_bytes << ", " << threads;
      EXPECT_LE(other.peak_bytes, max_bytes);
    }
  }
}

TEST(PlanRecodings, NothingNeedsNothing) { EXPECT_EQ(plan_recodings({}, {4, 100}).peak_bytes, 0U); }

TEST(Pipeline, AHugeExtentWithLittleInItEndsEarly) {
  const Shape extent{std::size_t{1} << 40U, 1000};
  const StoredForm from = chunked(extent, {1, 1000}, {{1, {1}}});
  const StoredForm to = chunked(extent, {1, 1000}, {{1, {9}}});
  MemoryDataset input(from);
  filter::ChainWorkspace workspace;
  const auto stored = test::builtin_chain(from.filters).encode(Data(4000), workspace).bytes;
  input.chunks[{5, 0}] = {{stored.begin(), stored.end()}, 0};
  MemoryDataset output(to);
  recode_with(input, output, Recoding("/x", side(from), side(to)), {2, 64U << 20U});
  EXPECT_EQ(output.chunks.size(), 1U);
  EXPECT_LT(input.chunks_asked_for, 1000U);
}

}  // namespace
}  // namespace ncf::transcode
