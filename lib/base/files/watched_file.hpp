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
  /// modification differs, or if its status changed (ctime) and its mode, owner and number of names
  /// do not explain this: then its time of modification was probably set back; Error(io).
  void require_unchanged() const;
  /// Does the same after the file was moved to this path, which also changes its status.
  void require_unchanged_at(const std::filesystem::path& path) const;

 private:
  /// What changes the time of a status change and leaves the contents alone.
  struct Status {
    std::uint64_t mode = 0;
    std::uint64_t owner = 0;
    std::uint64_t group = 0;
    std::uint64_t names = 0;

    friend bool operator==(const Status&, const Status&) = default;
  };
  struct State {
    FileIdentity identity;
    std::uint64_t bytes = 0;
    std::int64_t modified_nanoseconds = 0;
    std::int64_t changed_nanoseconds = 0;
    Status status;
  };
  void require_same_contents(const State& now) const;
  [[nodiscard]] static State look(const std::filesystem::path& path);

  std::filesystem::path path_;
  State state_;
};

}  // namespace ncf::base
