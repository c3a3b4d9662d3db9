// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "libnetcdf/functions.hpp"

namespace ncf::libnetcdf {

const Functions& functions() { return ncf_libnetcdf_functions; }

}  // namespace ncf::libnetcdf
