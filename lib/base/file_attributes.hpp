// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What a file has beside its bytes and times: owner, mode, extended attributes and, among these,
// access lists. A file that takes the place of another takes these over.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace ncf::base {

/// Gives a file what another file has. Attributes of the system (security.*, trusted.*) are left
/// out where the system does not let them be copied. An owner or group that this user cannot give
/// stays this user's, and those permissions that depend on it are reduced to those of others.
/// Returns a note about that. throws: Error(io) if anything else cannot be kept.
std::optional<std::string> copy_attributes(const std::filesystem::path& from,
                                           const std::filesystem::path& to);

}  // namespace ncf::base
