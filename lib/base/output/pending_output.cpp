// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/output/pending_output.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <string_view>
#include <system_error>

#include "base/errors/error_context.hpp"
#include "base/files/descriptor.hpp"
#include "base/files/file_attributes.hpp"
#include "base/files/paths.hpp"
#include "base/output/finish_on_disk.hpp"
#include "base/output/temporary_name.hpp"
#include "base/output/unfinished_outputs.hpp"
#include "base/threads/stop.hpp"
#include "ncf/error.hpp"

namespace ncf::base {

namespace fs = std::filesystem;

namespace {

/// Makes an empty file or folder. The umask or the default access list of the folder around it
/// limits `mode`.
void make(const fs::path& path, bool is_folder, mode_t mode) {
  const int made = is_folder ? ::mkdir(path.c_str(), mode)
                             : ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
  if (made < 0) throw_system_error(errno);
  if (!is_folder) ::close(made);
}

/// Makes one that only its owner may read. Returns the mode that any other new file or folder gets,
/// which is found by making one and removing it while it is empty.
mode_t make_private(const fs::path& path, bool is_folder) {
  make(path, is_folder, is_folder ? 0777 : 0666);
  const mode_t usual = get_mode(path);
  if ((is_folder ? ::rmdir : ::unlink)(path.c_str()) != 0) throw_system_error(errno);
  make(path, is_folder, is_folder ? 0700 : 0600);
  return usual;
}

/// Returns the source for a copy that belongs to `group`.
SourceStatus as_seen_by(SourceStatus source, gid_t group) {
  source.mode = mode_for_group(source, group);
  return source;
}

constexpr std::string_view cannot_name_file = "cannot give the finished file its name";
constexpr std::string_view cannot_name_folder = "cannot give the finished folder its name";

/// Checks that a target, if it exists, is of this kind, and that its folder can be written to.
/// Returns its status.
std::optional<struct stat> require_kind(const fs::path& target, mode_t kind) {
  require_folder(target);
  const auto status = find_status(target);
  if (status && (status->st_mode & S_IFMT) != kind) {
    throw Error(ErrorCode::io,
                fmt::format("{}: is {}, not a {} that can be replaced", target.native(),
                            describe_kind(*status), kind == S_IFDIR ? "folder" : "file"));
  }
  require_writable_folder(target);
  return status;
}

void require_replaceable_file(const fs::path& target) { (void)require_kind(target, S_IFREG); }

void require_replaceable_folder(const fs::path& target, const PendingFolder::WhyKept& why_kept) {
  const auto status = require_kind(target, S_IFDIR);
  if (!status) return;
  std::error_code failure;
  const bool is_empty = fs::is_empty(target, failure);
  if (failure) throw_errno(target, "cannot look into the folder", failure.value());
  if (const auto why = is_empty ? std::nullopt : why_kept(target)) {
    throw Error(ErrorCode::io, fmt::format("{}: {}", target.native(), *why));
  }
  // Only the owner of a folder can remove its contents whatever its mode is.
  if (::access(target.c_str(), W_OK | X_OK) != 0 && status->st_uid != ::geteuid()) {
    throw_errno(target, "cannot remove the old folder", errno);
  }
}

/// Returns a path without trailing slashes.
fs::path without_slash(const fs::path& path) {
  std::string text = path.native();
  while (text.size() > 1 && text.back() == '/') text.pop_back();
  return text;
}

/// Exchanges the names in several steps. Afterwards the old folder has the temporary name, as after
/// an exchange in one step. Between the first two steps nothing has the target's name. If the
/// process is killed there, the folder that was moved aside gets its name back from the parent
/// (base/output/unfinished_outputs.hpp) or from the next run (base/output/temporary_name.hpp).
/// Other signals wait.
void exchange_in_steps(const fs::path& temporary, const fs::path& target, const fs::path& aside) {
  const ScopedSignalBlock block;
  if (::rename(target.c_str(), aside.c_str()) != 0) {
    throw_errno(target, "cannot move the old folder aside", errno);
  }
  if (::rename(temporary.c_str(), target.c_str()) == 0) {
    if (::rename(aside.c_str(), temporary.c_str()) != 0) remove_output(aside.c_str());
    return;
  }
  const int error = errno;
  const bool is_back = ::rename(aside.c_str(), target.c_str()) == 0;
  throw_errno(target,
              is_back ? std::string(cannot_name_folder)
                      : fmt::format("{}, nor give it back to the old one, which is now '{}'",
                                    cannot_name_folder, aside.native()),
              error);
}

void exchange(const fs::path& temporary, const fs::path& target) {
  if (exchange_at_once(temporary, target, cannot_name_folder)) return;
  exchange_in_steps(temporary, target, temporary.native() + std::string(aside_suffix));
}

/// Gives the folder its name; returns false if another run was faster.
bool take_free_name(const fs::path& temporary, const fs::path& target) {
  if (::rename(temporary.c_str(), target.c_str()) == 0) return true;
  if (errno == ENOTEMPTY || errno == EEXIST) return false;
  throw_errno(target, cannot_name_folder, errno);
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
    with_context("cannot make it",
                 [&] { new_mode_ = make_private(temporary_, kind_ == Kind::folder); });
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
    return status;
  });
}

