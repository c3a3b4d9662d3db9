// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/zarr/zarr_dataset.hpp"

#include "base/at_place.hpp"

namespace ncf::store::zarr {

void ZarrDataset::read(model::VariableId id, const model::Box& box, model::Values& values) {
  base::at_place([&] { return "variable " + schema().variable_path(id); },
                 [&] {
                   model::check_type(schema().variables.at(id), values);
                   store_->read(id, box, values);
                 });
}

void ZarrDataset::write(model::VariableId id, const model::Box& box, const model::Values& values) {
  base::at_place([&] { return "variable " + schema().variable_path(id); },
                 [&] {
                   model::check_values(schema().variables.at(id), box, values);
                   store_->write(id, box, values);
                 });
}

void ZarrDataset::close() {
  if (use_ == Use::write) store_->finish(ZarrStore::Rest::stored_chunks);
}

}  // namespace ncf::store::zarr
