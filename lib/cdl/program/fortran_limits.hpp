// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The limits of programs in Fortran 77: they can only make classic and 64-bit offset files.
#pragma once

#include "model/schema/schema.hpp"

namespace ncf::cdl {

/// throws: Error(unsupported) naming the first thing that they cannot make.
void check_fortran_limits(const model::Schema& schema);

}  // namespace ncf::cdl
