// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The chosen filters in the notation of Python programs. Pure; any thread.
#pragma once

#include <string>
#include <vector>

#include "model/schema/schema.hpp"
#include "ncf/tune.hpp"

namespace ncf::ops {

/// Returns the filters chosen for a variable; empty for none.
[[nodiscard]] Chain chosen_chain(const TunedVariable& variable);

/// Returns a call of xarray's to_netcdf that stores the tuned variables of the root group with the
/// chosen filters. In xarray, the other groups of a file are datasets of their own. The text is
/// empty if there is no such variable.
/// output: of the command. unopened: variables for which old versions of xarray refuse the file
/// (find_own_dimensions).
[[nodiscard]] Notation xarray_statement(const TuneReport& report, const std::string& output,
                                        const std::vector<std::string>& unopened);

/// Returns a call of xarray's to_zarr that does the same with the codecs of Zarr v2, by the
/// variables' notations. Modules xarray and numcodecs must have been imported.
[[nodiscard]] Notation xarray_zarr_statement(const TuneReport& report, const std::string& output,
                                             const std::vector<std::string>& unopened);

/// Returns the paths of variables of the root group with several dimensions, of which one has the
/// variable's name. xarray opens such files since version 2023.8.
[[nodiscard]] std::vector<std::string> find_own_dimensions(const model::Schema& schema);

}  // namespace ncf::ops
