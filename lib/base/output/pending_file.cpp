// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/output/pending_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <string_view>

#include "base/errors/error_context.hpp"
#include "base/files/descriptor.hpp"
#include "base/files/target_path.hpp"
#include "base/output/finish_on_disk.hpp"
#include "base/output/temporary_name.hpp"
#include "base/output/unfinished_outputs.hpp"
#include "base/threads/scoped_signal_block.hpp"
#include "ncf/error.hpp"

namespace ncf::base {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view naming_failure = "cannot give the finished file its name";

void require_replaceable(const fs::path& target) {
  require_folder(target);
  const auto status = find_status(target);
  if (status && !S_ISREG(status->st_mode)) {
    throw Error(ErrorCode::io, fmt::format("{}: is {}, not a file that can be replaced",
                                           target.native(), describe_kind(*status)));
  }
  require_writable_folder(target);
}

}  // namespace

PendingFile::PendingFile(const fs::path& target) : PendingOutput(target, Kind::file) {
  begin(require_replaceable);
}

void PendingFile::check(const fs::path& target) { check_target(target, require_replaceable); }

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
  throw_errno(target(), naming_failure, errno);
}

// Until the last moment, another program may change the target, or give its name to another file.
// After an exchange, the replaced file can be checked once more, and get its name back.
void PendingFile::exchange_names() {
  replaced_check()(target());
  const ScopedSignalBlock block;
  if (!exchange_at_once(temporary(), target(), naming_failure)) return take_name();
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

namespace fs = std::filesystem;

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

}  // namespace ncf::base
