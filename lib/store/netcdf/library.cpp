// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/netcdf/library.hpp"

#include <fmt/format.h>
#include <netcdf.h>
#include <netcdf_meta.h>

#include <string_view>

#include "base/build_config.hpp"
#include "ncf/error.hpp"

namespace ncf::store::netcdf {
namespace {

constexpr std::string_view yes_or_no(bool detected) { return detected ? "yes" : "no"; }

// Cut from "4.9.0 of Jun 3 2022 ...".
std::string running_version() {
  const std::string_view running = nc_inq_libvers();
  return std::string(running.substr(0, running.find(' ')));
}

}  // namespace

std::string describe_library() {
  return fmt::format(
      "libnetcdf {} (built for {}; multiple filters: {}, quantize: {}, plugin path functions: {})",
      running_version(), NCF_BUILT_WITH_NETCDF, yes_or_no(NCF_NETCDF_HAS_MULTIFILTERS != 0),
      yes_or_no(NCF_NETCDF_HAS_QUANTIZE != 0), yes_or_no(NCF_NETCDF_HAS_PLUGIN_PATH != 0));
}

base::LibraryFacts library_facts() {
  return {"libnetcdf",
          running_version(),
          NCF_BUILT_WITH_NETCDF,
          reinterpret_cast<const void*>(&nc_inq_libvers),
          {{"netCDF-4", NC_HAS_NC4 != 0},
           {"several filters", NCF_NETCDF_HAS_MULTIFILTERS != 0},
           {"szip encoder", NC_HAS_SZIP_WRITE != 0},
           {"quantize", NCF_NETCDF_HAS_QUANTIZE != 0},
           {"NCZarr", NC_HAS_NCZARR != 0},
           {"plugin path functions", NCF_NETCDF_HAS_PLUGIN_PATH != 0},
           {"DAP2", NC_HAS_DAP2 != 0},
           {"DAP4", NC_HAS_DAP4 != 0},
           {"byte ranges", has_byte_ranges()},
           {"parallel I/O", NC_HAS_PARALLEL != 0}}};
}

bool has_byte_ranges() noexcept { return NC_HAS_BYTERANGE != 0; }

void set_log_level(int level) {
#if NCF_NETCDF_HAS_LOGGING
  nc_set_log_level(level);
#else
  throw Error(ErrorCode::unsupported,
              fmt::format("log level {}: this libnetcdf was built without logging", level));
#endif
}

}  // namespace ncf::store::netcdf
