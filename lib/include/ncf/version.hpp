// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The versions of ncf and of the libraries that it was built for and uses, and what they log.
//
//   std::cout << "ncf " << ncf::version() << '\n' << ncf::describe_build();
#pragma once

#include <string>

#include "ncf/export.hpp"

#define NCF_VERSION_MAJOR 0
#define NCF_VERSION_MINOR 1
#define NCF_VERSION_PATCH 0

namespace ncf {

/// "0.1.0": the version of the library in use, not of the header.
NCF_API std::string version();

/// Several lines for `--version`: for libnetcdf, libhdf5 and libcurl the version built for, the
/// version in use, and the features that were detected when the build was configured; or that its
/// module is not installed.
NCF_API std::string describe_build();

/// Sets how much libnetcdf logs on standard error; 0: only errors.
/// throws: Error(unsupported) if libnetcdf was built without logging, as Debian's is.
NCF_API void set_log_level(int level);

}  // namespace ncf
