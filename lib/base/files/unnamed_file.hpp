// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "base/files/descriptor.hpp"

namespace ncf::base {

/// Returns a new file for reading and writing on the file system of a folder. It has no name, so it
/// disappears when it is closed, however the process ends. throws: Error(io).
Descriptor make_unnamed_file(const std::filesystem::path& folder);

/// Makes an unnamed file in memory. throws: Error(io).
Descriptor make_file_in_memory();

/// Returns a path that leads to an open file, even without a name, as long as it is open in this
/// process.
std::filesystem::path path_of(const Descriptor& file);

/// Returns the folder for temporary files that do not belong beside an output: TMPDIR, or /tmp.
std::filesystem::path temporary_folder();

}  // namespace ncf::base
