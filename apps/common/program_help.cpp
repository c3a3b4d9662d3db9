// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "common/program_help.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <sstream>
#include <utility>

namespace ncf::apps {
namespace {

constexpr std::size_t help_width = 80;
constexpr std::size_t column_of_texts = 22;

/// Breaks text between words into lines that fit beside the names.
std::vector<std::string> fold(const std::string& text) {
  constexpr std::size_t width = help_width - column_of_texts;
  std::vector<std::string> lines(1);
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    std::string& line = lines.back();
    if (!line.empty() && line.size() + 1 + word.size() > width) {
      lines.push_back(word);
    } else {
      line += (line.empty() ? "" : " ") + word;
    }
  }
  return lines;
}

/// Returns a name, and its text in the column beside it.
std::string format_row(const std::string& name, const std::string& text) {
  std::string left = "  " + name;
  std::string row;
  if (left.size() >= column_of_texts) row += std::exchange(left, "") + '\n';
  for (const std::string& line : fold(text)) {
    row += fmt::format("{:{}}{}\n", std::exchange(left, ""), column_of_texts, line);
  }
  return row;
}

std::string format_usages(const ProgramHelp& program) {
  if (!program.usages.empty()) {
    const std::string separator = fmt::format("\n       {} ", program.name);
    return fmt::format("Usage: {} {}\n", program.name, fmt::join(program.usages, separator));
  }
  std::string usage = fmt::format("Usage: {} [OPTIONS]", program.name);
  for (const OperandHelp& operand : program.operands) {
    usage += operand.is_optional ? " [" + operand.name + ']' : ' ' + operand.name;
  }
  return usage + '\n';
}

std::string format_operands(const std::vector<OperandHelp>& operands) {
  if (operands.empty()) return "";
  std::string text = "\nOperands:\n";
  for (const OperandHelp& operand : operands) {
    text += format_row(operand.name + (operand.is_optional ? " (optional)" : ""), operand.text);
  }
  return text;
}

std::string format_options(const std::vector<OptionHelp>& options) {
  std::string text = "\nOptions:\n";
  for (const OptionHelp& option : options) {
    std::string name = option.name;
    if (option.is_value_optional) {
      name += "[=" + option.value_name + ']';
    } else if (!option.value_name.empty()) {
      name += ' ' + option.value_name;
    }
    text += format_row(name, option.text);
  }
  return text;
}

std::string format_commands(const std::vector<ProgramHelp>& commands) {
  if (commands.empty()) return "";
  std::string text = "\nCommands, each with its own --help:\n";
  for (const ProgramHelp& command : commands) {
    text += format_row(command.name, command.description);
  }
  return text;
}

}  // namespace

std::string format_help(const ProgramHelp& program) {
  std::string text = program.description + '\n' + format_usages(program) +
                     format_operands(program.operands) + format_options(program.options) +
                     format_commands(program.commands);
  return program.examples.empty() ? text : text + '\n' + program.examples + '\n';
}

}  // namespace ncf::apps
