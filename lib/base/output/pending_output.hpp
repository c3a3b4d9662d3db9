// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// An output that appears whole or not at all: it is written under a temporary name beside its
// target (base/output/temporary_name.hpp) and takes the target's place when complete. Until then
// the target is untouched; on any failure what was written is removed. Only SIGKILL can leave it,
// and the next run on the same target, on the same machine, removes it.
//
// It is written to the disk before it takes its name, and so is the name before `commit` returns: a
// power failure leaves one of the two outputs, whole. Until then only its owner may read it.
//
// Files are PendingFile (base/output/pending_file.hpp), folders PendingFolder
// (base/output/pending_folder.hpp).
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "base/files/source_status.hpp"
#include "base/output/finish_on_disk.hpp"
#include "base/output/unfinished_outputs.hpp"

namespace ncf::base {

class PendingOutput {
 public:
  PendingOutput(const PendingOutput&) = delete;
  PendingOutput& operator=(const PendingOutput&) = delete;
  /// Removes what was written unless committed.
  virtual ~PendingOutput();

  /// Returns where to write: an empty file or folder.
  [[nodiscard]] const std::filesystem::path& temporary() const noexcept { return temporary_; }

  /// throws: Error(io) if the file system has less space than that. Takes none of it.
  void require_space(std::uint64_t bytes) const;
  /// Allocates space on the disk for the file, which exists, where the file system can: writing is
  /// then faster, and a disk without that space is known before the work. throws: Error(io) if it
  /// is full.
  virtual void reserve(std::uint64_t bytes) = 0;

  /// The output becomes readable for those only who may read the source (limited_mode).
  void limit_readers(const SourceStatus& source) { source_ = source; }
  /// The output gets the source's mode and times.
  void preserve(const SourceStatus& source) {
    source_ = source;
    is_preserving_ = true;
  }

  /// Checks the file that is replaced, at the path where it is. throws: Error if it must stay.
  using ReplacedCheck = std::function<void(const std::filesystem::path&)>;
  /// Gives the output the owner, mode and extended attributes of the target, which exists; with
  /// `preserve`, only the times are the source's. check: called at the last
  /// moment, and again once the file has given its name away.
  void take_over_target(ReplacedCheck check) { replaced_check_ = std::move(check); }
  /// Returns a note about attributes that could not be kept, once it is committed.
  [[nodiscard]] const std::optional<std::string>& take_over_note() const noexcept {
    return take_over_note_;
  }

  /// Gives the output the mode of the target it replaces, or of any new one, and its name. When the
  /// name cannot be written to the disk, which is an error too, the output has it already.
  /// throws: Error(io).
  virtual void commit() = 0;

 protected:
  enum class Kind { file, folder };
  using TargetCheck = std::function<void(const std::filesystem::path& target)>;

  /// Follows symbolic links: what they point to is replaced, not the link. Makes nothing.
  PendingOutput(const std::filesystem::path& target, Kind kind);

  [[nodiscard]] const std::filesystem::path& target() const noexcept { return target_; }
  /// Clears leftovers of killed runs away, and makes the temporary file or folder when `check`
  /// finds nothing wrong with the target. throws: what it throws, naming the link that led there;
  /// Error(io).
  void begin(const TargetCheck& check);
  /// Runs a check on what links lead to. throws: what it throws, naming the link.
  static void check_target(const std::filesystem::path& given, const TargetCheck& check);
  /// Gives all that was written its mode and times, and writes it to the disk. throws: Error(io).
  void finish_contents();
  [[nodiscard]] const ReplacedCheck& replaced_check() const noexcept { return replaced_check_; }
  /// Writes the names in the target's folder to the disk. throws: Error(io).
  void finish_name() const;
  /// Records that the output has its name.
  void set_committed() noexcept;

 private:
  void make_temporary();
  [[nodiscard]] FinalStatus final_status() const;
  [[nodiscard]] FinalStatus status_taken_over();

  std::filesystem::path given_;
  std::filesystem::path target_;  ///< where links lead to
  std::filesystem::path temporary_;
  std::optional<UnfinishedOutput> entry_;
  Kind kind_;
  mode_t new_mode_ = 0;  ///< of any new file or folder in the target's place
  std::optional<SourceStatus> source_;
  bool is_preserving_ = false;
  ReplacedCheck replaced_check_;  ///< empty unless the target's attributes are taken over
  std::optional<std::string> take_over_note_;
  bool committed_ = false;
};

}  // namespace ncf::base
