// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Opens and creates Zarr stores in any KeyStore. name: for messages. filters: must outlive the
// result.
#pragma once

#include <memory>
#include <string>

#include "filter/kernels/filter_source.hpp"
#include "model/dataset/source.hpp"
#include "model/dataset/target.hpp"
#include "store/common/tuning.hpp"
#include "store/zarr/storage/key_store.hpp"

namespace ncf::store::zarr {

/// Whether `_ARRAY_DIMENSIONS`, where xarray stores the names of dimensions, is used. With
/// mode=noxarray it is ignored, and dimensions without other names are anonymous.
enum class XarrayNames { read, ignored };

/// Opens a store. throws: Error.
std::unique_ptr<model::Source> open_source(std::shared_ptr<KeyStore> keys, std::string name,
                                           XarrayNames names, const Tuning& tuning,
                                           filter::FilterSource& filters);

/// Creates a store. keys: of an empty store. throws: Error naming the variable that failed.
std::unique_ptr<model::Target> create_target(std::shared_ptr<KeyStore> keys, std::string name,
                                             const model::Schema& schema, const Tuning& tuning,
                                             filter::FilterSource& filters);

}  // namespace ncf::store::zarr
