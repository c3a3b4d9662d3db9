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

/// Returns the paths of the root group's variables that keep xarray before 2023.08 from opening the
/// file: they have several dimensions, one of which has their name.
[[nodiscard]] std::vector<std::string> find_unopenable(const model::Schema& schema);

/// Returns a call of xarray's to_netcdf that stores the tuned variables of the root group with the
/// chosen filters. In xarray, the other groups of a file are datasets of their own. The text is
/// empty if there is no such variable.
/// output: of the command. unopenable: as `find_unopenable` returns it.
[[nodiscard]] Notation xarray_statement(const TuneReport& report, const std::string& output,
                                        const std::vector<std::string>& unopenable);

}  // namespace ncf::ops
