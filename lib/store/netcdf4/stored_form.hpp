// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What an HDF5 dataset is made of, in the words of the model. I/O thread only.
#pragma once

#include <hdf5.h>

#include "model/chunk_store.hpp"

namespace ncf::store::netcdf4 {

/// throws: Error.
model::StoredForm read_stored_form(hid_t dataset);

}  // namespace ncf::store::netcdf4
