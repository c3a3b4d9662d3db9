// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/netcdf/functions.hpp"

#include <fmt/format.h>
#include <netcdf.h>
#include <netcdf_meta.h>

#include <string_view>

#include "base/library/build_config.hpp"

namespace ncf::store::netcdf {
namespace {

// Returns the version at the beginning of "4.9.0 of Jun 3 2022 ...".
std::string running_version() {
  const std::string_view running = nc_inq_libvers();
  return std::string(running.substr(0, running.find(' ')));
}

bool has_byte_ranges() noexcept { return NC_HAS_BYTERANGE != 0; }

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

void set_log_level(int level) {
#if NC_HAS_LOGGING
  nc_set_log_level(level);
#else
  throw Error(ErrorCode::unsupported,
              fmt::format("log level {}: this libnetcdf was built without logging", level));
#endif
}

std::string message_of(int status) { return nc_strerror(status); }

}  // namespace
}  // namespace ncf::store::netcdf

using namespace ncf::store;

const ncf::libnetcdf::Functions ncf_libnetcdf_functions = {
    .describe = netcdf::describe_library,
    .facts = netcdf::library_facts,
    .has_byte_ranges = netcdf::has_byte_ranges,
    .set_log_level = netcdf::set_log_level,
    .message_of = netcdf::message_of,
    .open_source = netcdf::open_source,
    .create_target = netcdf::create_target,
    .create_in_memory = netcdf::create_in_memory,
    .variable_path = netcdf::variable_path,
    .chunk_layout = netcdf::chunk_layout,
    .require_filterable = netcdf::require_filterable,
    .add_filter = netcdf::add_filter,
    .read_filters = netcdf::read_filters,
    .define_quantization = netcdf::define_quantization,
    .read_quantization = netcdf::read_quantization,
    .read_type = netcdf::read_type,
    .with_shadow_variable = netcdf::with_shadow_variable,
};
