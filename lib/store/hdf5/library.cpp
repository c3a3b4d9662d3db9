// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/hdf5/library.hpp"

#include <fmt/format.h>
#include <hdf5.h>

#include "base/build_config.hpp"

namespace ncf::store::hdf5 {

std::string describe_library() {
  unsigned major = 0;
  unsigned minor = 0;
  unsigned patch = 0;
  H5get_libversion(&major, &minor, &patch);
  return fmt::format("libhdf5 {}.{}.{} (built for {}; H5Dchunk_iter: {})", major, minor, patch,
                     NCF_BUILT_WITH_HDF5, NCF_HDF5_HAS_CHUNK_ITER != 0 ? "yes" : "no");
}

void skip_cleanup_at_exit() noexcept { H5dont_atexit(); }

}  // namespace ncf::store::hdf5
