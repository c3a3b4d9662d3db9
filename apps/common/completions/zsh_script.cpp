// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <string_view>

#include "common/completions/scripts.hpp"
#include "common/completions/values.hpp"

namespace ncf::apps::completions {
namespace {

constexpr const char* functions = R"(# Filters after the last comma or bar of a spec.
_{0}_spec() {{
  local -a filters=({1})
  compset -P '*[,|]'
  compadd -S '' -- $filters
}}

# The spec of -F begins with variables, which are not known here.
_{0}_option_spec() {{
  if [[ $PREFIX == *[,\|]* ]]; then _{0}_spec; else _message 'variables,filters'; fi
}}

)";

/// Escapes a text for single quotes, within an argument of _arguments.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\'') {
      out += "'\\''";
    } else {
      if (c == '[' || c == ']' || c == ':' || c == '\\') out += '\\';
      out += c;
    }
  }
  return out;
}

std::string value_action(const std::string& program, ValueKind kind) {
  switch (kind) {
    case ValueKind::file:
      return "_files";
    case ValueKind::folder:
      return "_files -/";
    case ValueKind::format:
      return '(' + format_words() + ')';
    case ValueKind::filter_spec:
      return fmt::format("_{}_option_spec", program);
    case ValueKind::none:
    case ValueKind::unknown:
      break;
  }
  return " ";
}

/// Returns "'*-k[kind of the output]:KIND:(nc3 nc4)'". Any option may be repeated; the last one
/// wins.
std::string argument(const std::string& program, const OptionHelp& option) {
  std::string text = fmt::format("'*{}[{}]", option.name, escaped(option.text));
  const ValueKind kind = value_kind(option);
  if (kind != ValueKind::none) {
    text += fmt::format(":{}:{}", option.value_name, value_action(program, kind));
  }
  return text + '\'';
}

std::string arguments(const std::string& program, const ProgramHelp& help) {
  std::string text = "_arguments -S";
  for (const OptionHelp& option : typed_options(help))
    text += " \\\n    " + argument(program, option);
  const std::string operand = takes_spec(help) ? fmt::format("_{}_spec", program) : "_files";
  return text + fmt::format(" \\\n    '*:operand:{}'\n", operand);
}

/// Returns the program's options and commands, or the arguments of the given command.
std::string command_arguments(const ProgramHelp& program) {
  std::string names;
  std::string cases;
  for (const ProgramHelp& command : program.commands) {
    names += fmt::format(" '{}:{}'", command.name, escaped(command.description));
    cases += fmt::format("  {}) {}  ;;\n", command.name, arguments(program.name, command));
  }
  std::string text = fmt::format("local -a commands=({})\n", names.substr(1));
  text += "if ((CURRENT == 2)); then\n  _describe -t commands command commands\n  _arguments -S";
  for (const OptionHelp& option : typed_options(program)) {
    text += " \\\n    " + argument(program.name, option);
  }
  text += "\n  return\nfi\nlocal command=$words[2]\nshift words\n((CURRENT--))\n";
  return text + "case $command in\n" + cases + "esac\n";
}

}  // namespace

std::string zsh_script(const ProgramHelp& program) {
  std::string text = fmt::format("#compdef {0}\n# printed by {0} --completion\n\n", program.name);
  text += fmt::format(functions, program.name, filter_words());
  return text +
         (program.commands.empty() ? arguments(program.name, program) : command_arguments(program));
}

}  // namespace ncf::apps::completions
