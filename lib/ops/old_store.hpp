// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The Zarr store that an output takes the place of. It is removed whole, so nothing may be in its
// folder that is not the store's.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace ncf::ops {

/// Whether a folder holds a Zarr store, and perhaps other things. throws: Error(io).
[[nodiscard]] bool is_store(const std::filesystem::path& folder);

/// The first thing in a folder that is not part of a Zarr store, in the words of
/// base::PendingFolder; empty if there is none. Walks the whole folder, by names alone, and follows
/// no links. throws: Error(io).
[[nodiscard]] std::optional<std::string> why_kept(const std::filesystem::path& folder);

}  // namespace ncf::ops
