// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// ncfgen: makes a netCDF file from CDL text.
#include <string>

#include "common/main_guard.hpp"
#include "common/standard_streams.hpp"
#include "ncf/plugins.hpp"
#include "ncfgen/request.hpp"

namespace ncf::apps::generate {
namespace {

int run(const std::string& name, int argc, char** argv) {
  const std::optional<Request> request = parse_request(name, argc, argv);
  if (!request) return 0;
  const PluginPathScope plugin_path(request->plugin_path);
  const auto on_message = [](const std::string& text) { print_message(text); };
  if (request->program) {
    print_program(request->generate, *request->program, print_piece, on_message);
  } else if (request->is_for_file || request->generate.format || request->generate.output) {
    ncf::generate(request->generate, on_message);
  } else {
    check_cdl(request->generate, on_message);
  }
  return 0;
}

}  // namespace
}  // namespace ncf::apps::generate

int main(int argc, char** argv) {
  return ncf::apps::guard_main(argc, argv, ncf::apps::generate::run);
}
