// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "common/command_line.hpp"
#include "common/shared_options.hpp"
#include "common/standard_streams.hpp"
#include "common/terminal.hpp"
#include "ncf/info.hpp"
#include "ncf/plugins.hpp"
#include "ncfinfo/commands.hpp"

namespace ncf::apps::info {

int file(const std::string& name, int argc, char** argv) {
  std::string input;
  std::vector<std::string> plugin_path;
  bool json = false;
  CommandLine line(name, "Show how the variables of a file are stored, and who can read them.", "");
  line.operand("FILE", "a path or a URL", [&](const auto& text) { input = text; });
  bool follow_external = false;
  add_follow_external(line, follow_external);
  add_json(line, json);
  add_plugin_path(line, plugin_path);
  if (!line.parse(argc, argv)) return 0;

  set_plugin_path(plugin_path);
  const FileInfo info = inspect_file(input, follow_external);
  print_piece(json ? format_file_info_json(info)
                   : escape_lines(format_file_info(info, output_width())));
  return 0;
}

}  // namespace ncf::apps::info