void PendingOutput::finish_contents() {
  FinalStatus status = replaced_check_ ? status_taken_over() : final_status();
  if (preserved_) status.times = {preserved_->accessed, preserved_->modified};
  with_context(target_.native(), [&] { finish_on_disk(temporary_, status); });
}

void PendingOutput::finish_name() const {
  count_complete_output();
  with_context(target_.native(), [&] {
    with_context("it is complete, but its name may be lost in a power failure",
                 [&] { sync_names(folder_of(target_)); });
  });
}

// ---- Files --------------------------------------------------------------------------------------

PendingFile::PendingFile(const fs::path& target) : PendingOutput(target, Kind::file) {
  begin(require_replaceable_file);
}

void PendingFile::check(const fs::path& target) { check_target(target, require_replaceable_file); }

void PendingFile::reserve(std::uint64_t bytes) {
  if (bytes == 0) return;
  with_context(target().native(), [&] {
    const Descriptor file(temporary(), O_WRONLY);
    if (::fallocate(file.id(), FALLOC_FL_KEEP_SIZE, 0, static_cast<off_t>(bytes)) == 0) return;
    if (errno != ENOSPC && errno != EDQUOT) return;  // not supported by this file system
    throw_system_error(errno, fmt::format("cannot take {} bytes of disk", bytes));
  });
}

void PendingFile::commit() {
  finish_contents();
  replaced_check() ? exchange_names() : take_name();
  finish_name();
  if (replaced_check()) remove_output(temporary().c_str());  // the replaced file
}

void PendingFile::take_name() {
  if (::rename(temporary().c_str(), target().c_str()) == 0) return;
  throw_errno(target(), cannot_name_file, errno);
}

// Until the last moment, another program may change the target, or give its name to another file.
// After an exchange, the replaced file can be checked once more, and get its name back.
void PendingFile::exchange_names() {
  replaced_check()(target());
  const ScopedSignalBlock block;
  if (!exchange_at_once(temporary(), target(), cannot_name_file)) return take_name();
  try {
    replaced_check()(temporary());
  } catch (const Error&) {
    give_name_back();
    throw;
  }
}

void PendingFile::give_name_back() {
  if (::rename(temporary().c_str(), target().c_str()) == 0) return;
  const int error = errno;
  keep_temporary();
  throw_errno(target(),
              fmt::format("cannot give the name back to the changed file, which is now '{}'",
                          temporary().native()),
              error);
}

void replace_by_link(const fs::path& file, const fs::path& target) {
  PendingFile::check(target);
  const fs::path place = follow_links(target);
  const fs::path temporary = pick_temporary(place);
  const UnfinishedOutput entry(temporary, place);
  if (::linkat(AT_FDCWD, file.c_str(), AT_FDCWD, temporary.c_str(), AT_SYMLINK_FOLLOW) != 0) {
    throw_errno(target, "cannot make it a hard link to the input", errno);
  }
  const bool is_renamed = ::rename(temporary.c_str(), place.c_str()) == 0;
  const int error = errno;
  (void)::unlink(temporary.c_str());  // renaming to a name of the same file does nothing
  if (!is_renamed) throw_errno(target, "cannot give the link its name", error);
  count_complete_output();
  with_context(target.native(), [&] { sync_names(folder_of(place)); });
}

// ---- Folders ------------------------------------------------------------------------------------

PendingFolder::PendingFolder(const fs::path& target, const WhyKept& why_kept)
    : PendingOutput(without_slash(target), Kind::folder), why_kept_(why_kept) {
  begin([&](const fs::path& path) { require_replaceable_folder(path, why_kept_); });
}

void PendingFolder::check(const fs::path& target, const WhyKept& why_kept) {
  check_target(without_slash(target),
               [&](const fs::path& path) { require_replaceable_folder(path, why_kept); });
}

// Does nothing: a folder has many files, whose sizes are not known yet.
void PendingFolder::reserve(std::uint64_t /*bytes*/) {}

void PendingFolder::commit() {
  finish_contents();
  if (find_status(target()) || !take_free_name(temporary(), target())) {
    require_replaceable_folder(target(), why_kept_);
    exchange(temporary(), target());
  }
  finish_name();
  remove_output(temporary().c_str());  // the replaced folder
}

}  // namespace ncf::base
