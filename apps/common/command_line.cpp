// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "common/command_line.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <algorithm>
#include <charconv>
#include <map>
#include <string_view>
#include <utility>

#include "common/standard_streams.hpp"
#include "ncf/byte_count.hpp"
#include "ncf/version.hpp"

namespace ncf::apps {
namespace {

/// The value that CLI11 reports for an option that may have a value and has none. No option accepts
/// it as its value.
constexpr std::string_view bare_option = "\x01";

/// CLI11 requires a place to store values; we read them from the options after parsing.
const CLI::callback_t keep = [](const CLI::results_t&) { return true; };

constexpr const char* completion = "--completion";

std::string completion_script(const std::string& shell, const ProgramHelp& program) {
  if (shell == "bash") return bash_script(program);
  if (shell == "zsh") return zsh_script(program);
  if (shell == "fish") return fish_script(program);
  throw UsageError(fmt::format("{} '{}': expected bash, zsh or fish", completion, shell));
}

/// Returns an action that refuses an empty text, for names of files and folders and for patterns:
/// it is a mistake in the caller's shell script.
Action refusing_empty(const std::string& name, Action action) {
  return [name, action = std::move(action)](const std::string& text) {
    if (text.empty()) {
      throw UsageError(fmt::format("{} is empty; is a shell variable unset?", name));
    }
    action(text);
  };
}

}  // namespace

struct CommandLine::Parser {
  CLI::App app;
  std::map<const CLI::Option*, Action> actions;
  std::vector<const CLI::Option*> operands;  ///< required ones
};

CommandLine::CommandLine(const std::string& program, const std::string& description,
                         const std::string& examples)
    : parser_(new Parser{CLI::App(description, program), {}, {}}) {
  help_.name = program;
  help_.description = description;
  help_.examples = examples;
  parser_->app.set_help_flag("--help");
  help_.options.push_back({"--help", "", false, "print this help and exit"});
  parser_->app.allow_extras();
  flag("--version", "print versions and detected features and exit", [] {});
}

CommandLine::~CommandLine() = default;

void CommandLine::flag(const std::string& name, const std::string& help,
                       std::function<void()> action) {
  CLI::Option* option = parser_->app.add_flag(name)->disable_flag_override();
  help_.options.push_back({name, "", false, help});
  parser_->actions[option] = [run = std::move(action)](const std::string&) { run(); };
}

void CommandLine::value(const std::string& name, const std::string& value_name,
                        const std::string& help, Action action) {
  CLI::Option* option = parser_->app.add_option(name, keep)
                            ->expected(1)
                            ->allow_extra_args(false)
                            ->type_name(value_name)
                            ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  help_.options.push_back({name, value_name, false, help});
  const bool is_of_names = value_name == "FILE" || value_name == "FOLDER" ||
                           value_name == "PATTERN" || value_name == "GLOB";
  parser_->actions[option] =
      is_of_names ? refusing_empty(name, std::move(action)) : std::move(action);
}

void CommandLine::optional_value(const std::string& name, const std::string& value_name,
                                 const std::string& help, Action action) {
  CLI::Option* option = parser_->app.add_flag(fmt::format("{}{{{}}}", name, bare_option));
  help_.options.push_back({name, value_name, true, help});
  parser_->actions[option] = [run = std::move(action)](const std::string& text) {
    run(text == bare_option ? std::string{} : text);
  };
}

void CommandLine::operand(const std::string& name, const std::string& help, Action action) {
  CLI::Option* option = parser_->app.add_option(name, keep);
  help_.operands.push_back({name, false, help});
  parser_->actions[option] = refusing_empty(name, std::move(action));
  parser_->operands.push_back(option);
}

void CommandLine::optional_operand(const std::string& name, const std::string& help,
                                   Action action) {
  CLI::Option* option = parser_->app.add_option(name, keep);
  help_.operands.push_back({name, true, help});
  parser_->actions[option] = refusing_empty(name, std::move(action));
}

void CommandLine::further_operands(Action action) {
  on_further_operand_ = refusing_empty("an operand", std::move(action));
}

void CommandLine::usage(std::vector<std::string> lines) { help_.usages = std::move(lines); }

void CommandLine::add_short_help() {
  parser_->app.set_help_flag("-h,--help");
  help_.options.push_back({"-h", "", false, "as --help"});
}

void CommandLine::add_completion() {
  value(completion, "SHELL", "print the completion for bash, zsh or fish and exit",
        [](const std::string&) {});
}

void CommandLine::commands(std::vector<ProgramHelp> commands) {
  help_.commands = std::move(commands);
}

/// Returns ", did you mean --quantize?" for an option that begins as others do; otherwise empty.
std::string CommandLine::advice_on(std::string_view unknown) const {
  std::size_t longest = 6;  // with the two dashes
  std::vector<std::string_view> similar;
  for (const OptionHelp& option : help_.options) {
    const std::string_view name = option.name;
    const auto [end, other] =
        std::mismatch(name.begin(), name.end(), unknown.begin(), unknown.end());
    const auto common = static_cast<std::size_t>(end - name.begin());
    if (common < longest) continue;
    if (common > longest) similar.clear();
    longest = common;
    similar.push_back(name);
  }
  if (similar.empty()) return {};
  return fmt::format(", did you mean {}?", fmt::join(similar, " or "));
}

// Returns the arguments that CLI11 did not use, without the `--` that ends the options. Only those
// before it may be misspelled options.
std::vector<std::string> CommandLine::further() const {
  auto further = parser_->app.remaining();
  const auto end = std::ranges::find(further, "--");
  const auto unknown = std::find_if(further.begin(), end, [](const std::string& text) {
    return text.starts_with('-') && text.size() > 1;
  });
  if (unknown != end) {
    throw UsageError(fmt::format("unknown option {}{}", *unknown, advice_on(*unknown)));
  }
  if (end != further.end()) further.erase(end);
  return further;
}

// CLI11 would report missing operands before an unknown option.
void CommandLine::require_operands() const {
  const auto unasked = further();
  if (!unasked.empty() && !on_further_operand_) {
    throw UsageError(fmt::format("unexpected operand '{}'", unasked.front()));
  }
  for (const CLI::Option* operand : parser_->operands) {
    if (operand->count() == 0) throw UsageError(fmt::format("{} is missing", operand->get_name()));
  }
}

void CommandLine::run_actions() {
  std::map<const CLI::Option*, std::size_t> seen;
  for (const CLI::Option* option : parser_->app.parse_order()) {
    const auto action = parser_->actions.find(option);
    if (action == parser_->actions.end()) continue;
    action->second(option->results().at(seen[option]++));
  }
  for (const std::string& text : further()) on_further_operand_(text);
}

bool CommandLine::parse(int argc, const char* const* argv) {
  const std::size_t command = help_.name.find(' ');  // "ncfinfo compare"
  words_ = {help_.name.substr(0, command)};
  if (command != std::string::npos) words_.push_back(help_.name.substr(command + 1));
  words_.insert(words_.end(), argv + 1, argv + argc);
  // Otherwise -h would have the value "elp".
  const bool asks_for_help = std::any_of(argv + 1, argv + argc, [](const char* argument) {
    return std::string_view(argument) == "-help";
  });
  if (asks_for_help) {
    print_piece(format_help(help_));
    return false;
  }
  try {
    parser_->app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    print_piece(format_help(help_));
    return false;
  } catch (const CLI::ParseError& error) {
    throw UsageError(error.what());
  }
  if (parser_->app.count("--version") > 0) {
    print(fmt::format("{} {}\n{}", parser_->app.get_name(), version(), describe_build()));
    return false;
  }
  const CLI::Option* const shell = parser_->app.get_option_no_throw(completion);
  if (shell != nullptr && shell->count() > 0) {
    print_piece(completion_script(shell->results().back(), help_));
    return false;
  }
  require_operands();
  run_actions();
  return true;
}

int parse_number(const std::string& option, const std::string& text, int lowest, int highest) {
  int number = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc{} || stop != end || number < lowest || number > highest) {
    throw UsageError(fmt::format("{} '{}': expected a whole number from {} to {}", option, text,
                                 lowest, highest));
  }
  return number;
}

std::uint64_t parse_size(const std::string& option, const std::string& text) {
  if (const auto size = parse_byte_count(text)) return *size;
  throw UsageError(
      fmt::format("{} '{}': expected a size, for example 4096, 500K or 1.5G", option, text));
}

std::vector<std::string> split_names(const std::string& text) {
  std::vector<std::string> names(1);
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == ',') {
      names.emplace_back();
    } else {
      if (text[i] == '\\' && i + 1 < text.size()) ++i;
      names.back() += text[i];
    }
  }
  return names;
}

}  // namespace ncf::apps
