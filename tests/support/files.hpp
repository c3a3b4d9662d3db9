// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Helpers for tests of several parts of the library: a folder that is removed at the end, and
// commands and their output.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

namespace ncf::test {

/// A new empty folder, removed with all it holds.
class TemporaryFolder {
 public:
  TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder();

  [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }

  [[nodiscard]] std::filesystem::path operator/(const std::string& name) const {
    return path_ / name;
  }

 private:
  std::filesystem::path path_;
};

struct CommandResult {
  int status = 0;      ///< exit status
  std::string output;  ///< its standard output
};

/// Runs a command line with the shell.
CommandResult run(const std::string& command);

/// `path` as one word for the shell.
std::string quoted(const std::filesystem::path& path);

/// Returns the folder of real files; empty if there is none.
std::filesystem::path corpus();

}  // namespace ncf::test
