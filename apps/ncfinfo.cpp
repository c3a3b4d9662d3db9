// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// ncfinfo: shows what is known about filters, plugins and files. The commands are in ncfinfo/.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "common/command_line.hpp"
#include "common/main_guard.hpp"
#include "ncfinfo/commands.hpp"

namespace {

struct Command {
  std::string_view name;
  std::string_view help;
  int (*run)(const std::string& name, int argc, char** argv);
};

constexpr Command commands[] = {
    {"filters", "list filters: what is here, where, and what is missing", ncf::apps::info::filters},
    {"explain", "explain a filter spec, and write it for other programs", ncf::apps::info::explain},
    {"file", "show how variables are stored, and who can read them", ncf::apps::info::file},
    {"tune", "find filters that suit a file, by trying them on parts", ncf::apps::info::tune},
    {"doctor", "examine plugin folders, the files there, and every filter",
     ncf::apps::info::doctor},
};

std::string describe_commands() {
  std::string text = "Commands, each with a --help of its own:";
  for (const Command& command : commands) {
    text += fmt::format("\n  {:<20}{}", command.name, command.help);
  }
  return text;
}

/// The names that begin with the typed word or are a prefix of it; all names if there are none.
std::string likely_commands(std::string_view word) {
  std::vector<std::string_view> all;
  std::vector<std::string_view> likely;
  for (const Command& command : commands) {
    all.push_back(command.name);
    if (command.name.starts_with(word) || word.starts_with(command.name)) {
      likely.push_back(command.name);
    }
  }
  if (!likely.empty()) return fmt::format("did you mean {}?", fmt::join(likely, " or "));
  return fmt::format("expected {}", fmt::join(all, ", "));
}

/// Handles a command line without a known command.
int run_without_command(const std::string& name, int argc, char** argv) {
  ncf::apps::CommandLine line(name, "Inspect filters, plugins and files.", describe_commands());
  std::string command;
  line.operand("COMMAND", "what to do, see below", [&](const auto& word) { command = word; });
  line.further_operands([](const auto&) {});  // operands of an unknown command
  if (!line.parse(argc, argv)) return 0;
  throw ncf::apps::UsageError(
      fmt::format("unknown command '{}', {}", command, likely_commands(command)));
}

}  // namespace

int main(int argc, char** argv) {
  const auto* command =
      std::find_if(std::begin(commands), std::end(commands),
                   [&](const auto& row) { return argc > 1 && row.name == argv[1]; });
  if (command == std::end(commands)) return ncf::apps::guard_main(argc, argv, run_without_command);
  return ncf::apps::guard_command(argc, argv, command->run);
}
