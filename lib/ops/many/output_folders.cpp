// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/many/output_folders.hpp"

#include <sys/stat.h>

#include <cerrno>

#include "base/finish_on_disk.hpp"
#include "base/mode.hpp"
#include "base/target_path.hpp"
#include "ncf/error.hpp"

namespace ncf::ops {
namespace {

namespace fs = std::filesystem;

struct stat status_of(const fs::path& folder) {
  const auto status = base::find_status(folder);
  if (!status) base::throw_errno(folder, "cannot look at it", ENOENT);
  return *status;
}

/// With the mode that the umask leaves of the input's. A group other than the input's gets the
/// permissions of others.
void make_folder(const fs::path& folder, const fs::path& input) {
  const struct stat source = status_of(input);
  const mode_t mode = (source.st_mode & (S_IRWXU | S_IRWXG | S_IRWXO)) | S_IRWXU;
  if (::mkdir(folder.c_str(), mode) != 0) {
    if (errno != EEXIST) base::throw_errno(folder, "cannot make the folder", errno);
    return;  // by an earlier run, or one at work now
  }
  const mode_t usual = base::get_mode(folder);
  const mode_t of_others = (source.st_mode & S_IRWXO) << 3U;
  if (status_of(folder).st_gid != source.st_gid && (usual & S_IRWXG & ~of_others) != 0) {
    if (::chmod(folder.c_str(), usual & (of_others | ~mode_t{S_IRWXG})) != 0) {
      base::throw_errno(folder, "cannot keep the folder's mode", errno);
    }
  }
  base::sync_names(base::folder_of(folder));
}

}  // namespace

void OutputFolders::make_for(const fs::path& name, const fs::path& input) {
  const fs::path folder = name.parent_path();
  if (folder.empty() || made_.count(folder) > 0) return;
  const fs::path input_folder = input.parent_path();
  make_for(folder, input_folder);
  make_folder(folder_ / folder, input_folder);
  made_.insert(folder);
}

}  // namespace ncf::ops
