// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A store whose values are where references say. Only files on this machine are read, and without
// the user's consent only those in the folder of the references or below, wherever links lead.
#pragma once

#include <memory>

#include "store/zarr/key_store.hpp"
#include "store/zarr/reference_table.hpp"

namespace ncf::store::zarr {

/// For reading. Files are opened when they are needed; at most a few stay open.
/// follow_external: whether files outside the folder of the references may be read.
std::unique_ptr<KeyStore> open_references(std::shared_ptr<const ReferenceTable> table,
                                          bool follow_external);

}  // namespace ncf::store::zarr
