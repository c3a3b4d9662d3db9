// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Modes of files: who may do what with them.
#pragma once

#include <sys/types.h>

#include <filesystem>

#include "base/files/descriptor.hpp"

namespace ncf::base {

/// All of a mode but the kind of file.
constexpr mode_t all_mode_bits = 07777;

/// Of the file that is open, or of what the path names itself, which may be a link.
/// throws: Error(io).
[[nodiscard]] mode_t get_mode(const Descriptor& file);
[[nodiscard]] mode_t get_mode(const std::filesystem::path& path);

}  // namespace ncf::base
