// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/threads/library_call.hpp"
#include "hdf5/library/library.hpp"
#include "libnetcdf/functions.hpp"
#include "ncf/supervise.hpp"
#include "ncf/version.hpp"
#include "network/transport.hpp"

namespace ncf {

std::string describe_build() {
  return base::library_call([&] {
    std::string text = libnetcdf::functions().describe() + '\n' + hdf5::describe_library() + '\n';
    const std::string of_network = network::describe_library();
    if (!of_network.empty()) text += of_network + '\n';
    return text;
  });
}

void set_log_level(int level) {
  base::library_call([&] { libnetcdf::functions().set_log_level(level); });
}

void skip_cleanup_at_exit() noexcept { hdf5::skip_cleanup_at_exit(); }

}  // namespace ncf
