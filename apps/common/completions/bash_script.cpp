// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <map>

#include "common/completions/scripts.hpp"
#include "common/completions/values.hpp"

namespace ncf::apps::completions {
namespace {

// $2 is the word being completed, without the quote it may begin with, and $3 the one before.
constexpr const char* functions = R"(# Filters after the last comma or bar of a spec.
_{0}_spec() {{
  local last="${{1##*[,|]}}" filters='{1}'
  mapfile -t COMPREPLY < <(compgen -P "${{1%"$last"}}" -W "$filters" -- "$last")
  compopt -o nospace
}}

_{0}_words() {{
  mapfile -t COMPREPLY < <(compgen -W "$1" -- "$2")
}}

_{0}_folders() {{
  mapfile -t COMPREPLY < <(compgen -d -- "$1")
  compopt -o filenames
}}

)";

/// The shell's own completion of file names, which quotes them correctly.
constexpr const char* complete_files = "compopt -o default";

std::string value_action(const std::string& program, ValueKind kind) {
  switch (kind) {
    case ValueKind::file:
      return complete_files;
    case ValueKind::folder:
      return fmt::format("_{}_folders \"$2\"", program);
    case ValueKind::format:
      return fmt::format("_{}_words '{}' \"$2\"", program, format_words());
    case ValueKind::filter_spec:
      return fmt::format("[[ $2 == *[,\\|]* ]] && _{}_spec \"$2\"", program);
    case ValueKind::none:
    case ValueKind::unknown:
      break;
  }
  return ":";
}

/// Returns the completion of options' values, by kind.
std::string value_cases(const std::string& program, const std::vector<OptionHelp>& options) {
  std::map<ValueKind, std::string> patterns;
  for (const OptionHelp& option : options) {
    const ValueKind kind = value_kind(option);
    if (kind == ValueKind::none) continue;
    std::string& pattern = patterns[kind];
    pattern += (pattern.empty() ? "" : "|") + option.name;
  }
  std::string text;
  for (const auto& [kind, pattern] : patterns) {
    text += fmt::format("    {}) {}; return ;;\n", pattern, value_action(program, kind));
  }
  return text;
}

std::string joined_names(const std::vector<OptionHelp>& options) {
  std::string words;
  for (const OptionHelp& option : options) words += (words.empty() ? "" : " ") + option.name;
  return words;
}

/// Returns the function `name`, of a program or of one of its commands.
std::string completion_function(const std::string& name, const std::string& program,
                                const ProgramHelp& help, const std::string& operands) {
  const std::string cases = value_cases(program, typed_options(help));
  std::string text = fmt::format("_{}() {{\n  COMPREPLY=()\n", name);
  if (!cases.empty()) text += fmt::format("  case \"$3\" in\n{}  esac\n", cases);
  return text +
         fmt::format(
             "  if [[ $2 == -* ]]; then\n    _{}_words '{}' \"$2\"\n  else\n    {}\n  fi\n}}\n\n",
             program, joined_names(typed_options(help)), operands);
}

std::string operands_of(const std::string& program, const ProgramHelp& help) {
  return takes_spec(help) ? fmt::format("_{}_spec \"$2\"", program) : complete_files;
}

/// Returns the program's function, which calls the function of the command it finds.
std::string command_functions(const ProgramHelp& program) {
  std::string text;
  std::string names;
  std::string cases;
  for (const ProgramHelp& command : program.commands) {
    const std::string name = program.name + '_' + command.name;
    text += completion_function(name, program.name, command, operands_of(program.name, command));
    names += (names.empty() ? "" : " ") + command.name;
    cases += fmt::format(" {}) _{} \"$@\" ;;", command.name, name);
  }
  const std::string first = fmt::format("_{}_words '{}' \"$2\"", program.name, names);
  text += completion_function(program.name + "_command", program.name, program, first);
  return text + fmt::format(
                    "_{0}() {{\n  if ((COMP_CWORD == 1)); then _{0}_command \"$@\"; return; fi\n"
                    "  case \"${{COMP_WORDS[1]}}\" in{1} esac\n}}\n\n",
                    program.name, cases);
}

}  // namespace

std::string bash_script(const ProgramHelp& program) {
  std::string text =
      fmt::format("# bash completion for {0}, printed by {0} --completion\n\n", program.name);
  text += fmt::format(functions, program.name, filter_words());
  text += program.commands.empty() ? completion_function(program.name, program.name, program,
                                                         operands_of(program.name, program))
                                   : command_functions(program);
  return text + fmt::format("complete -F _{0} {0}\n", program.name);
}

}  // namespace ncf::apps::completions
