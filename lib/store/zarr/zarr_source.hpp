// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A Zarr store opened for reading. One thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "model/dataset/source.hpp"
#include "store/zarr/zarr_store.hpp"

namespace ncf::store::zarr {

class ZarrSource final : public model::Source {
 public:
  /// name: in messages.
  ZarrSource(std::string name, std::unique_ptr<ZarrStore> store)
      : Source(std::move(name)), store_(std::move(store)) {}

  [[nodiscard]] const model::Schema& schema() const override { return store_->schema(); }
  [[nodiscard]] std::optional<Error> fault(model::VariableId variable) const override {
    return store_->fault(variable);
  }
  [[nodiscard]] bool shows_stored_bytes() const noexcept override { return true; }
  [[nodiscard]] std::uint64_t ahead_bytes() const override { return store_->ahead_bytes(); }
  bool announce(model::VariableId variable, std::span<const std::size_t> offset) override;
  void forget_announced() override { store_->forget_announced(); }

 private:
  void do_read(model::VariableId variable, const model::Box& box, model::Values& values) override;
  [[nodiscard]] model::StoredForm do_stored_form(model::VariableId variable) override;
  [[nodiscard]] std::size_t do_stored_chunk_count(model::VariableId variable) override;
  [[nodiscard]] std::uint64_t do_stored_bytes(model::VariableId variable) override;
  [[nodiscard]] std::optional<std::vector<std::vector<std::size_t>>> do_list_chunks(
      model::VariableId variable) override;
  [[nodiscard]] std::optional<model::StoredPlace> do_find_chunk(
      model::VariableId variable, std::span<const std::size_t> offset) override;
  void do_read_found(model::VariableId variable, std::span<const std::size_t> offset,
                     const model::StoredPlace& place, std::span<std::byte> bytes) override;
  void do_read_elements(model::VariableId variable, const model::Box& box,
                        std::span<std::byte> elements) override;

  std::unique_ptr<ZarrStore> store_;
};

}  // namespace ncf::store::zarr
