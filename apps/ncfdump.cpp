// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// ncfdump: shows a netCDF file as text, as ncdump does.
#include <fmt/format.h>

#include <string>

#include "common/main_guard.hpp"
#include "common/standard_streams.hpp"
#include "ncf/error.hpp"
#include "ncf/plugins.hpp"
#include "ncfdump/request.hpp"

namespace ncf::apps::dump {
namespace {

int print_dump(const std::string& name, const DumpOptions& options) {
  const DumpReport report = ncf::dump(options, print_piece);
  for (const std::string& note : report.notes) print_note(name, note);
  for (const Error& failure : report.failures) {
    print_message(fmt::format("{}: {}", name, failure.what()));
  }
  return report.failures.empty() ? 0 : 1;
}

int run(const std::string& name, int argc, char** argv) {
  const std::optional<Request> request = parse_request(name, argc, argv);
  if (!request) return 0;
  const PluginPathScope plugin_path(request->plugin_path);
  if (request->kind) {
    print(dump_kind(request->dump));
    return 0;
  }
  if (request->extended_kind) {
    print(dump_extended_kind(request->dump));
    return 0;
  }
  return print_dump(name, request->dump);
}

}  // namespace
}  // namespace ncf::apps::dump

int main(int argc, char** argv) { return ncf::apps::guard_main(argc, argv, ncf::apps::dump::run); }
