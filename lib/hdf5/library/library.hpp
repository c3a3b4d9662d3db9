// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The running libhdf5: a line for `--version`, and its features. I/O thread only.
#pragma once

#include <string>

#include "base/process/libraries.hpp"

namespace ncf::hdf5 {

/// Returns "libhdf5 1.10.8 (built for 1.10.8)".
std::string describe_library();

/// Returns whether it supports plugins, the szip encoder, threads and parallel I/O.
base::LibraryFacts library_facts();

/// Makes libhdf5 skip its cleanup at exit. source: HDF5 reference manual, H5dont_atexit
void skip_cleanup_at_exit() noexcept;

}  // namespace ncf::hdf5
