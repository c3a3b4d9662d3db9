// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <string>

#include "base/threads/library_call.hpp"
#include "ncf/dump.hpp"
#include "store/open/input.hpp"
#include "store/open/open.hpp"

namespace ncf {
namespace {

using location::Implementation;

Format format_of(const DumpOptions& options) {
  store::Tuning tuning;
  tuning.in_memory = options.input_in_memory;
  tuning.follow_external = options.follow_external;
  tuning.connections = options.connections;
  return kind_for_netcdf(store::open_source(options.input, tuning)->schema().format);
}

/// Returns netCDF's mode flags for files of this format. source: netcdf.h
unsigned mode_of(Format format) {
  switch (format) {
    case Format::classic:
      return 0;
    case Format::offset64:
      return 0x0200;
    case Format::cdf5:
      return 0x0020;
    default:
      return 0x1000;
  }
}

std::string_view classic_name(Format format) {
  return format == Format::cdf5 ? "64-bit data" : format_name(format);
}

}  // namespace

std::string dump_kind(const DumpOptions& options) {
  return base::library_call(options.stop,
                            [&] { return fmt::format("{}\n", format_name(format_of(options))); });
}

std::string dump_extended_kind(const DumpOptions& options) {
  return base::library_call(options.stop, [&] {
    constexpr unsigned in_memory = 0x0008;
    const Format format = format_of(options);
    const Implementation implementation =
        store::reach_input(options.input, {.connections = options.connections})
            .inference.implementation;
    const std::string_view name = implementation == Implementation::netcdf3
                                      ? classic_name(format)
                                      : location::implementation_name(implementation);
    return fmt::format("{} mode={:08x}\n", name,
                       mode_of(format) | (options.input_in_memory ? in_memory : 0));
  });
}

}  // namespace ncf
