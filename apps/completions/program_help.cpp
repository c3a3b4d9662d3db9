// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "completions/program_help.hpp"

#include <cstdio>
#include <filesystem>
#include <memory>
#include <regex>
#include <sstream>
#include <stdexcept>
#include <string_view>

namespace ncf::apps::completions {
namespace {

std::string output_of(const std::string& command) {
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(::popen(command.c_str(), "r"), &::pclose);
  if (!pipe) throw std::runtime_error("cannot run " + command);
  std::string text;
  char part[4096];
  while (const std::size_t count = std::fread(part, 1, sizeof part, pipe.get())) {
    text.append(part, count);
  }
  if (::pclose(pipe.release()) != 0) throw std::runtime_error(command + " failed");
  return text;
}

/// The lines after `heading`, up to the next empty one.
std::vector<std::string> paragraph(const std::string& text, std::string_view heading) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  std::string line;
  while (std::getline(in, line) && line.rfind(heading, 0) != 0) continue;
  while (std::getline(in, line) && !line.empty()) lines.push_back(line);
  return lines;
}

/// "  -F SPEC    filters": the text may be on, or continue on, the next lines.
std::vector<Option> parse_options(const std::vector<std::string>& lines) {
  static const std::regex first_line(R"(  (--?[\w-]+)(?:\[(=\w+)\])?(?: ([A-Z]+))?(?: +(\S.*))?)");
  std::vector<Option> options;
  for (const std::string& line : lines) {
    std::smatch match;
    if (!std::regex_match(line, match, first_line)) {
      if (options.empty()) throw std::runtime_error("no option: " + line);
      std::string& help_text = options.back().help;
      help_text += (help_text.empty() ? "" : " ") + line.substr(line.find_first_not_of(' '));
      continue;
    }
    const std::string name = match[1];
    const std::string optional_value = match[2];
    options.push_back({name, match[3], match[4]});
    if (!optional_value.empty()) options.push_back({name + optional_value, "", match[4]});
  }
  return options;
}

ProgramHelp parse_help(const std::string& name, const std::string& text) {
  ProgramHelp help{name, text.substr(0, text.find('\n')), {}, false, {}};
  help.options = parse_options(paragraph(text, "Options:"));
  if (help.options.empty()) throw std::runtime_error(name + " --help lists no options");
  for (const std::string& line : paragraph(text, "Operands:")) {
    help.takes_spec = help.takes_spec || line.rfind("  SPEC ", 0) == 0;
  }
  return help;
}

}  // namespace

ProgramHelp read_help(const std::string& program) {
  const std::string text = output_of("'" + program + "' --help");
  ProgramHelp help = parse_help(std::filesystem::path(program).filename(), text);
  for (const std::string& line : paragraph(text, "Commands,")) {
    const std::string command = line.substr(2, line.find(' ', 2) - 2);
    help.commands.push_back(
        parse_help(command, output_of("'" + program + "' " + command + " --help")));
  }
  return help;
}

}  // namespace ncf::apps::completions
