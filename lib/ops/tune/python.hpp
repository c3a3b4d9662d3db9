// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What was chosen, in the notation of Python programs. Pure; any thread.
#pragma once

#include "ncf/tune.hpp"

namespace ncf::ops {

/// The filters chosen for a variable; empty for none.
[[nodiscard]] Chain chosen_chain(const TunedVariable& variable);

/// A call of xarray's to_netcdf that stores the tuned variables of the root group as chosen: the
/// groups of a file are datasets of their own in xarray. Without a text if there is no such
/// variable.
[[nodiscard]] Notation xarray_statement(const TuneReport& report);

}  // namespace ncf::ops
