// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Files read and written at once, in pieces small enough for a stop to be noticed.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <vector>

namespace ncf::base {

class Descriptor;

/// Fills `bytes` from where the last call ended. throws: Error(io), also where the file ends
/// before; Error(interrupted).
void read_all(const Descriptor& file, std::span<std::byte> bytes);
void write_all(const Descriptor& file, std::span<const std::byte> bytes);

/// Returns all bytes of a file. throws: Error(io), also for a file that becomes shorter while it is
/// read; Error(interrupted).
std::vector<std::byte> read_file(const std::filesystem::path& path);

/// Makes a file of these bytes, or replaces what is in it. On failure the file may be there in
/// part: give it the path of a PendingFile. throws: Error(io), Error(interrupted).
void write_file(const std::filesystem::path& path, std::span<const std::byte> bytes);

/// Has the system write all of a file, or of all files in a folder, to the disk and keep none of it
/// in memory, as far as it can: what is read next has been stored. throws: Error(io).
void write_out_and_forget(const std::filesystem::path& path);

}  // namespace ncf::base
