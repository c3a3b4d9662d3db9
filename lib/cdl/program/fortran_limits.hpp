// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What programs in Fortran 77 can make: files of the classic data model, of its first two kinds.
#pragma once

#include "model/schema.hpp"

namespace ncf::cdl {

/// throws: Error(unsupported) naming the first thing they cannot make.
void check_fortran_limits(const model::Schema& schema);

}  // namespace ncf::cdl
