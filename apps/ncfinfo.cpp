// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// ncfinfo: shows information about filters, plugins and files. The commands are in ncfinfo/.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "common/command_line.hpp"
#include "common/main_guard.hpp"
#include "ncfinfo/commands.hpp"

namespace ncf::apps::info {
namespace {

constexpr const char* tune_examples = R"(Examples:
  ncfinfo tune in.nc                               filters for every reader
  ncfinfo tune --goal size --readers any in.nc     the smallest file
  ncfinfo tune archive                             one choice for all files
  ncfinfo tune --error t2m,0.01 --digits 4 in.nc   allow rounding errors
The last line of the output is the command that makes such a copy.)";

constexpr const char* compare_examples = R"(Examples:
  ncfinfo compare in.nc copy.zarr                  require equality
  ncfinfo compare --error t2m,0.01 in.nc small.nc  errors up to 0.01 in t2m
The exit status is 0 if nothing differs by more than allowed, 1 if something
does, and 2 for a failure.)";

constexpr const char* env_examples = R"help(Examples:
  eval "$(ncfinfo env)"                            for ncdump, h5py and others)help";

struct Row {
  std::string_view name;
  const char* description;
  const char* examples;  ///< the end of the help
  std::unique_ptr<Command> (*make)();
  int failure_status = 1;
};

constexpr Row rows[] = {
    {"filters", "List filters: those on this machine, their libraries, and those missing.", "",
     make_filters},
    {"explain", "Explain a filter spec, and show how other programs write it.", "", make_explain},
    {"file", "Show how variables are stored, and who can read them.", "", make_file},
    {"tune", "Find filters that suit a file or an archive, by trying them on samples.",
     tune_examples, make_tune},
    {"compare", "Show how two datasets of any formats differ.", compare_examples, make_compare, 2},
    {"journal", "Show what became of the files of a run of ncfcopy.", "", make_journal},
    {"doctor", "Check the plugin folders, the libraries in them, and every filter.",
     "The exit status is 1 if there is a problem; a missing filter is not one.", make_doctor},
    {"env", "Print shell lines by which other programs find the filter plugins.", env_examples,
     make_env},
};

/// Describes the arguments of each command.
std::vector<ProgramHelp> describe_commands() {
  std::vector<ProgramHelp> commands;
  for (const Row& row : rows) {
    CommandLine line(std::string(row.name), row.description, row.examples);
    row.make()->declare(line);
    commands.push_back(line.help());
  }
  return commands;
}

/// Returns the names that begin with the typed word or are a prefix of it; all names if there are
/// none.
std::string likely_commands(std::string_view word) {
  std::vector<std::string_view> all;
  std::vector<std::string_view> likely;
  for (const Row& row : rows) {
    all.push_back(row.name);
    if (row.name.starts_with(word) || word.starts_with(row.name)) {
      likely.push_back(row.name);
    }
  }
  if (!likely.empty()) return fmt::format("did you mean {}?", fmt::join(likely, " or "));
  return fmt::format("expected {}", fmt::join(all, ", "));
}

/// Handles a command line without a known command.
int run_without_command(const std::string& name, int argc, char** argv) {
  CommandLine line(name, "Inspect filters, plugins and files.", "");
  line.add_completion();
  std::string command;
  line.operand("COMMAND", "what to do (see below)", [&](const auto& word) { command = word; });
  line.further_operands([](const auto&) {});  // operands of an unknown command
  line.commands(describe_commands());
  if (!line.parse(argc, argv)) return 0;
  throw UsageError(fmt::format("unknown command '{}', {}", command, likely_commands(command)));
}

}  // namespace
}  // namespace ncf::apps::info

int main(int argc, char** argv) {
  using namespace ncf::apps;
  const auto* row = std::find_if(std::begin(info::rows), std::end(info::rows),
                                 [&](const auto& one) { return argc > 1 && one.name == argv[1]; });
  if (row == std::end(info::rows)) return guard_main(argc, argv, info::run_without_command);
  const auto run = [&](const std::string& name, int count, char** words) {
    CommandLine line(name, row->description, row->examples);
    const auto command = row->make();
    command->declare(line);
    return line.parse(count, words) ? command->run(name) : 0;
  };
  return guard_command(argc, argv, run, row->failure_status);
}
