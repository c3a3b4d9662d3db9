// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Stored chunks of a store of Zarr. A chunk is a file of its own, which any thread may write.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "model/chunk_store.hpp"
#include "store/zarr/zarr_store.hpp"

namespace ncf::store::zarr {

class ZarrChunkStore final : public model::ChunkStore {
 public:
  /// name: what errors call the store.
  ZarrChunkStore(std::unique_ptr<ZarrStore> store, Use use, std::string name)
      : store_(std::move(store)), use_(use), name_(std::move(name)) {}

  [[nodiscard]] model::StoredForm stored_form(model::VariableId variable) override;
  [[nodiscard]] std::size_t stored_chunk_count(model::VariableId variable) override;
  [[nodiscard]] std::uint64_t stored_bytes(model::VariableId variable) override;
  bool read_chunk(model::VariableId variable, std::span<const std::size_t> offset,
                  model::StoredChunk& chunk) override;
  /// Zarr cannot say that a filter was skipped: a chunk with such a mask is encoded anew.
  [[nodiscard]] model::PlacedChunk place_chunk(model::VariableId variable,
                                               std::span<const std::size_t> offset,
                                               std::span<const std::byte> bytes,
                                               std::uint32_t filter_mask) override;
  void write_placed(std::span<const model::PlacedChunk> chunks) override;
  void read_elements(model::VariableId variable, const model::Box& box,
                     std::span<std::byte> elements) override;
  void write_elements(model::VariableId variable, const model::Box& box,
                      std::span<const std::byte> elements) override;
  void extend(model::VariableId variable, std::span<const std::size_t> extent) override;
  void close() override;

 private:
  [[nodiscard]] std::vector<std::size_t> extent_of(model::VariableId variable) const;
  [[nodiscard]] std::vector<std::size_t> numbers_of(model::VariableId variable,
                                                    std::span<const std::size_t> offset) const;
  /// A chunk whose filters were skipped, by all filters.
  void write_anew(model::VariableId variable, std::span<const std::size_t> offset,
                  std::span<const std::byte> bytes, std::uint32_t filter_mask);
  /// Does `work`; errors name store and variable.
  template <class Work>
  decltype(auto) at_variable(model::VariableId variable, Work&& work) const;

  std::unique_ptr<ZarrStore> store_;
  Use use_;
  std::string name_;
};

}  // namespace ncf::store::zarr
