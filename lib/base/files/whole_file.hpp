// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads and writes whole files, in pieces small enough to notice a request to stop.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <vector>

#include "base/library/module_api.hpp"

namespace ncf::base {

class Descriptor;

/// Fills `bytes` from where the last call ended. throws: Error(io), also if the file ends before;
/// Error(interrupted).
void read_all(const Descriptor& file, std::span<std::byte> bytes);
void write_all(const Descriptor& file, std::span<const std::byte> bytes);

/// Returns all bytes of a file. throws: Error(io), also for a file that becomes shorter while it is
/// read; Error(interrupted).
NCF_MODULE_API std::vector<std::byte> read_file(const std::filesystem::path& path);

/// Makes a file with these bytes, or replaces its contents. After a failure the file may be
/// incomplete, so use the path of a PendingFile. throws: Error(io), Error(interrupted).
NCF_MODULE_API void write_file(const std::filesystem::path& path, std::span<const std::byte> bytes);

/// Makes the system write a file, or all files in a folder, to the disk and, as far as possible,
/// drop them from its memory, so that reading them next shows what was stored. throws: Error(io).
void write_out_and_forget(const std::filesystem::path& path);

}  // namespace ncf::base
