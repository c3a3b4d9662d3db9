// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// An output file that appears complete or not at all.
#pragma once

#include <cstdint>
#include <filesystem>

#include "base/output/pending_output.hpp"

namespace ncf::base {

class PendingFile final : public PendingOutput {
 public:
  /// Checks that `target` can be replaced.
  /// throws: Error(not_found) if the folder is missing, Error(io) if it is not writable or the
  /// target is a folder, FIFO, device or socket.
  explicit PendingFile(const std::filesystem::path& target);

  /// Throws what the constructor would throw, without making anything.
  static void check(const std::filesystem::path& target);

  void reserve(std::uint64_t bytes) override;
  void commit() override;

 private:
  void take_name();
  void exchange_names();
  void give_name_back();
};

/// Makes `target` another name of `file`, and replaces an existing file; symbolic links are
/// followed. The name is then flushed to disk. throws: Error(io), also if the two are on different
/// file systems, or if the target is not a file.
void replace_by_link(const std::filesystem::path& file, const std::filesystem::path& target);

}  // namespace ncf::base
