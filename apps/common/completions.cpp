// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Completions: options, kinds, folders, files, commands, and the names of filters after the comma
// or bar of a spec.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string_view>

#include "common/program_help.hpp"
#include "ncf/filter_list.hpp"
#include "ncf/format.hpp"

namespace ncf::apps {
namespace {

// ---- What is offered: words by their names in --help ----

enum class ValueKind {
  none,         ///< the option has no value
  unknown,      ///< nothing to offer: numbers, names of variables
  file,         ///< FILE
  folder,       ///< FOLDER
  format,       ///< KIND
  filter_spec,  ///< SPEC of -F: filters after a comma or a bar
};

ValueKind value_kind(const OptionHelp& option) {
  if (option.value_name.empty()) return ValueKind::none;
  if (option.value_name == "FILE") return ValueKind::file;
  if (option.value_name == "FOLDER") return ValueKind::folder;
  if (option.value_name == "KIND") return ValueKind::format;
  if (option.name == "-F") return ValueKind::filter_spec;
  return ValueKind::unknown;
}

/// Returns the options as they are typed: one with an optional value, as in `--report[=json]`, is
/// two without a value.
std::vector<OptionHelp> typed_options(const ProgramHelp& program) {
  std::vector<OptionHelp> options;
  for (const OptionHelp& option : program.options) {
    if (option.is_value_optional) {
      options.push_back({option.name, "", false, option.text});
      std::istringstream values(option.value_name);
      for (std::string value; std::getline(values, value, '|');) {
        options.push_back({option.name + '=' + value, "", false, option.text});
      }
    } else {
      options.push_back(option);
    }
  }
  return options;
}

/// Returns whether the operand is a filter spec, not a file.
bool takes_spec(const ProgramHelp& program) {
  return std::ranges::any_of(program.operands, [](const auto& one) { return one.name == "SPEC"; });
}

/// Returns the words for ValueKind::format, separated by blanks.
std::string format_words() {
  std::string words;
  for (const char* name : {"classic", "64-bit-offset", "cdf5", "netCDF-4", "netCDF-4-classic",
                           "nczarr", "zarr", "zarr3", "nc3", "nc4", "nc5", "nc6", "nc7"}) {
    if (!find_format(name)) throw std::logic_error(std::string("no kind of file: ") + name);
    words += words.empty() ? name : std::string(" ") + name;
  }
  return words;
}

/// Returns the names of filters that are built into HDF5 or come with a library known to the
/// registry, separated by blanks.
std::string filter_words() {
  std::string words = "none";
  for (const FilterFactsRow& filter : list_filters({})) {
    if (filter.is_built_in || !filter.provided_by.empty()) words += ' ' + filter.name;
  }
  return words;
}

/// What a shell does for the value of an option, in the order of ValueKind. {0} is the program, {1}
/// the words for ValueKind::format.
using ValueActions = std::array<std::string_view, 6>;

std::string value_action(const ValueActions& actions, const std::string& program, ValueKind kind) {
  const std::string words = format_words();
  return fmt::vformat(actions[static_cast<std::size_t>(kind)],
                      fmt::make_format_args(program, words));
}

/// Escapes a text for single quotes, by a backslash before each of `characters`.
std::string escaped(std::string_view text, std::string_view characters) {
  std::string out;
  for (const char c : text) {
    if (characters.find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

// ---- bash ----

// $2 is the word being completed, without the quote it may begin with, and $3 the one before.
constexpr const char* bash_functions = R"(# Filters after the last comma or bar of a spec.
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

constexpr ValueActions bash_actions{":",
                                    ":",
                                    complete_files,
                                    "_{0}_folders \"$2\"",
                                    "_{0}_words '{1}' \"$2\"",
                                    "[[ $2 == *[,\\|]* ]] && _{0}_spec \"$2\""};

/// Appends a word to a list of words.
void append_word(std::string& words, std::string_view separator, std::string_view word) {
  if (!words.empty()) words += separator;
  words += word;
}

/// Returns the completion of options' values, by kind.
std::string bash_value_cases(const std::string& program, const std::vector<OptionHelp>& options) {
  std::map<ValueKind, std::string> patterns;
  for (const OptionHelp& option : options) {
    const ValueKind kind = value_kind(option);
    if (kind != ValueKind::none) append_word(patterns[kind], "|", option.name);
  }
  std::string text;
  for (const auto& [kind, pattern] : patterns) {
    text +=
        fmt::format("    {}) {}; return ;;\n", pattern, value_action(bash_actions, program, kind));
  }
  return text;
}

/// Returns the function `name`, of a program or of one of its commands.
std::string bash_function(const std::string& name, const std::string& program,
                          const ProgramHelp& help, const std::string& operands) {
  const std::vector<OptionHelp> options = typed_options(help);
  const std::string cases = bash_value_cases(program, options);
  std::string names;
  for (const OptionHelp& option : options) append_word(names, " ", option.name);
  std::string text = fmt::format("_{}() {{\n  COMPREPLY=()\n", name);
  if (!cases.empty()) text += fmt::format("  case \"$3\" in\n{}  esac\n", cases);
  return text +
         fmt::format(
             "  if [[ $2 == -* ]]; then\n    _{}_words '{}' \"$2\"\n  else\n    {}\n  fi\n}}\n\n",
             program, names, operands);
}

std::string bash_operands(const std::string& program, const ProgramHelp& help) {
  return takes_spec(help) ? fmt::format("_{}_spec \"$2\"", program) : complete_files;
}

/// Returns the program's function, which calls the function of the command it finds.
std::string bash_command_functions(const ProgramHelp& program) {
  std::string text;
  std::string names;
  std::string cases;
  for (const ProgramHelp& command : program.commands) {
    const std::string name = program.name + '_' + command.name;
    text += bash_function(name, program.name, command, bash_operands(program.name, command));
    append_word(names, " ", command.name);
    cases += fmt::format(" {}) _{} \"$@\" ;;", command.name, name);
  }
  const std::string first = fmt::format("_{}_words '{}' \"$2\"", program.name, names);
  text += bash_function(program.name + "_command", program.name, program, first);
  return text + fmt::format(
                    "_{0}() {{\n  if ((COMP_CWORD == 1)); then _{0}_command \"$@\"; return; fi\n"
                    "  case \"${{COMP_WORDS[1]}}\" in{1} esac\n}}\n\n",
                    program.name, cases);
}

// ---- zsh ----

constexpr const char* zsh_functions = R"(# Filters after the last comma or bar of a spec.
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

constexpr ValueActions zsh_actions{" ", " ", "_files", "_files -/", "({1})", "_{0}_option_spec"};

/// Escapes a text within an argument of _arguments.
std::string zsh_escaped(std::string_view text) {
  std::string out;
  for (const char c : text) out += c == '\'' ? "'\\''" : escaped({&c, 1}, "[]:\\");
  return out;
}

/// Returns "'*-k[kind of the output]:KIND:(nc3 nc4)'" for each option. Any option may be repeated;
/// the last one wins.
std::string zsh_options(const std::string& program, const ProgramHelp& help) {
  std::string text = "_arguments -S";
  for (const OptionHelp& option : typed_options(help)) {
    text += fmt::format(" \\\n    '*{}[{}]", option.name, zsh_escaped(option.text));
    const ValueKind kind = value_kind(option);
    if (kind != ValueKind::none) {
      text += fmt::format(":{}:{}", option.value_name, value_action(zsh_actions, program, kind));
    }
    text += '\'';
  }
  return text;
}

std::string zsh_arguments(const std::string& program, const ProgramHelp& help) {
  const std::string operand = takes_spec(help) ? fmt::format("_{}_spec", program) : "_files";
  return zsh_options(program, help) + fmt::format(" \\\n    '*:operand:{}'\n", operand);
}

/// Returns the program's options and commands, or the arguments of the given command.
std::string zsh_command_arguments(const ProgramHelp& program) {
  std::string names;
  std::string cases;
  for (const ProgramHelp& command : program.commands) {
    append_word(names, " ", fmt::format("'{}:{}'", command.name, zsh_escaped(command.description)));
    cases += fmt::format("  {}) {}  ;;\n", command.name, zsh_arguments(program.name, command));
  }
  return fmt::format("local -a commands=({})\n", names) +
         "if ((CURRENT == 2)); then\n  _describe -t commands command commands\n  " +
         zsh_options(program.name, program) +
         "\n  return\nfi\nlocal command=$words[2]\nshift words\n((CURRENT--))\n" +
         "case $command in\n" + cases + "esac\n";
}

// ---- fish ----

constexpr const char* fish_functions =
    R"(# Filters after the last comma or bar of the spec being written.
function __{0}_spec
    set -l spec (commandline -ct | string replace -r '^["\']' '' | string unescape)
    set -l before (string replace -r '[^,|]*$' '' -- $spec)
    for filter in {1}
        echo $before$filter
    end
end

)";

constexpr ValueActions fish_actions{"",
                                    " -x",
                                    " -r -F",
                                    " -x -a '(__fish_complete_directories)'",
                                    " -x -a '{1}'",
                                    " -x -a '(__{0}_spec)'"};

std::string fish_escaped(std::string_view text) { return escaped(text, "'\\"); }

std::string fish_options(const std::string& program, const std::string& condition,
                         const ProgramHelp& help) {
  std::string text;
  for (const OptionHelp& option : typed_options(help)) {
    const bool is_long = option.name.starts_with("--");
    text += fmt::format("complete -c {}{} -{} {}{} -d '{}'\n", program, condition,
                        is_long ? 'l' : 's', option.name.substr(is_long ? 2 : 1),
                        value_action(fish_actions, program, value_kind(option)),
                        fish_escaped(option.text));
  }
  return text;
}

std::string fish_command_lines(const ProgramHelp& program, const ProgramHelp& command) {
  std::string text = fmt::format("complete -c {} -n __fish_use_subcommand -f -a {} -d '{}'\n",
                                 program.name, command.name, fish_escaped(command.description));
  const std::string condition = fmt::format(" -n '__fish_seen_subcommand_from {}'", command.name);
  text += fish_options(program.name, condition, command);
  if (takes_spec(command)) {
    text += fmt::format("complete -c {0}{1} -f -a '(__{0}_spec)'\n", program.name, condition);
  }
  return text;
}

}  // namespace

std::string bash_script(const ProgramHelp& program) {
  std::string text =
      fmt::format("# bash completion for {0}, printed by {0} --completion\n\n", program.name);
  text += fmt::format(bash_functions, program.name, filter_words());
  text += program.commands.empty() ? bash_function(program.name, program.name, program,
                                                   bash_operands(program.name, program))
                                   : bash_command_functions(program);
  return text + fmt::format("complete -F _{0} {0}\n", program.name);
}

std::string zsh_script(const ProgramHelp& program) {
  std::string text = fmt::format("#compdef {0}\n# printed by {0} --completion\n\n", program.name);
  text += fmt::format(zsh_functions, program.name, filter_words());
  return text + (program.commands.empty() ? zsh_arguments(program.name, program)
                                          : zsh_command_arguments(program));
}

std::string fish_script(const ProgramHelp& program) {
  std::string text =
      fmt::format("# fish completion for {0}, printed by {0} --completion\n\n", program.name);
  text += fmt::format(fish_functions, program.name, filter_words());
  text += fish_options(program.name, program.commands.empty() ? "" : " -n __fish_use_subcommand",
                       program);
  for (const ProgramHelp& command : program.commands) text += fish_command_lines(program, command);
  return text;
}

}  // namespace ncf::apps
