// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The modes of files, which are their type and permissions.
#pragma once

#include <sys/types.h>

#include <filesystem>

#include "base/files/descriptor.hpp"

namespace ncf::base {

/// All bits of a mode except the type of the file.
constexpr mode_t all_mode_bits = 07777;

/// Return the mode of an open file, or of the file at a path; links are not followed.
/// throws: Error(io).
[[nodiscard]] mode_t get_mode(const Descriptor& file);
[[nodiscard]] mode_t get_mode(const std::filesystem::path& path);

}  // namespace ncf::base
