// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/many/orphans.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <set>

#include "base/files/target_path.hpp"
#include "base/output/orphans.hpp"
#include "base/output/remove_output.hpp"
#include "base/threads/stop.hpp"

namespace ncf::ops {

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
