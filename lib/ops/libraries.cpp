// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "hdf5/library.hpp"
#include "libnetcdf/functions.hpp"
#include "ncf/supervise.hpp"
#include "ncf/version.hpp"

namespace ncf {

std::string describe_build() {
  return libnetcdf::functions().describe() + '\n' + hdf5::describe_library() + '\n';
}

void set_log_level(int level) { libnetcdf::functions().set_log_level(level); }

void skip_cleanup_at_exit() noexcept { hdf5::skip_cleanup_at_exit(); }

}  // namespace ncf
