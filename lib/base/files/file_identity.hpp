// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The identity of a file, whatever names it has, and its times.
#pragma once

#include <cstdint>
#include <ctime>
#include <filesystem>
#include <optional>

namespace ncf::base {

struct FileIdentity {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;

  friend bool operator==(const FileIdentity&, const FileIdentity&) = default;
};

/// Returns the identity of the file at a path; empty if there is none. throws: Error(io).
std::optional<FileIdentity> find_identity(const std::filesystem::path& path);

/// Returns the identity of an open file. throws: Error(io).
FileIdentity identity_of(int descriptor);

/// Returns a time of a file as a number.
inline std::int64_t nanoseconds_of(const timespec& time) noexcept {
  constexpr std::int64_t per_second = 1'000'000'000;
  return time.tv_sec * per_second + time.tv_nsec;
}

}  // namespace ncf::base
