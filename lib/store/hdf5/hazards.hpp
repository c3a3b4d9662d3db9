// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What libnetcdf must not read of an HDF5 file: other files, unless that is allowed, and values of
// types that it misreads. I/O thread only.
#pragma once

#include <optional>
#include <vector>

#include "model/schema.hpp"
#include "ncf/error.hpp"
#include "store/hdf5/survey.hpp"

namespace ncf::store::hdf5 {

/// To be called before libnetcdf opens the file.
/// throws: Error(unsupported) naming an object that libnetcdf would already misread, or follow to
/// another file, when it opens the file.
void require_safe_to_open(const Survey& survey);

/// For each variable of `schema`, why its values must not be read, empty if they may be. No element
/// at all if all may be read. throws: Error.
[[nodiscard]] std::vector<std::optional<Error>> find_faults(Survey& survey,
                                                            const model::Schema& schema);

}  // namespace ncf::store::hdf5
