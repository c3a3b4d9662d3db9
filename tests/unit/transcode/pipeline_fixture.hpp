// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Variables in memory, and what is recoded of them.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "model/grid/box.hpp"
#include "support/builtin_chain.hpp"
#include "support/memory_dataset.hpp"
#include "transcode/pipeline/pipeline.hpp"

namespace ncf::transcode {

using model::Box;
using model::ByteOrder;
using model::ChunkGrid;
using model::Layout;
using model::StoredForm;
using test::MemoryDataset;
using Data = std::vector<std::byte>;
using Shape = std::vector<std::size_t>;

/// Draws what is random in one case.
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

inline RecodingSide side(const StoredForm& form) {
  RecodingSide side{0, form, {}};
  if (form.layout == Layout::chunked) side.chain = test::builtin_chain(form.filters);
  return side;
}

inline Box all_of(const StoredForm& form) { return {Shape(form.extent.size(), 0), form.extent}; }

/// Stores elements as the form says; every few chunks are left out, and `elements` then hold what
/// is read there.
inline void store(MemoryDataset& store, const StoredForm& form, Data& elements, Maker& make) {
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

/// Returns all elements, as the form stores them.
inline Data load(MemoryDataset& store, const StoredForm& form) {
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

/// Expects that the output holds the values of the input; its filters change none.
inline void verify_all(const std::vector<Recoding>& recodings, const RecodingPlan& plan,
                       model::Source& input, MemoryDataset& output) {
  const auto all = [](const Recoding& /*recoding*/) { return true; };
  const Excesses excesses = verify_recoded(recodings, plan, input, {output.written(), {0, 1}}, all);
  EXPECT_TRUE(excesses.empty());
}

inline void recode_with(MemoryDataset& input, MemoryDataset& output, const Recoding& recoding,
                        const Resources& resources) {
  std::vector<Recoding> recodings{recoding};
  const RecodingPlan plan = plan_recodings(recodings, resources);
  EXPECT_LE(plan.peak_bytes, resources.max_bytes);
  recode(recodings, plan, input.source(), output.target());
  verify_all(recodings, plan, input.source(), output);
}

inline StoredForm form_in_chunks(const Shape& extent, const Shape& chunk,
                                 const StoredChain& filters) {
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

}  // namespace ncf::transcode
