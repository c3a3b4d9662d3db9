// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Which file a path names, whatever other names it has.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace ncf::base {

struct FileIdentity {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;

  friend bool operator==(const FileIdentity&, const FileIdentity&) = default;
};

/// Returns empty if there is none. throws: Error(io).
std::optional<FileIdentity> find_identity(const std::filesystem::path& path);

/// Of an open file. throws: Error(io).
FileIdentity identity_of(int descriptor);

}  // namespace ncf::base
