// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The libhdf5 that is running: a line for `--version`, and what it can do. I/O thread only.
#pragma once

#include <string>

#include "base/library_facts.hpp"

namespace ncf::hdf5 {

/// "libhdf5 1.10.8 (built for 1.10.8)".
std::string describe_library();

/// Plugins, the encoder of szip, threads, parallel I/O.
base::LibraryFacts library_facts();

/// source: HDF5 reference manual, H5dont_atexit
void skip_cleanup_at_exit() noexcept;

}  // namespace ncf::hdf5
