// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/netcdf/library.hpp"

#include <fmt/format.h>
#include <netcdf.h>
#include <netcdf_meta.h>

#include <string_view>

#include "base/library/build_config.hpp"
#include "ncf/error.hpp"

namespace ncf::store::netcdf {
namespace {

// Returns the version at the beginning of "4.9.0 of Jun 3 2022 ...".
std::string running_version() {
  const std::string_view running = nc_inq_libvers();
  return std::string(running.substr(0, running.find(' ')));
}

}  // namespace

std::string describe_library() {
  return fmt::format("libnetcdf {} (built for {})", running_version(), NCF_BUILT_WITH_NETCDF);
}

base::LibraryFacts library_facts() {
  return {
      "libnetcdf",
      running_version(),
      NCF_BUILT_WITH_NETCDF,
      reinterpret_cast<const void*>(&nc_inq_libvers),
      {{"DAP2", NC_HAS_DAP2 != 0}, {"DAP4", NC_HAS_DAP4 != 0}, {"byte ranges", has_byte_ranges()}}};
}

bool has_byte_ranges() noexcept { return NC_HAS_BYTERANGE != 0; }

void set_log_level(int level) {
#if NC_HAS_LOGGING
  nc_set_log_level(level);
#else
  throw Error(ErrorCode::unsupported,
              fmt::format("log level {}: this libnetcdf was built without logging", level));
#endif
}

std::string message_of(int status) { return nc_strerror(status); }

}  // namespace ncf::store::netcdf
