// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The attributes of a file other than its times: owner, mode, and extended attributes, which
// include access lists. A file that replaces another takes them over.
#pragma once

#include <sys/stat.h>
#include <sys/types.h>

#include <ctime>
#include <filesystem>
#include <optional>
#include <string>

#include "base/files/descriptor.hpp"

namespace ncf::base {

/// Copies the attributes of a file to another. Attributes of the system (security.*, trusted.*) are
/// left out if the system does not allow copying them. If this user cannot set the owner or the
/// group, it remains this user's, and the permissions that depend on it are reduced to those of
/// others; then a note about this is returned. throws: Error(io) if anything else cannot be kept.
std::optional<std::string> copy_attributes(const std::filesystem::path& from,
                                           const std::filesystem::path& to);

/// All bits of a mode except the type of the file.
constexpr mode_t all_mode_bits = 07777;

/// Return the mode of an open file, or of the file at a path; links are not followed.
/// throws: Error(io).
[[nodiscard]] mode_t get_mode(const Descriptor& file);
[[nodiscard]] mode_t get_mode(const std::filesystem::path& path);

// The permissions and times of an input that its copy takes over.

/// The status of a file, or of a folder and all files in it.
struct SourceStatus {
  mode_t mode = 0;  ///< for a folder: the bits that the folder and all in it have
  timespec accessed{};
  timespec modified{};  ///< for a folder: the modification time of its newest file
  gid_t group = 0;
  bool is_folder = false;
};

/// Returns the status of an input. Call it before the input is read, which changes its access time.
/// throws: Error(io).
[[nodiscard]] SourceStatus source_status(const std::filesystem::path& path);

/// Does the same for a folder without its contents.
[[nodiscard]] SourceStatus status_without_files(const std::filesystem::path& folder);

/// Limits the mode of a source of values by that of another one. Its owner keeps all, and those who
/// may read both may enter both.
void take_common_mode(SourceStatus& source, const SourceStatus& other) noexcept;
/// Does the same if there is a source, else takes the other one.
void take_common_mode(std::optional<SourceStatus>& source, const SourceStatus& other) noexcept;

/// Returns the mode of the source for a copy that belongs to `group`: a group other than the
/// source's has the permissions of others.
[[nodiscard]] mode_t mode_for_group(const SourceStatus& source, gid_t group) noexcept;

/// The facts that determine the mode of a copy.
struct ModeParts {
  mode_t base = 0;           ///< of the output that is replaced, or of any new file in its place
  bool is_replaced = false;  ///< `base` is that of an older output
  bool is_folder = false;    ///< the copy is a folder
};

/// Returns `base` without the permissions that the source does not give to its group and to others.
/// For a new output these are all permissions, for an older one only those to read. The owner keeps
/// all.
[[nodiscard]] mode_t limited_mode(const ModeParts& parts, const SourceStatus& source) noexcept;

/// Returns the permissions of the source, for a copy that may be of another kind.
[[nodiscard]] mode_t preserved_mode(const ModeParts& parts, const SourceStatus& source) noexcept;

}  // namespace ncf::base
