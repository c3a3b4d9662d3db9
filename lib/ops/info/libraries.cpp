// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/threads/library_call.hpp"
#include "hdf5/library/library.hpp"
#include "libnetcdf/functions.hpp"
#include "ncf/error.hpp"
#include "ncf/supervise.hpp"
#include "ncf/version.hpp"
#include "network/transport.hpp"

namespace ncf {
namespace {

/// Returns what `describe` says of a library in a module of ours, which need not be installed.
template <class Describe>
std::string describe_module(const char* library, Describe describe) {
  try {
    return describe();
  } catch (const Error&) {
    return std::string(library) + " (its module is not installed)";
  }
}

}  // namespace

std::string describe_build() {
  return base::library_call([&] {
    const std::string lines[] = {
        describe_module("libnetcdf", [] { return libnetcdf::functions().describe(); }),
        hdf5::describe_library(), describe_module("libcurl", network::describe_library)};
    std::string text;
    for (const std::string& line : lines) {
      if (!line.empty()) text += line + '\n';
    }
    return text;
  });
}

void set_log_level(int level) {
  base::library_call([&] { libnetcdf::functions().set_log_level(level); });
}

void skip_cleanup_at_exit() noexcept { hdf5::skip_cleanup_at_exit(); }

}  // namespace ncf
