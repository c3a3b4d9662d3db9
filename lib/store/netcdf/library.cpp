// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/netcdf/library.hpp"

#include <fmt/format.h>
#include <netcdf.h>

#include <string_view>

#include "base/build_config.hpp"

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

}  // namespace ncf::store::netcdf
