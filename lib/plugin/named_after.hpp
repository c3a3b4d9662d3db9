// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Finds the file of a folder that probably contains a filter: `libh5bz2.so` is named after bzip2,
// by its alias bz2. It is tried first, so that using one filter does not load every plugin, and it
// wins if two files of a folder provide the same filter. Pure functions, any thread.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ncf::plugin {

/// Returns whether the last part of `path` contains the filter's id, its name or an alias, ignoring
/// case.
bool is_named_after(const std::string& path, std::uint32_t filter_id);

/// Returns the ids of registered filters that `path` is named after, except filters built into
/// HDF5, which need no library.
std::vector<std::uint32_t> filters_named_by(const std::string& path);

/// Returns the same files, with those named after the filter first.
std::vector<std::string> likely_first(std::vector<std::string> files, std::uint32_t filter_id);

}  // namespace ncf::plugin
