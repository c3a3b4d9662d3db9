// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The attributes of a file other than its times: owner, mode, and extended attributes, which
// include access lists. A file that replaces another takes them over.
#pragma once

#include <sys/types.h>

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

}  // namespace ncf::base
