// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/netcdf/library.hpp"

#include <fmt/format.h>
#include <netcdf.h>

#include <string_view>

#include "base/build_config.hpp"
#include "ncf/error.hpp"

namespace ncf::store::netcdf {
namespace {

constexpr std::string_view yes_or_no(bool detected) { return detected ? "yes" : "no"; }

}  // namespace

std::string describe_library() {
  const std::string_view running = nc_inq_libvers();
  return fmt::format(
      "libnetcdf {} (built for {}; multiple filters: {}, quantize: {}, plugin path functions: {})",
      running.substr(0, running.find(' ')), NCF_BUILT_WITH_NETCDF,
      yes_or_no(NCF_NETCDF_HAS_MULTIFILTERS != 0), yes_or_no(NCF_NETCDF_HAS_QUANTIZE != 0),
      yes_or_no(NCF_NETCDF_HAS_PLUGIN_PATH != 0));
}

void set_log_level(int level) {
#if NCF_NETCDF_HAS_LOGGING
  nc_set_log_level(level);
#else
  throw Error(ErrorCode::unsupported,
              fmt::format("log level {}: this libnetcdf was built without logging", level));
#endif
}

}  // namespace ncf::store::netcdf
