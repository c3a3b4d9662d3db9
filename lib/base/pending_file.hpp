// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// An output file that appears whole or not at all.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

#include "base/pending_output.hpp"

namespace ncf::base {

class PendingFile final : public PendingOutput {
 public:
  /// Checks that `target` can be replaced.
  /// throws: Error(not_found) if the folder is missing, Error(io) if it is not writable or the
  /// target is a folder, FIFO, device or socket.
  explicit PendingFile(const std::filesystem::path& target);

  void reserve(std::uint64_t bytes) override;
  void commit() override;
};

/// Which file a path names, whatever other names it has.
struct FileIdentity {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;

  friend bool operator==(const FileIdentity&, const FileIdentity&) = default;
};

/// Empty where there is none. throws: Error(io).
std::optional<FileIdentity> find_identity(const std::filesystem::path& path);

/// Whether both name the same existing file.
bool is_same_file(const std::filesystem::path& a, const std::filesystem::path& b);

}  // namespace ncf::base
