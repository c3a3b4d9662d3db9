// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Typed values of a store of Zarr. One thread.
#pragma once

#include <memory>
#include <utility>

#include "model/dataset.hpp"
#include "store/zarr/zarr_store.hpp"

namespace ncf::store::zarr {

class ZarrDataset final : public model::Dataset {
 public:
  ZarrDataset(std::unique_ptr<ZarrStore> store, Use use) : store_(std::move(store)), use_(use) {}

  [[nodiscard]] const model::Schema& schema() const override { return store_->schema(); }
  void read(model::VariableId variable, const model::Box& box, model::Values& values) override;
  void write(model::VariableId variable, const model::Box& box,
             const model::Values& values) override;
  void close() override;

 private:
  std::unique_ptr<ZarrStore> store_;
  Use use_;
};

}  // namespace ncf::store::zarr
