// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A store whose values are at the places that references name (reference_files.hpp).
#pragma once

#include <memory>

#include "store/common/tuning.hpp"
#include "store/zarr/references/reference_table.hpp"
#include "store/zarr/storage/key_store.hpp"

namespace ncf::store::zarr {

/// Opens a store for reading. follow_external: whether files outside the folder of the references
/// and on servers may be read.
std::unique_ptr<KeyStore> open_references(std::shared_ptr<const ReferenceTable> table,
                                          bool follow_external, const Network& network);

}  // namespace ncf::store::zarr
