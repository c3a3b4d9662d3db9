// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Who may read an input and when it was changed, as far as its copy takes that over.
#pragma once

#include <sys/stat.h>
#include <sys/types.h>

#include <ctime>
#include <filesystem>

namespace ncf::base {

/// The status of a file, or of a folder and all files in it.
struct SourceStatus {
  mode_t mode = 0;  ///< of a folder: what holds for the folder and for each file in it
  timespec accessed{};
  timespec modified{};  ///< of a folder: when anything in it was modified last
  gid_t group = 0;
  bool is_folder = false;
};

/// To be called before the input is read, which changes its access time. throws: Error(io).
[[nodiscard]] SourceStatus source_status(const std::filesystem::path& path);

/// The same of a folder alone, whatever is in it.
[[nodiscard]] SourceStatus status_without_files(const std::filesystem::path& folder);

/// Returns the mode of the source for a copy that belongs to `group`: a group other than the
/// source's has the permissions of others.
[[nodiscard]] mode_t mode_for_group(const SourceStatus& source, gid_t group) noexcept;

/// What the mode of a copy is made of.
struct ModeParts {
  mode_t base = 0;           ///< of the output that is replaced, else of any new file in its place
  bool is_replaced = false;  ///< `base` is that of an older output
  bool is_folder = false;    ///< the copy is a folder
};

/// `base` without what the source does not give to its group and to others: of a new output all
/// permissions, of an older one only those to read. Its owner keeps them all.
[[nodiscard]] mode_t limited_mode(const ModeParts& parts, const SourceStatus& source) noexcept;

/// Returns the permissions of the source, for a copy that may be of another kind.
[[nodiscard]] mode_t preserved_mode(const ModeParts& parts, const SourceStatus& source) noexcept;

}  // namespace ncf::base
