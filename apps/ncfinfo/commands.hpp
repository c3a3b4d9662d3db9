// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The commands of ncfinfo: each a command line and one call of the library.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/shared_options.hpp"

namespace ncf::apps::info {

class Command {
 public:
  Command() = default;
  Command(const Command&) = delete;
  Command& operator=(const Command&) = delete;
  virtual ~Command() = default;

  /// Declares operands and options, whose values the command receives when `line` is parsed.
  virtual void declare(CommandLine& line) = 0;
  /// Runs with these values; returns the exit status. name: for messages, "ncfinfo filters".
  virtual int run(const std::string& name) = 0;

 protected:
  // Options of several commands.
  bool json_ = false;
  bool pictures_ = false;
  std::optional<PageRequest> html_;
  std::vector<std::string> plugin_path_;
};

std::unique_ptr<Command> make_compare();
std::unique_ptr<Command> make_doctor();
std::unique_ptr<Command> make_env();
std::unique_ptr<Command> make_explain();
std::unique_ptr<Command> make_file();
std::unique_ptr<Command> make_filters();
std::unique_ptr<Command> make_journal();
std::unique_ptr<Command> make_tune();

}  // namespace ncf::apps::info
