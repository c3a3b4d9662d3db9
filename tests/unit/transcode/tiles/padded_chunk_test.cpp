// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/tiles/padded_chunk.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "filter/registry/known_ids.hpp"
#include "filter/registry/registry.hpp"

namespace ncf::transcode {
namespace {

using model::Layout;
using model::StoredForm;
using Shape = std::vector<std::size_t>;

/// Returns a form of single bytes that are letters, with "." as fill value.
StoredForm form_of(const Shape& extent, const Shape& max_extent, const Shape& chunk) {
  StoredForm form;
  form.layout = Layout::chunked;
  form.extent = extent;
  form.max_extent = max_extent;
  form.chunk_shape = chunk;
  form.element = "letter";
  form.element_bytes = 1;
  form.fill = std::vector<std::byte>{std::byte{'.'}};
  return form;
}

const StoredChain lossy{{filter::zfp_id, {3, 0, 0, 0, 0, 0}}};

std::string padded(StoredForm form, const model::Box& part, const std::string& letters,
                   const StoredChain& filters = lossy) {
  form.filters = filters;
  const Recoding recoding("v", {0, form, {}}, {0, form, {}}, {}, Tolerance(visible_form(filters)));
  const auto chunk = padded_chunk(recoding, part, std::as_bytes(std::span(letters)));
  std::string text;
  for (const std::byte letter : chunk) text += static_cast<char>(letter);
  return text;
}

TEST(PaddedChunk, RepeatsTheLastValuesAlongFixedDimensions) {
  EXPECT_EQ(padded(form_of({5}, {5}, {4}), {{4}, {1}}, "e"), "eeee");
  EXPECT_EQ(padded(form_of({5}, {5}, {4}), {{0}, {4}}, "abcd"), "abcd");
  EXPECT_EQ(padded(form_of({2, 2}, {2, 2}, {3, 4}), {{0, 0}, {2, 2}}, "abcd"), "abbbcdddcddd");
}

// HDF5 shows the padding when a dataset grows.
TEST(PaddedChunk, RepeatsTheLastValuesOnlyWithinTheirBlockWhereDimensionsMayGrow) {
  constexpr std::size_t unlimited = model::unlimited;
  EXPECT_EQ(padded(form_of({5}, {unlimited}, {12}), {{0}, {5}}, "abcde"), "abcdeeee....");
  EXPECT_EQ(padded(form_of({4}, {unlimited}, {8}), {{0}, {4}}, "abcd"), "abcd....");
  EXPECT_EQ(padded(form_of({5}, {unlimited}, {6}), {{0}, {5}}, "abcde"), "abcdee");
  EXPECT_EQ(padded(form_of({1, 2}, {unlimited, 2}, {5, 3}), {{0, 0}, {1, 2}}, "ab"),
            "abbabbabbabb...");
  EXPECT_EQ(padded(form_of({2, 1}, {2, unlimited}, {3, 5}), {{0, 0}, {2, 1}}, "ab"),
            "aaaa.bbbb.bbbb.");
}

TEST(PaddedChunk, RepeatsTheLastValuesToTheEndIfAFilterMayMixAllOfThem) {
  const StoredChain jpeg{{filter::get_filter("jpeg").id, {90, 1, 1, 1}}};
  EXPECT_EQ(padded(form_of({5}, {model::unlimited}, {12}), {{0}, {5}}, "abcde", jpeg),
            "abcdeeeeeeee");
}

TEST(PaddedChunk, HasFillValuesIfAFilterRoundsEachValueByItself) {
  const StoredChain rounding{{filter::get_filter("granular-bitround").id, {3}}};
  EXPECT_EQ(padded(form_of({5}, {model::unlimited}, {8}), {{0}, {5}}, "abcde", rounding),
            "abcde...");
}

TEST(PaddedChunk, HasFillValuesWhereNothingIsLost) {
  EXPECT_EQ(padded(form_of({5}, {5}, {4}), {{4}, {1}}, "e", {{filter::deflate_id, {1}}}), "e...");
  EXPECT_EQ(padded(form_of({5}, {5}, {4}), {{4}, {1}}, "e", {}), "e...");
}

TEST(PaddedChunk, IsNeededForLastChunksOfFiltersThatChangeValues) {
  StoredForm form = form_of({5, 8}, {5, 8}, {4, 4});
  EXPECT_FALSE(needs_padding(form, form.extent));
  form.filters = {{filter::deflate_id, {1}}};
  EXPECT_FALSE(needs_padding(form, form.extent));
  form.filters = lossy;
  EXPECT_TRUE(needs_padding(form, form.extent));
  EXPECT_FALSE(needs_padding(form, {8, 8}));
  form.max_extent[0] = model::unlimited;
  EXPECT_TRUE(needs_padding(form, form.extent));
  form.chunk_shape[0] = 16;
  EXPECT_FALSE(needs_padding(form, {12, 8}));
  form.layout = Layout::contiguous;
  EXPECT_FALSE(needs_padding(form, form.extent));
}

}  // namespace
}  // namespace ncf::transcode
