// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <string_view>

#include "common/completions/scripts.hpp"
#include "common/completions/values.hpp"

namespace ncf::apps::completions {
namespace {

constexpr const char* functions =
    R"(# Filters after the last comma or bar of the spec being written.
function __{0}_spec
    set -l spec (commandline -ct | string replace -r '^["\']' '' | string unescape)
    set -l before (string replace -r '[^,|]*$' '' -- $spec)
    for filter in {1}
        echo $before$filter
    end
end

)";

/// Escapes a text for single quotes.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\'' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

std::string value_action(const std::string& program, ValueKind kind) {
  switch (kind) {
    case ValueKind::none:
      return "";
    case ValueKind::file:
      return " -r -F";
    case ValueKind::folder:
      return " -x -a '(__fish_complete_directories)'";
    case ValueKind::format:
      return fmt::format(" -x -a '{}'", format_words());
    case ValueKind::filter_spec:
      return fmt::format(" -x -a '(__{}_spec)'", program);
    case ValueKind::unknown:
      break;
  }
  return " -x";
}

std::string complete_line(const std::string& program, const std::string& condition,
                          const OptionHelp& option) {
  const bool is_long = option.name.rfind("--", 0) == 0;
  return fmt::format("complete -c {}{} -{} {}{} -d '{}'\n", program, condition, is_long ? 'l' : 's',
                     option.name.substr(is_long ? 2 : 1), value_action(program, value_kind(option)),
                     escaped(option.text));
}

std::string command_lines(const ProgramHelp& program, const ProgramHelp& command) {
  std::string text = fmt::format("complete -c {} -n __fish_use_subcommand -f -a {} -d '{}'\n",
                                 program.name, command.name, escaped(command.description));
  const std::string condition = fmt::format(" -n '__fish_seen_subcommand_from {}'", command.name);
  for (const OptionHelp& option : typed_options(command)) {
    text += complete_line(program.name, condition, option);
  }
  if (takes_spec(command)) {
    text += fmt::format("complete -c {0}{1} -f -a '(__{0}_spec)'\n", program.name, condition);
  }
  return text;
}

}  // namespace

std::string fish_script(const ProgramHelp& program) {
  std::string text =
      fmt::format("# fish completion for {0}, printed by {0} --completion\n\n", program.name);
  text += fmt::format(functions, program.name, filter_words());
  const std::string condition = program.commands.empty() ? "" : " -n __fish_use_subcommand";
  for (const OptionHelp& option : typed_options(program)) {
    text += complete_line(program.name, condition, option);
  }
  for (const ProgramHelp& command : program.commands) text += command_lines(program, command);
  return text;
}

}  // namespace ncf::apps::completions
