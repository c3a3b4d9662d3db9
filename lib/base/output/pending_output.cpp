// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/output/pending_output.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>

#include "base/errors/error_context.hpp"
#include "base/files/descriptor.hpp"
#include "base/files/file_attributes.hpp"
#include "base/files/target_path.hpp"
#include "base/output/temporary_name.hpp"
#include "ncf/error.hpp"

namespace ncf::base {

namespace fs = std::filesystem;

namespace {

/// Makes a file. The umask or the folder's default access list limits `mode`, as it does for
/// folders.
Descriptor make_file(const fs::path& path, mode_t mode) {
  const int id = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
  if (id < 0) throw_system_error(errno);
  return Descriptor(id);
}

void make_folder(const fs::path& path, mode_t mode) {
  if (::mkdir(path.c_str(), mode) != 0) throw_system_error(errno);
}

/// Makes an empty file that only its owner may read. Returns the mode that any other new file gets,
/// which is found by making one and removing it while it is empty.
mode_t make_private_file(const fs::path& path) {
  make_file(path, 0666);
  const mode_t usual = get_mode(path);
  if (::unlink(path.c_str()) != 0) throw_system_error(errno);
  make_file(path, 0600);
  return usual;
}

mode_t make_private_folder(const fs::path& path) {
  make_folder(path, 0777);
  const mode_t usual = get_mode(path);
  if (::rmdir(path.c_str()) != 0) throw_system_error(errno);
  make_folder(path, 0700);
  return usual;
}

/// Returns the source for a copy that belongs to `group`.
SourceStatus as_seen_by(SourceStatus source, gid_t group) {
  source.mode = mode_for_group(source, group);
  return source;
}

}  // namespace

PendingOutput::PendingOutput(const fs::path& target, Kind kind)
    : given_(target), target_(follow_links(target)), kind_(kind) {}

PendingOutput::~PendingOutput() {
  if (entry_ && !keeps_temporary_) remove_output(temporary_.c_str());
}

void PendingOutput::check_target(const fs::path& given, const TargetCheck& check) {
  const fs::path target = follow_links(given);
  try {
    check(target);
  } catch (Error& error) {
    if (target != given) error.add_context(fmt::format("{} (a link)", given.native()));
    throw;
  }
}

void PendingOutput::begin(const TargetCheck& check) {
  clear_leftovers(target_);
  check_target(given_, check);
  temporary_ = pick_temporary(target_);
  entry_.emplace(temporary_, target_);
  make_temporary();
}

void PendingOutput::require_space(std::uint64_t bytes) const {
  struct statvfs space {};
  if (::statvfs(temporary_.c_str(), &space) != 0) return;  // writing will report the reason
  const std::uint64_t free_bytes = std::uint64_t{space.f_bavail} * space.f_frsize;
  if (bytes <= free_bytes) return;
  with_context(target_.native(), [&] {
    throw_system_error(ENOSPC,
                       fmt::format("cannot take {} bytes of disk, {} are free", bytes, free_bytes));
  });
}

void PendingOutput::make_temporary() {
  with_context(target_.native(), [&] {
    with_context("cannot make it", [&] {
      new_mode_ =
          kind_ == Kind::file ? make_private_file(temporary_) : make_private_folder(temporary_);
    });
  });
}

gid_t PendingOutput::group() const {
  struct stat made {};
  if (::stat(temporary_.c_str(), &made) != 0) {
    throw_errno(target_, "cannot look at the unfinished output", errno);
  }
  return made.st_gid;
}

mode_t PendingOutput::final_mode(const ModeParts& parts, gid_t group) const {
  ModeParts made = parts;
  if (preserved_) {
    made.base = preserved_mode(parts, as_seen_by(*preserved_, group));
    made.is_replaced = false;
  }
  return readers_ ? limited_mode(made, as_seen_by(*readers_, group)) : made.base;
}

FinalStatus PendingOutput::final_status() const {
  const gid_t group = this->group();
  const auto replaced = find_status(target_);
  const mode_t base = replaced ? replaced->st_mode & all_mode_bits : new_mode_;
  FinalStatus status;
  status.mode = final_mode({base, replaced.has_value(), kind_ == Kind::folder}, group);
  status.inner_mode = [this, group](mode_t mode, bool is_folder) {
    // What is in a folder may be finished after it.
    const mode_t opened = is_folder ? S_IRUSR | S_IXUSR : 0;
    return opened | final_mode({mode, /*is_replaced=*/false, is_folder}, group);
  };
  if (preserved_) status.times = {preserved_->accessed, preserved_->modified};
  return status;
}

FinalStatus PendingOutput::status_taken_over() {
  const auto note =
      with_context(target_.native(), [&] { return copy_attributes(target_, temporary_); });
  if (note) on_note_(*note);
  return with_context(target_.native(), [&] {
    FinalStatus status;
    status.mode = get_mode(temporary_);
    if (readers_) {
      status.mode =
          limited_mode({status.mode, /*is_replaced=*/true}, as_seen_by(*readers_, group()));
    }
    if (preserved_) status.times = {preserved_->accessed, preserved_->modified};
    return status;
  });
}

void PendingOutput::finish_contents() {
  const FinalStatus status = replaced_check_ ? status_taken_over() : final_status();
  with_context(target_.native(), [&] { finish_on_disk(temporary_, status); });
}

void PendingOutput::finish_name() const {
  count_complete_output();
  with_context(target_.native(), [&] {
    with_context("it is complete, but its name may be lost in a power failure",
                 [&] { sync_names(folder_of(target_)); });
  });
}

}  // namespace ncf::base
