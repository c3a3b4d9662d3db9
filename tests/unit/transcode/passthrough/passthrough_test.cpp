// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/passthrough/passthrough.hpp"
#include "transcode/pipeline/pipeline.hpp"
#include "transcode/recoding/form_difference.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <tuple>

#include "filter/kernels/builtin.hpp"
#include "filter/registry/known_ids.hpp"
#include "support/errors.hpp"
#include "support/memory_dataset.hpp"

namespace ncf::transcode {
namespace {

using model::Layout;
using model::StoredChunk;
using model::StoredForm;
using test::MemoryDataset;

constexpr std::byte zero{0};
constexpr std::byte nine{9};

StoredForm chunked_form() {
  StoredForm form;
  form.layout = Layout::chunked;
  form.extent = {4, 6};
  form.max_extent = {model::unlimited, 6};
  form.chunk_shape = {2, 3};
  form.filters = {{2, {1}}, {1, {5}}};
  form.element = "int8";
  form.element_bytes = 1;
  form.fill = std::vector<std::byte>{zero};
  return form;
}

std::string why_not(const StoredForm& from, const StoredForm& to, std::size_t stored_chunks = 4) {
  return why_not_passthrough(from, to, [&] { return stored_chunks; }).value_or("");
}

TEST(Passthrough, EqualFormsPass) { EXPECT_EQ(why_not(chunked_form(), chunked_form()), ""); }

TEST(Passthrough, EveryDifferenceOfTheBytesIsSeen) {
  const StoredForm from = chunked_form();
  const auto changed = [](auto change) {
    StoredForm to = chunked_form();
    change(to);
    return to;
  };
  EXPECT_EQ(why_not(from, changed([](auto& to) { to.element = "uint8"; })),
            "the stored types differ: int8 and uint8");
  EXPECT_EQ(why_not(from, changed([](auto& to) { to.element.clear(); })),
            "its values are of variable length");
  EXPECT_EQ(why_not(from, changed([](auto& to) { to.layout = Layout::other; })),
            "its storage is of a special kind");
  EXPECT_EQ(why_not(from, changed([](auto& to) {
                      to.layout = Layout::contiguous;
                      to.chunk_shape.clear();
                    })),
            "the layouts differ");
  EXPECT_EQ(why_not(from, changed([](auto& to) {
                      to.chunk_shape = {2, 2};
                    })),
            "the chunks differ: 2 x 3 and 2 x 2");
  EXPECT_EQ(why_not(from, changed([](auto& to) { to.filters[1].parameters = {6}; })),
            "the stored filters differ: shuffle | deflate level=5 and shuffle | deflate level=6");
  EXPECT_EQ(why_not(from, changed([](auto& to) { std::swap(to.filters[0], to.filters[1]); })),
            "the stored filters differ: shuffle | deflate level=5 and deflate level=5 | shuffle");
  EXPECT_EQ(why_not(from, changed([](auto& to) { to.filters.clear(); })),
            "the stored filters differ: shuffle | deflate level=5 and none");
  StoredForm szip = chunked_form();
  szip.filters = {{4, {141, 32, 32, 64}}};
  StoredForm of_another_row = szip;
  of_another_row.filters[0].parameters[3] = 8;
  EXPECT_EQ(why_not(szip, of_another_row),
            "the stored filters differ: 4,141,32,32,64 and 4,141,32,32,8");
}

TEST(Passthrough, TheOutputMustReachTheSameLengths) {
  const StoredForm from = chunked_form();
  StoredForm to = chunked_form();
  to.extent = {0, 6};
  EXPECT_EQ(why_not(from, to), "");
  to.extent = {5, 6};
  to.max_extent = {5, 6};
  EXPECT_EQ(why_not(from, to), "its dimensions are longer than what is stored");
  to.extent = {3, 6};
  to.max_extent = {3, 6};
  EXPECT_EQ(why_not(from, to), "its dimensions are longer than what is stored");
}

TEST(Passthrough, AnotherFillValueMattersWhereChunksAreMissing) {
  const StoredForm from = chunked_form();
  for (const auto& fill :
       {std::optional<std::vector<std::byte>>{}, std::optional(std::vector<std::byte>{nine})}) {
    StoredForm to = chunked_form();
    to.fill = fill;
    EXPECT_EQ(why_not(from, to, 4), "");
    EXPECT_EQ(why_not(from, to, 3), "parts were never written, and would read as another value");
  }
}

void move_all(MemoryDataset& input, MemoryDataset& output) {
  Passthrough passthrough(input.source(), output.target(), {2, std::uint64_t{1} << 30});
  EXPECT_EQ(passthrough.move(0, 0), 0U);
  passthrough.finish();
}

TEST(Passthrough, MovesChunksMasksAndMissingChunksAsTheyAre) {
  MemoryDataset input(chunked_form());
  const std::vector<std::byte> shuffled(6, zero);
  input.chunks[{0, 3}] = {shuffled, 2};
  input.chunks[{2, 0}] = {{nine}, 0};
  StoredForm empty = chunked_form();
  empty.extent = {0, 6};
  MemoryDataset output(empty);
  move_all(input, output);
  EXPECT_EQ(output.form.extent, (std::vector<std::size_t>{4, 6}));
  ASSERT_EQ(output.chunks.size(), 2U);
  EXPECT_EQ((output.chunks[{0, 3}].bytes), shuffled);
  EXPECT_EQ((output.chunks[{0, 3}].filter_mask), 2U);
  EXPECT_EQ((output.chunks[{2, 0}].bytes), std::vector<std::byte>{nine});
}

// Moves one chunk at a time if memory does not suffice for two.
TEST(Passthrough, LittleMemoryIsEnough) {
  MemoryDataset input(chunked_form());
  for (const std::size_t y : {0U, 2U}) {
    for (const std::size_t x : {0U, 3U}) {
      input.chunks[{y, x}] = {std::vector<std::byte>(5, static_cast<std::byte>(y + x)), 0};
    }
  }
  MemoryDataset output(chunked_form());
  Passthrough passthrough(input.source(), output.target(), {.threads = 3, .max_bytes = 1});
  EXPECT_EQ(passthrough.move(0, 0), 0U);
  passthrough.finish();
  ASSERT_EQ(output.chunks.size(), 4U);
  for (const auto& [offset, chunk] : input.chunks) {
    EXPECT_EQ(output.chunks[offset].bytes, chunk.bytes);
  }
}

// Otherwise the neighbouring bytes would be read.
TEST(Passthrough, AChunkThatCannotHoldItsValuesIsNotMoved) {
  StoredForm plain = chunked_form();
  plain.filters.clear();
  StoredForm checked = plain;
  checked.filters = {{2, {1}}, {3, {}}};
  StoredForm plain_edges = checked;
  plain_edges.filters_edges = false;
  const std::vector<std::tuple<StoredForm, model::StoredChunk, std::string>> cases{
      {plain, {std::vector<std::byte>(5, nine), 0}, "a chunk that should have 6 bytes has 5"},
      {plain, {std::vector<std::byte>(7, nine), 0}, "a chunk that should have 6 bytes has 7"},
      {chunked_form(),
       {std::vector<std::byte>(5, nine), 3},
       "a chunk that should have 6 bytes has 5"},
      {chunked_form(), {{}, 0}, "a chunk that should have 6 bytes has 0"},
      {checked, {std::vector<std::byte>(9, nine), 0}, "a chunk that should have 10 bytes has 9"},
      {checked, {std::vector<std::byte>(5, nine), 2}, "a chunk that should have 6 bytes has 5"}};
  for (const auto& [form, chunk, expected] : cases) {
    MemoryDataset input(form);
    input.chunks[{2, 3}] = chunk;
    MemoryDataset output(form);
    EXPECT_EQ(test::reason_of([&] { move_all(input, output); }),
              "in.nc: variable /v: chunk at (2,3): " + expected);
  }
  MemoryDataset input(plain_edges);
  input.chunks[{2, 3}] = {std::vector<std::byte>(6, nine), 0};
  MemoryDataset output(plain_edges);
  EXPECT_NO_THROW(move_all(input, output));
}

TEST(Passthrough, AHugeExtentWithLittleInItEndsWithTheLastChunk) {
  StoredForm form = chunked_form();
  form.extent = {std::size_t{1} << 50, 6};
  MemoryDataset input(form);
  input.chunks[{0, 3}] = {{nine}, 0};
  MemoryDataset output(form);
  move_all(input, output);
  EXPECT_EQ(output.chunks.size(), 1U);
  EXPECT_EQ(input.chunks_asked_for, 2U);
}

TEST(Passthrough, ElementsWithoutChunksAreMovedInPieces) {
  StoredForm form;
  form.layout = Layout::contiguous;
  form.extent = form.max_extent = {20'000'000};
  form.element = "int8";
  form.element_bytes = 1;
  MemoryDataset input(form);
  input.elements.resize(20'000'000);
  for (std::size_t i = 0; i < input.elements.size(); i += 999) input.elements[i] = nine;
  MemoryDataset output(form);
  move_all(input, output);
  EXPECT_EQ(output.elements, input.elements);
}

TEST(Passthrough, ElementsNeverWrittenStayUnwritten) {
  StoredForm form;
  form.layout = Layout::contiguous;
  form.extent = form.max_extent = {20};
  form.element = "int8";
  form.element_bytes = 1;
  MemoryDataset input(form);
  MemoryDataset output(form);
  move_all(input, output);
  EXPECT_TRUE(output.elements.empty());
}

/// Compares a variable that was passed through.
void verify_passed(std::optional<filter::PreparedChain> chain, MemoryDataset& input,
                   MemoryDataset& output) {
  const std::vector<Recoding> passed{
      Recoding::of_passed("/v", {0, input.source().stored_form(0), std::move(chain)}, 0)};
  const RecodingPlan plan = plan_recodings(passed, {2, std::uint64_t{1} << 30, true});
  (void)verify_recoded(passed, plan, input.source(), {output.written(), {0}},
                       [](const Recoding&) { return true; });
}

std::string difference_at(const std::string& place) {
  return fmt::format("out.nc: variable /v: chunk at ({}): {}", place, not_as_written);
}

// Some stores write all chunks within the dimensions when they are closed.
TEST(VerifyPassed, WhatTheInputDoesNotHaveMayBeThereIfItReadsAsFill) {
  StoredForm form = chunked_form();
  form.filters.clear();
  MemoryDataset input(form);
  input.chunks[{2, 0}] = {std::vector<std::byte>(6, nine), 0};
  form.extent = {6, 6};
  MemoryDataset output(form);
  output.chunks = input.chunks;
  output.elements.assign(36, zero);
  const auto message = [&] {
    return test::refusal_of([&] { verify_passed(filter::PreparedChain({}, {}), input, output); });
  };
  EXPECT_EQ(message(), "accepted");
  for (const auto& place : std::vector<MemoryDataset::Offset>{{0, 3}, {4, 0}}) {
    output.chunks[place] = {std::vector<std::byte>(6, zero), 0};
    EXPECT_EQ(message(), "accepted");
    output.chunks[place].bytes.front() = nine;
    output.elements[6 * place[0] + place[1]] = nine;
    EXPECT_EQ(message(), difference_at(fmt::format("{}", fmt::join(place, ","))));
    output.chunks[place].bytes.front() = zero;
    output.elements.assign(36, zero);
  }
  output.chunks.erase({2, 0});
  EXPECT_EQ(message(), difference_at("2,0"));
}

// Zarr has no masks.
TEST(VerifyPassed, ChunksThatSkippedFiltersAreComparedByTheirValuesWhereEncodedAnew) {
  StoredForm form = chunked_form();
  form.filters = {{filter::fletcher32_id, {}}};
  const filter::PreparedChain chain(
      form.filters, {filter::Kernel(*filter::find_builtin_kernel(filter::fletcher32_id))});
  const std::vector<std::byte> values(6, nine);
  filter::ChainWorkspace workspace;
  const auto encoded = chain.encode(values, workspace).bytes;
  MemoryDataset input(form);
  MemoryDataset output(form);
  output.chunks[{2, 0}] = {{encoded.begin(), encoded.end()}, 0};
  output.elements.assign(24, nine);
  const auto message = [&](std::vector<std::byte> written, bool has_chain) {
    input.elements.assign(24, written.front());
    input.chunks[{2, 0}] = {std::move(written), 1};
    return test::refusal_of(
        [&] { verify_passed(has_chain ? std::optional(chain) : std::nullopt, input, output); });
  };
  for (const bool has_chain : {true, false}) {
    EXPECT_EQ(message(values, has_chain), "accepted");
    EXPECT_EQ(message(std::vector<std::byte>(6, zero), has_chain),
              difference_at(has_chain ? "2,0" : "0,0"));
  }
}

}  // namespace
}  // namespace ncf::transcode
