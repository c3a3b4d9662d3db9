// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// An output that appears whole or not at all: it is written under a temporary name beside its
// target (base/temporary_name.hpp) and takes the target's place when complete. Until then the
// target is untouched; on any failure what was written is removed. Only SIGKILL can leave it, and
// the next run on the same target, on the same machine, removes it.
//
// Files are PendingFile (base/pending_file.hpp), folders PendingFolder (base/pending_folder.hpp).
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>

#include "base/unfinished_outputs.hpp"

namespace ncf::base {

class PendingOutput {
 public:
  PendingOutput(const PendingOutput&) = delete;
  PendingOutput& operator=(const PendingOutput&) = delete;
  /// Removes what was written unless committed.
  virtual ~PendingOutput();

  /// Where to write.
  [[nodiscard]] const std::filesystem::path& temporary() const noexcept { return temporary_; }

  /// Takes room on the disk for the file, which exists, where the file system can: writing is then
  /// faster, and a disk without that room is known before the work. throws: Error(io) if it is
  /// full.
  virtual void reserve(std::uint64_t bytes) = 0;

  /// Gives the output the mode of the target it replaces, if there is one, and its name.
  /// throws: Error(io).
  virtual void commit() = 0;

 protected:
  /// Follows symbolic links: what they point to is replaced, not the link. Makes nothing.
  explicit PendingOutput(const std::filesystem::path& target);

  [[nodiscard]] const std::filesystem::path& target() const noexcept { return target_; }
  /// Clears leftovers of killed runs away, and picks the temporary name when `check` finds nothing
  /// wrong with the target. throws: what it throws, naming the link that led there.
  void begin(const std::function<void(const std::filesystem::path& target)>& check);
  /// What was written has its name.
  void set_committed() noexcept { committed_ = true; }

 private:
  std::filesystem::path given_;
  std::filesystem::path target_;  ///< where links lead to
  std::filesystem::path temporary_;
  std::optional<UnfinishedOutput> entry_;
  bool committed_ = false;
};

}  // namespace ncf::base
