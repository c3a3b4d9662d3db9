// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A file that other programs may change while it is read.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "base/files/file_identity.hpp"
#include "ncf/error.hpp"

namespace ncf::base {

/// Thrown if another program writes to the file, or has changed it while it was read.
class BusyFile : public Error {
 public:
  explicit BusyFile(std::string message) : Error(ErrorCode::io, std::move(message)) {}
};

class WatchedFile {
 public:
  /// Records the present state of the file. throws: Error(io).
  explicit WatchedFile(std::filesystem::path path);

  [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }

  /// throws: BusyFile if the path now leads to another file, or if the file's size or time of
  /// change differs; Error(io).
  void require_unchanged() const { require_unchanged(path_); }
  /// Does the same for the file at its present path.
  void require_unchanged(const std::filesystem::path& path) const;

 private:
  struct State {
    FileIdentity identity;
    std::uint64_t bytes = 0;
    std::int64_t modified_nanoseconds = 0;

    friend bool operator==(const State&, const State&) = default;
  };
  [[nodiscard]] static State look(const std::filesystem::path& path);

  std::filesystem::path path_;
  State state_;
};

}  // namespace ncf::base
