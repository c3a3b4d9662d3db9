// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <string>
#include <string_view>

#include "common/standard_streams.hpp"
#include "ncf/plugins.hpp"
#include "ncfinfo/commands.hpp"

namespace ncf::apps::info {
namespace {

std::string in_single_quotes(std::string_view text) {
  std::string quoted = "'";
  for (const char character : text)
    quoted += character == '\'' ? "'\\''" : std::string(1, character);
  return quoted + '\'';
}

/// Prints the folders that are searched here, which include those that a user has set. libhdf5 no
/// longer searches its default folder when the variable is set, so that one is in it, too.
class Env : public Command {
 public:
  void declare(CommandLine& /*line*/) override {}

  int run(const std::string& /*name*/) override {
    std::string folders;
    for (const PluginFolder& folder : plugin_folders()) {
      if (folder.readable) folders += (folders.empty() ? "" : ":") + folder.path;
    }
    print_piece(fmt::format("export HDF5_PLUGIN_PATH={}\n", in_single_quotes(folders)));
    return 0;
  }
};

}  // namespace

std::unique_ptr<Command> make_env() { return std::make_unique<Env>(); }

}  // namespace ncf::apps::info
