// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A new Zarr store. Each chunk is a value, or a part of one, which any thread may write.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "model/dataset/target.hpp"
#include "store/zarr/zarr_store.hpp"

namespace ncf::store::zarr {

class ZarrTarget final : public model::Target {
 public:
  /// name: in messages.
  ZarrTarget(std::string name, std::unique_ptr<ZarrStore> store)
      : Target(std::move(name)), store_(std::move(store)) {}

  [[nodiscard]] const model::Schema& schema() const override { return store_->schema(); }
  [[nodiscard]] bool shows_stored_bytes() const noexcept override { return true; }
  [[nodiscard]] bool keeps_masks() const noexcept override { return false; }
  [[nodiscard]] bool is_shareable() const noexcept override { return store_->has_files(); }
  void allow_rewriting(model::VariableId variable) override {
    store_->chunks(variable).keep_shards_open();
  }

 private:
  void do_write(model::VariableId variable, const model::Box& box,
                const model::Values& values) override;
  [[nodiscard]] model::StoredForm do_stored_form(model::VariableId variable) override;
  [[nodiscard]] model::PlacedChunk do_place_chunk(model::VariableId variable,
                                                  std::span<const std::size_t> offset,
                                                  std::uint64_t bytes,
                                                  std::uint32_t filter_mask) override;
  void do_write_placed(std::span<const model::PlacedChunk> chunks,
                       std::span<const std::span<const std::byte>> bytes) override;
  [[nodiscard]] model::FilePlace do_file_place(const model::PlacedChunk& chunk) override;
  void do_note_written(const model::PlacedChunk& chunk) override;
  void do_encode_anew(model::VariableId variable, std::span<const std::size_t> offset,
                      const model::StoredChunk& chunk) override;
  void do_write_elements(model::VariableId variable, const model::Box& box,
                         std::span<const std::byte> elements) override;
  void do_extend(model::VariableId variable, std::span<const std::size_t> extent) override;
  void do_close() override;
  [[nodiscard]] std::uint64_t do_stored_bytes(model::VariableId variable) override;

  [[nodiscard]] bool follows(const model::PlacedChunk& chunk, const model::PlacedChunk& next) const;

  std::unique_ptr<ZarrStore> store_;
};

}  // namespace ncf::store::zarr
