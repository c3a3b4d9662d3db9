// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The chosen filters in the notation of Python programs. Pure; any thread.
#pragma once

#include <string>
#include <vector>

#include "filter/kernels/filter_source.hpp"
#include "model/schema/schema.hpp"
#include "ncf/tune.hpp"
#include "ncf/tune_many.hpp"

namespace ncf::ops {

/// Returns the filters chosen for a variable; empty for none.
[[nodiscard]] Chain chosen_chain(const TunedVariable& variable);

/// Returns all notations of the filters chosen for a variable; empty for none.
[[nodiscard]] std::vector<Notation> notations_of_choice(const TunedVariable& variable,
                                                        filter::FilterSource& plugins);

/// Returns a call of xarray's to_netcdf, or of to_zarr for readers with zarr-python, that stores
/// the tuned variables of the root group with the chosen filters. In xarray, the other groups of a
/// file are datasets of their own. The text is empty if there is no such variable. Zarr needs the
/// variables' notations; modules xarray and numcodecs must have been imported.
/// output: of the command. unopened: variables for which old versions of xarray refuse the file
/// (find_own_dimensions).
[[nodiscard]] Notation xarray_statement(const TuneReport& report, const std::string& output,
                                        const std::vector<std::string>& unopened);

/// Returns why no call of xarray copies an input as it is; empty if one does. xarray converts a
/// `_FillValue` to the type of its variable (NaN becomes 0), and its versions differ in what they
/// read of Zarr besides folders of version 2. is_folder: the input is one.
[[nodiscard]] std::string objection_to_xarray(const model::Schema& schema, bool is_folder);

/// Returns the paths of variables of the root group with several dimensions, of which one has the
/// variable's name. xarray opens such files since version 2023.8.
[[nodiscard]] std::vector<std::string> find_own_dimensions(const model::Schema& schema);

/// Returns xarray's `encoding`, a dict with the variables of all files; a note says if a file may
/// lack some. Variables that the files store differently are left out, with a note.
/// tuned: of all files that were tuned. Thread rule: that of the plugins.
[[nodiscard]] Notation encoding_of_archive(const TuneManyReport& report,
                                           const std::vector<TunedVariable>& tuned,
                                           filter::FilterSource& plugins);

}  // namespace ncf::ops
