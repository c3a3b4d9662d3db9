// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/many/output_folders.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <set>

#include "base/errors/error_context.hpp"
#include "base/files/file_attributes.hpp"
#include "base/files/paths.hpp"
#include "base/output/finish_on_disk.hpp"
#include "base/output/temporary_name.hpp"
#include "base/threads/stop.hpp"

namespace ncf::ops {
namespace {

namespace fs = std::filesystem;

struct stat status_of_folder(const fs::path& folder) {
  const auto status = base::find_status(folder);
  if (!status) base::throw_errno(folder, "cannot read its status", ENOENT);
  return *status;
}

/// Returns the mode of any new folder in this one, by the umask or by the default access list,
/// which a folder inherits from the one above it.
mode_t usual_mode_in(const fs::path& folder) {
  const fs::path trial = base::pick_temporary(folder / "mode");
  if (::mkdir(trial.c_str(), S_IRWXU | S_IRWXG | S_IRWXO) != 0) {
    base::throw_errno(folder, "cannot make a folder in it", errno);
  }
  const mode_t mode = base::get_mode(trial);
  if (::rmdir(trial.c_str()) != 0) base::throw_errno(trial, "cannot remove the folder", errno);
  return mode;
}

/// Makes a folder with the input folder's mode, reduced by the umask. A group other than the
/// input's gets the permissions of others. Until then only its owner may enter it.
void make_folder(const fs::path& folder, const fs::path& input) {
  const auto source =
      base::with_context(input.native(), [&] { return base::status_without_files(input); });
  if (::mkdir(folder.c_str(), S_IRWXU) != 0) {
    if (errno != EEXIST) base::throw_errno(folder, "cannot make the folder", errno);
    return;  // by an earlier run, or a simultaneous one
  }
  constexpr mode_t of_group_and_others = S_IRWXG | S_IRWXO;
  const mode_t allowed = base::mode_for_group(source, status_of_folder(folder).st_gid);
  const mode_t mode = usual_mode_in(folder) & (allowed | ~of_group_and_others);
  if (::chmod(folder.c_str(), mode) != 0) {
    base::throw_errno(folder, "cannot give the folder its mode", errno);
  }
  base::sync_names(base::folder_of(folder));
}

}  // namespace

bool make_output_folder(const fs::path& folder) {
  constexpr mode_t all = S_IRWXU | S_IRWXG | S_IRWXO;
  const bool is_new = ::mkdir(folder.c_str(), all) == 0;
  if (is_new) base::sync_names(base::folder_of(folder));
  if (!is_new && errno != EEXIST) base::throw_errno(folder, "cannot make the folder", errno);
  return is_new;
}

void OutputFolders::prepare_for(const fs::path& name, const fs::path& input) {
  const fs::path folder = name.parent_path();
  if (ready_.count(folder) > 0) return;
  if (!folder.empty()) {
    const fs::path input_folder = input.parent_path();
    prepare_for(folder, input_folder);
    make_folder(folder_ / folder, input_folder);
  }
  clear((folder_ / name).parent_path());
  ready_.insert(folder);
}

void OutputFolders::clear(const fs::path& folder) {
  if (cleared_.insert(folder).second) base::clear_leftovers_in(folder);
}

void handle_orphans(const CopyManyOptions& options, const std::vector<ListedFile>& files,
                    const NoteHandler& on_note) {
  std::set<std::filesystem::path> folders;
  for (const ListedFile& listed : files) {
    if (!listed.output_path.empty()) folders.insert(base::folder_of(listed.output_path));
  }
  for (const std::filesystem::path& folder : folders) {
    base::throw_if_stopped();
    for (const std::filesystem::path& orphan : base::find_orphans(folder)) {
      if (options.remove_orphans) base::remove_output(orphan.c_str());
      if (!on_note) continue;
      on_note(fmt::format(
          "{}: is left by a process of another machine, and has not changed for {} "
          "hours; {}",
          orphan.native(), base::age_of_orphans.count(),
          options.remove_orphans ? "removed" : "--remove-orphans removes such outputs"));
    }
  }
}

}  // namespace ncf::ops
