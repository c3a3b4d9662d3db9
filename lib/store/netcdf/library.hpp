// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The running libnetcdf: a line for `--version`, its features, and its logging.
#pragma once

#include <string>

#include "base/process/libraries.hpp"

namespace ncf::store::netcdf {

/// Returns "libnetcdf 4.9.0 (built for 4.9.0)".
std::string describe_library();

/// Returns the protocols that libnetcdf was built with.
base::LibraryFacts library_facts();

/// Returns whether libnetcdf can read parts of files on web servers, with mode=bytes.
[[nodiscard]] bool has_byte_ranges() noexcept;

/// throws: Error(unsupported) if libnetcdf was built without logging.
void set_log_level(int level);

/// Returns libnetcdf's message for a status.
std::string message_of(int status);

}  // namespace ncf::store::netcdf
