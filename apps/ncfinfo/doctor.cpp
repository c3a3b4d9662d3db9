// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ncf/doctor.hpp"

#include <vector>

#include "common/command_line.hpp"
#include "common/standard_streams.hpp"
#include "ncf/plugins.hpp"
#include "ncfinfo/commands.hpp"

namespace ncf::apps::info {

int doctor(const std::string& name, int argc, char** argv) {
  std::vector<std::string> plugin_path;
  bool json = false;
  CommandLine line(name, "Examine plugin folders, the files there, and every filter.",
                   "Exit status 1: something is wrong. A filter that is missing is not.");
  line.flag("--json", "print JSON", [&] { json = true; });
  line.value("--plugin-path", "FOLDER", "search filter plugins here first; repeatable",
             [&](const auto& folder) { plugin_path.push_back(folder); });
  if (!line.parse(argc, argv)) return 0;

  set_plugin_path(plugin_path);
  const DoctorReport report = examine_filters();
  ncf::apps::print_piece(json ? format_doctor_json(report) : format_doctor(report));
  return report.problems.empty() ? 0 : 1;
}

}  // namespace ncf::apps::info
