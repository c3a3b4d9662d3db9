// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The values of any Dataset as elements of a ChunkStore without chunks, so that what is recoded
// need not be stored in chunks, nor in netCDF-4. Of variables of atomic types but strings.
#pragma once

#include <string>

#include "model/chunk_store.hpp"

namespace ncf::transcode {

/// The form of a variable's elements, whatever holds them; without an element's name where the type
/// is no atomic one, or strings.
[[nodiscard]] model::StoredForm elements_form(const model::Schema& schema,
                                              model::VariableId variable);

class DatasetElements final : public model::ChunkStore {
 public:
  /// dataset: outlives this. name: what messages call it.
  DatasetElements(model::Dataset& dataset, std::string name);

  [[nodiscard]] model::StoredForm stored_form(model::VariableId variable) override;
  [[nodiscard]] std::size_t stored_chunk_count(model::VariableId variable) override;
  [[nodiscard]] std::uint64_t stored_bytes(model::VariableId variable) override;
  /// There are none. throws: Error(internal).
  bool read_chunk(model::VariableId variable, std::span<const std::size_t> offset,
                  model::StoredChunk& chunk) override;
  [[nodiscard]] model::PlacedChunk place_chunk(model::VariableId variable,
                                               std::span<const std::size_t> offset,
                                               std::span<const std::byte> bytes,
                                               std::uint32_t filter_mask) override;
  void write_placed(std::span<const model::PlacedChunk> chunks) override;
  void read_elements(model::VariableId variable, const model::Box& box,
                     std::span<std::byte> elements) override;
  void write_elements(model::VariableId variable, const model::Box& box,
                      std::span<const std::byte> elements) override;
  /// Writing does.
  void extend(model::VariableId variable, std::span<const std::size_t> extent) override;
  /// The Dataset stays open.
  void close() override;

 private:
  model::Values& values_of(model::VariableId variable);

  model::Dataset& dataset_;
  std::string name_;
  model::Values values_;  ///< of the type used last
};

}  // namespace ncf::transcode
