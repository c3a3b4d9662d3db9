// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The filters of a dataset, with the words and in the order that the file holds. I/O thread only.
#pragma once

#include <hdf5.h>

#include "ncf/filter_spec.hpp"

namespace ncf::store::hdf5 {

/// One of the filters with which a dataset was created. flags: set to H5Z_FLAG_OPTIONAL and the
/// like. throws: Error.
StoredFilter filter_at(hid_t properties, unsigned index, unsigned& flags);

/// All of them. throws: Error.
StoredChain filters_of(hid_t properties);

}  // namespace ncf::store::hdf5
