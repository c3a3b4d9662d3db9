// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "common/command_line.hpp"
#include "common/shared_options.hpp"
#include "common/standard_streams.hpp"
#include "common/terminal.hpp"
#include "ncf/filter_list.hpp"
#include "ncf/plugins.hpp"
#include "ncfinfo/commands.hpp"

namespace ncf::apps::info {

int filters(const std::string& name, int argc, char** argv) {
  std::vector<std::string> plugin_path;
  bool json = false;
  CommandLine line(name, "List filters: what is here, in which library, and what is missing.", "");
  add_json(line, json);
  add_plugin_path(line, plugin_path);
  if (!line.parse(argc, argv)) return 0;

  set_plugin_path(plugin_path);
  const auto rows = list_filters();
  print_piece(json ? format_filters_json(rows) : format_filters(rows, output_width()));
  return 0;
}

}  // namespace ncf::apps::info
