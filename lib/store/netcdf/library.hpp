// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The libnetcdf that is running, in a line for `--version`.
#pragma once

#include <string>

namespace ncf::store::netcdf {

/// "libnetcdf 4.9.0 (built for 4.9.0; multiple filters: yes, ...)".
std::string describe_library();

}  // namespace ncf::store::netcdf
