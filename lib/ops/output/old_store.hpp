// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The Zarr store that an output replaces. Its whole folder is removed, so it must contain nothing
// else.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace ncf::ops {

/// Returns whether a folder holds a Zarr store, possibly with other things. throws: Error(io).
[[nodiscard]] bool is_store(const std::filesystem::path& folder);

/// Returns the first thing in a folder that is not part of a Zarr store, worded for
/// base::PendingFolder; empty if there is none. Walks the whole folder, checks names and the kinds
/// of nodes, and follows no links. throws: Error(io).
[[nodiscard]] std::optional<std::string> why_kept(const std::filesystem::path& folder);

}  // namespace ncf::ops
