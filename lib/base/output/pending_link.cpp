// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/output/pending_link.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

#include "base/errors/error_context.hpp"
#include "base/files/target_path.hpp"
#include "base/output/finish_on_disk.hpp"
#include "base/output/pending_file.hpp"
#include "base/output/temporary_name.hpp"
#include "base/output/unfinished_outputs.hpp"

namespace ncf::base {

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
