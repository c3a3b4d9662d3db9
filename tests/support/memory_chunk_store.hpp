// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A ChunkStore of one variable in memory, for tests of what moves stored bytes.
#pragma once

#include <map>
#include <mutex>
#include <numeric>
#include <optional>
#include <vector>

#include "model/block.hpp"
#include "model/chunk_store.hpp"
#include "ncf/error.hpp"

namespace ncf::test {

class MemoryChunkStore final : public model::ChunkStore {
 public:
  using Offset = std::vector<std::size_t>;

  explicit MemoryChunkStore(model::StoredForm form) : form_(std::move(form)) {}

  std::map<Offset, model::StoredChunk> chunks;
  std::vector<std::byte> elements;  ///< of a variable that is not chunked
  std::size_t chunks_asked_for = 0;
  std::optional<Offset> full_at;  ///< where a chunk cannot be written

  model::StoredForm stored_form(model::VariableId) override { return form_; }
  std::size_t stored_chunk_count(model::VariableId) override {
    return form_.layout == model::Layout::chunked ? chunks.size() : (elements.empty() ? 0 : 1);
  }
  std::uint64_t stored_bytes(model::VariableId) override {
    return std::accumulate(
        chunks.begin(), chunks.end(), elements.size(),
        [](std::size_t sum, const auto& chunk) { return sum + chunk.second.bytes.size(); });
  }
  bool read_chunk(model::VariableId, std::span<const std::size_t> offset,
                  model::StoredChunk& chunk) override {
    ++chunks_asked_for;
    const auto found = chunks.find(Offset(offset.begin(), offset.end()));
    if (found == chunks.end()) return false;
    chunk = found->second;
    return true;
  }
  model::PlacedChunk place_chunk(model::VariableId id, std::span<const std::size_t> offset,
                                 std::span<const std::byte> bytes,
                                 std::uint32_t filter_mask) override {
    return {id, {offset.begin(), offset.end()}, bytes, filter_mask, 0};
  }
  void write_placed(std::span<const model::PlacedChunk> placed) override {
    const std::lock_guard lock(mutex_);
    for (const model::PlacedChunk& chunk : placed) {
      if (full_at == chunk.offset) throw Error(ErrorCode::io, "no room");
      chunks[chunk.offset] = {{chunk.bytes.begin(), chunk.bytes.end()}, chunk.filter_mask};
    }
  }
  void read_elements(model::VariableId, const model::Box& box, std::span<std::byte> into) override {
    if (elements.empty()) return model::fill_part(box, fill(), box, into.data());
    model::copy_part(box, all(), elements.data(), box, into.data(), {form_.element_bytes});
  }
  void write_elements(model::VariableId, const model::Box& box,
                      std::span<const std::byte> from) override {
    elements.resize(all().value_count() * form_.element_bytes);
    model::copy_part(box, box, from.data(), all(), elements.data(), {form_.element_bytes});
  }
  /// What is read where nothing was written.
  [[nodiscard]] std::vector<std::byte> fill() const {
    return form_.fill.value_or(std::vector<std::byte>(form_.element_bytes));
  }
  void extend(model::VariableId, std::span<const std::size_t> extent) override {
    form_.extent.assign(extent.begin(), extent.end());
  }
  void close() override {}

 private:
  [[nodiscard]] model::Box all() const {
    return {std::vector<std::size_t>(form_.extent.size(), 0), form_.extent};
  }

  model::StoredForm form_;
  std::mutex mutex_;  ///< of writing
};

}  // namespace ncf::test
