// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "hdf5/library/library.hpp"

#include <fmt/format.h>
#include <hdf5.h>

#include "base/library/build_config.hpp"

namespace ncf::hdf5 {
namespace {

std::string running_version() {
  unsigned major = 0;
  unsigned minor = 0;
  unsigned patch = 0;
  H5get_libversion(&major, &minor, &patch);
  return fmt::format("{}.{}.{}", major, minor, patch);
}

bool loads_plugins() {
  unsigned allowed = 0;
  return H5PLget_loading_state(&allowed) >= 0 && (allowed & H5PL_FILTER_PLUGIN) != 0;
}

bool encodes_szip() {
  unsigned flags = 0;
  return H5Zfilter_avail(H5Z_FILTER_SZIP) > 0 && H5Zget_filter_info(H5Z_FILTER_SZIP, &flags) >= 0 &&
         (flags & H5Z_FILTER_CONFIG_ENCODE_ENABLED) != 0;
}

bool is_thread_safe() {
  hbool_t is_safe = false;
  return H5is_library_threadsafe(&is_safe) >= 0 && is_safe;
}

constexpr bool is_parallel() {
#ifdef H5_HAVE_PARALLEL
  return true;
#else
  return false;
#endif
}

}  // namespace

std::string describe_library() {
  return fmt::format("libhdf5 {} (built for {})", running_version(), NCF_BUILT_WITH_HDF5);
}

base::LibraryFacts library_facts() {
  return {"libhdf5",
          running_version(),
          NCF_BUILT_WITH_HDF5,
          reinterpret_cast<const void*>(&H5get_libversion),
          {{"plugins", loads_plugins()},
           {"szip encoder", encodes_szip()},
           {"thread-safe", is_thread_safe()},
           {"parallel I/O", is_parallel()}}};
}

void skip_cleanup_at_exit() noexcept { H5dont_atexit(); }

}  // namespace ncf::hdf5
