// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The libhdf5 that is running, in a line for `--version`.
#pragma once

#include <string>

namespace ncf::store::hdf5 {

/// "libhdf5 1.10.8 (built for 1.10.8; H5Dchunk_iter: no)".
std::string describe_library();

/// source: HDF5 reference manual, H5dont_atexit
void skip_cleanup_at_exit() noexcept;

}  // namespace ncf::store::hdf5
