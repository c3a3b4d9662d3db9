// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// One variable with its stored bytes in memory, for tests of code that moves them: as a source,
// "in.nc", and as a target, "out.nc".
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/dataset/source.hpp"
#include "model/dataset/target.hpp"
#include "model/grid/box.hpp"
#include "ncf/error.hpp"

namespace ncf::test {

class MemoryDataset {
 public:
  using Offset = std::vector<std::size_t>;

  explicit MemoryDataset(model::StoredForm stored) : form(std::move(stored)) {
    schema.variables.resize(2);
    for (model::Variable& variable : schema.variables) variable.name = "v";
  }
  MemoryDataset(const MemoryDataset&) = delete;
  MemoryDataset& operator=(const MemoryDataset&) = delete;

  [[nodiscard]] model::Source& source() { return source_; }
  /// Returns the written dataset, opened again.
  [[nodiscard]] model::Source& written() { return written_; }
  [[nodiscard]] model::Target& target() { return target_; }

  /// Writes a chunk as another process does, on any thread. place: of `target`.
  void write(const model::FilePlace& place, std::span<const std::span<const std::byte>> pieces) {
    std::vector<std::byte> bytes;
    for (const auto& piece : pieces) bytes.insert(bytes.end(), piece.begin(), piece.end());
    const std::lock_guard lock(mutex_);
    chunks[{place.begin}] = {std::move(bytes), 0};
  }

  /// Returns the value of elements that were not written.
  [[nodiscard]] std::vector<std::byte> fill() const {
    return form.fill.value_or(std::vector<std::byte>(form.element_bytes));
  }

  model::StoredForm form;
  model::Schema schema;
  std::map<Offset, model::StoredChunk, model::COrder> chunks;
  std::vector<std::byte> elements;  ///< the values of a variable that is not chunked
  std::size_t chunks_asked_for = 0;
  std::optional<Offset> full_at;                 ///< the chunk that cannot be written
  std::optional<Offset> unreadable_at;           ///< the chunk that is found but cannot be read
  std::function<void()> before_reading = [] {};  ///< a chunk

 private:
  class Source final : public model::Source {
   public:
    Source(std::string name, MemoryDataset& store)
        : model::Source(std::move(name)), store_(store) {}
    [[nodiscard]] const model::Schema& schema() const override { return store_.schema; }
    [[nodiscard]] bool shows_stored_bytes() const noexcept override { return true; }

   private:
    void do_read(model::VariableId, const model::Box&, model::Values&) override {
      throw Error(ErrorCode::internal, "stored bytes only");
    }
    model::StoredForm do_stored_form(model::VariableId) override { return store_.form; }
    std::size_t do_stored_chunk_count(model::VariableId) override {
      return store_.form.layout == model::Layout::chunked ? store_.chunks.size()
                                                          : (store_.elements.empty() ? 0 : 1);
    }
    std::optional<model::StoredPlace> do_find_chunk(model::VariableId,
                                                    std::span<const std::size_t> offset) override {
      ++store_.chunks_asked_for;
      const auto found = store_.chunks.find(Offset(offset.begin(), offset.end()));
      if (found == store_.chunks.end()) return std::nullopt;
      return model::StoredPlace{0, found->second.bytes.size(), found->second.filter_mask};
    }
    void do_read_found(model::VariableId, std::span<const std::size_t> offset,
                       const model::StoredPlace& place, std::span<std::byte> bytes) override {
      store_.before_reading();
      const Offset start(offset.begin(), offset.end());
      if (store_.unreadable_at == start) throw Error(ErrorCode::io, "cannot be read");
      std::copy_n(store_.chunks.at(start).bytes.begin(), place.bytes, bytes.begin());
    }
    void do_read_elements(model::VariableId, const model::Box& box,
                          std::span<std::byte> into) override {
      if (store_.elements.empty()) return model::fill_part(box, store_.fill(), box, into.data());
      model::copy_part(box, store_.all(), store_.elements.data(), box, into.data(),
                       {store_.form.element_bytes});
    }

    MemoryDataset& store_;
  };

  class Target final : public model::Target {
   public:
    explicit Target(MemoryDataset& store) : model::Target("out.nc"), store_(store) {}
    [[nodiscard]] const model::Schema& schema() const override { return store_.schema; }
    [[nodiscard]] bool shows_stored_bytes() const noexcept override { return true; }

   private:
    void do_write(model::VariableId, const model::Box&, const model::Values&) override {
      throw Error(ErrorCode::internal, "stored bytes only");
    }
    model::StoredForm do_stored_form(model::VariableId) override { return store_.form; }
    model::PlacedChunk do_place_chunk(model::VariableId id, std::span<const std::size_t> offset,
                                      std::uint64_t bytes, std::uint32_t filter_mask) override {
      return {id, {offset.begin(), offset.end()}, {0, bytes, filter_mask}};
    }
    /// For a variable with one dimension; each chunk is in its own file.
    model::FilePlace do_file_place(const model::PlacedChunk& chunk) override {
      return {std::to_string(chunk.offset.at(0)), chunk.offset.at(0)};
    }
    void do_write_placed(std::span<const model::PlacedChunk> placed,
                         std::span<const std::span<const std::byte>> bytes) override {
      const std::lock_guard lock(store_.mutex_);
      for (std::size_t i = 0; i < placed.size(); ++i) {
        if (store_.full_at == placed[i].offset) throw Error(ErrorCode::io, "no room");
        store_.chunks[placed[i].offset] = {{bytes[i].begin(), bytes[i].end()},
                                           placed[i].place.filter_mask};
      }
    }
    void do_write_elements(model::VariableId, const model::Box& box,
                           std::span<const std::byte> from) override {
      store_.elements.resize(store_.all().value_count() * store_.form.element_bytes);
      model::copy_part(box, box, from.data(), store_.all(), store_.elements.data(),
                       {store_.form.element_bytes});
    }
    void do_extend(model::VariableId, std::span<const std::size_t> extent) override {
      store_.form.extent.assign(extent.begin(), extent.end());
    }
    void do_close() override {}

    MemoryDataset& store_;
  };

  [[nodiscard]] model::Box all() const {
    return {std::vector<std::size_t>(form.extent.size(), 0), form.extent};
  }

  std::mutex mutex_;  ///< of writing
  Source source_{"in.nc", *this};
  Source written_{"out.nc", *this};
  Target target_{*this};
};

}  // namespace ncf::test
