// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/zarr/zarr_dataset.hpp"

#include "base/at_place.hpp"
#include "ncf/error.hpp"

namespace ncf::store::zarr {
namespace {

void require_type(const model::Variable& variable, const model::Values& values) {
  if (!model::same_type(*variable.type, *values.type())) {
    throw Error(ErrorCode::internal, "is of type " + variable.type->name +
                                         ", but the values are of type " + values.type()->name);
  }
}

}  // namespace

void ZarrDataset::read(model::VariableId id, const model::Box& box, model::Values& values) {
  base::at_place([&] { return "variable " + schema().variable_path(id); },
                 [&] {
                   require_type(schema().variables.at(id), values);
                   store_->read(id, box, values);
                 });
}

void ZarrDataset::write(model::VariableId id, const model::Box& box, const model::Values& values) {
  base::at_place([&] { return "variable " + schema().variable_path(id); },
                 [&] {
                   require_type(schema().variables.at(id), values);
                   if (values.count() != box.value_count()) {
                     throw Error(ErrorCode::internal,
                                 "the box does not hold as many values as were given");
                   }
                   store_->write(id, box, values);
                 });
}

void ZarrDataset::close() {
  if (use_ == Use::write) store_->finish(ZarrStore::Rest::stored_chunks);
}

}  // namespace ncf::store::zarr
