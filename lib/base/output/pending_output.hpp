// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// An output that appears complete or not at all: it is written under a temporary name beside its
// target (base/output/temporary_name.hpp) and takes the target's place when complete. Until then
// the target is untouched. After a failure the unfinished output is removed. Only SIGKILL can leave
// it behind; the next run with the same target on the same machine removes it.
//
// The contents are flushed to disk before the output takes its name, and the name before `commit`
// returns. So a power failure leaves one of the two outputs, complete. Until then only its owner
// may read it.
//
// Files are a PendingFile, folders a PendingFolder.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "base/files/file_attributes.hpp"
#include "base/output/finish_on_disk.hpp"
#include "base/output/unfinished_outputs.hpp"

namespace ncf::base {

class PendingOutput {
 public:
  PendingOutput(const PendingOutput&) = delete;
  PendingOutput& operator=(const PendingOutput&) = delete;
  /// Removes what still has the temporary name: the unfinished output, or the one it replaced.
  virtual ~PendingOutput();

  /// Returns the path to write to: an empty file or folder.
  [[nodiscard]] const std::filesystem::path& temporary() const noexcept { return temporary_; }

  /// Checks that the file system has this much space, without allocating it. throws: Error(io) if
  /// not.
  void require_space(std::uint64_t bytes) const;
  /// Allocates space on disk for the file, which must exist, if the file system supports that:
  /// writing is then faster, and a full disk is noticed before the work. throws: Error(io) if the
  /// disk is full.
  virtual void reserve(std::uint64_t bytes) = 0;

  /// Makes the output readable only for those who may read this source of its values
  /// (limited_mode), and all others for which this was called.
  void limit_readers(const SourceStatus& source) { take_common_mode(readers_, source); }
  /// Gives the output the mode and times of the source.
  void preserve(const SourceStatus& source) { preserved_ = source; }

  /// Checks the file that is replaced, at its present path. throws: Error if it must not be
  /// replaced.
  using ReplacedCheck = std::function<void(const std::filesystem::path&)>;
  using OnNote = std::function<void(const std::string& note)>;
  /// Gives the output the owner, mode and extended attributes of the target, which exists, as far
  /// as `limit_readers` allows; with `preserve`, only the times are the source's. check: called at
  /// the last moment, and again after the file has lost its name. on_note: called before that with
  /// a note about attributes that cannot be kept; if it throws, the target stays as it was.
  void take_over_target(ReplacedCheck check, OnNote on_note) {
    replaced_check_ = std::move(check);
    on_note_ = std::move(on_note);
  }

  /// Gives the output its name, and the mode of the target it replaces or of any new file. If the
  /// name cannot be flushed to disk, which is also an error, the output already has it.
  /// throws: Error(io).
  virtual void commit() = 0;

 protected:
  enum class Kind { file, folder };
  using TargetCheck = std::function<void(const std::filesystem::path& target)>;

  /// Follows symbolic links: their target is replaced, not the link. Does not make anything yet.
  PendingOutput(const std::filesystem::path& target, Kind kind);

  [[nodiscard]] const std::filesystem::path& target() const noexcept { return target_; }
  /// Removes leftovers of killed runs, and makes the temporary file or folder if `check` accepts
  /// the target. throws: what it throws, naming the link that led there; Error(io).
  void begin(const TargetCheck& check);
  /// Checks the target that links lead to. throws: what it throws, naming the link.
  static void check_target(const std::filesystem::path& given, const TargetCheck& check);
  /// Gives the contents their mode and times, and flushes them to disk. throws: Error(io).
  void finish_contents();
  [[nodiscard]] const ReplacedCheck& replaced_check() const noexcept { return replaced_check_; }
  /// Records that the output has its name, and flushes the names in the target's folder to disk.
  /// throws: Error(io).
  void finish_name() const;
  /// Leaves what has the temporary name in place when this object is destroyed.
  void keep_temporary() noexcept { keeps_temporary_ = true; }

 private:
  void make_temporary();
  [[nodiscard]] gid_t group() const;
  /// Returns the mode of the output, or of a file or folder in it.
  [[nodiscard]] mode_t final_mode(const ModeParts& parts, gid_t group) const;
  [[nodiscard]] FinalStatus final_status() const;
  [[nodiscard]] FinalStatus status_taken_over();

  std::filesystem::path given_;
  std::filesystem::path target_;  ///< with links followed
  std::filesystem::path temporary_;
  std::optional<UnfinishedOutput> entry_;
  Kind kind_;
  mode_t new_mode_ = 0;                  ///< that any new file or folder in the target's place gets
  std::optional<SourceStatus> readers_;  ///< of all sources of values
  std::optional<SourceStatus> preserved_;  ///< whose mode and times the output gets
  ReplacedCheck replaced_check_;           ///< empty unless the target's attributes are taken over
  OnNote on_note_;
  bool keeps_temporary_ = false;
};

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

/// A folder that it replaces is exchanged with it, in one step if the system supports that,
/// otherwise in several steps that can be undone, and is then removed.
class PendingFolder final : public PendingOutput {
 public:
  /// Returns why an existing folder that is not empty must not be replaced, and thus lost: "is
  /// ..."; empty if it may be.
  using WhyKept = std::function<std::optional<std::string>(const std::filesystem::path&)>;

  /// throws: Error(not_found) if the parent folder is missing, Error(io) if it is not writable or
  /// there is something that may not be replaced. An empty folder may always be replaced.
  PendingFolder(const std::filesystem::path& target, const WhyKept& why_kept);

  /// Throws what the constructor would throw, without making anything.
  static void check(const std::filesystem::path& target, const WhyKept& why_kept);

  void reserve(std::uint64_t bytes) override;
  void commit() override;

 private:
  WhyKept why_kept_;
};

}  // namespace ncf::base
