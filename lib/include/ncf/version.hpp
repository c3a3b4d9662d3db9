// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Which ncf this is, and which libraries it was built for and runs with; what they log.
//
//   std::cout << "ncf " << ncf::version() << '\n' << ncf::describe_build();
#pragma once

#include <string>

#include "ncf/export.hpp"

#define NCF_VERSION_MAJOR 0
#define NCF_VERSION_MINOR 1
#define NCF_VERSION_PATCH 0

namespace ncf {

/// "0.1.0": the version of the library that is running, not of the header.
NCF_API std::string version();

/// Several lines for `--version`: for libnetcdf and libhdf5 the version built for, the version
/// running, and which of the features we detect at configure time are there.
NCF_API std::string describe_build();

/// How much libnetcdf says of what it does, on standard error; 0 for errors alone.
/// throws: Error(unsupported) where libnetcdf was built without logging, as Debian's is.
NCF_API void set_log_level(int level);

}  // namespace ncf
