// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ncf/doctor.hpp"

#include <vector>

#include "common/command_line.hpp"
#include "common/shared_options.hpp"
#include "common/standard_streams.hpp"
#include "ncf/plugins.hpp"
#include "ncfinfo/commands.hpp"

namespace ncf::apps::info {

int doctor(const std::string& name, int argc, char** argv) {
  std::vector<std::string> plugin_path;
  bool json = false;
  CommandLine line(name, "Examine plugin folders, the files there, and every filter.",
                   "The exit status is 1 if anything is wrong; a missing filter is not.");
  add_json(line, json);
  add_plugin_path(line, plugin_path);
  if (!line.parse(argc, argv)) return 0;

  set_plugin_path(plugin_path);
  const DoctorReport report = examine_filters();
  print_piece(json ? format_doctor_json(report) : format_doctor(report));
  return report.problems.empty() ? 0 : 1;
}

}  // namespace ncf::apps::info
