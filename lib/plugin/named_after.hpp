// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Which file of a folder likely holds a filter: `libh5bz2.so` is named after bzip2, by its alias
// bz2. It is looked at first, so that one filter does not load every plugin there is, and wins
// where two of a folder give the same. Pure functions, any thread.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ncf::plugin {

/// Whether the last part of `path` holds the filter's number, its name or another name of it,
/// letter case ignored.
bool is_named_after(const std::string& path, std::uint32_t filter_id);

/// The ids of the registry's filters that `path` is named after; not those built into HDF5, which
/// need no library.
std::vector<std::uint32_t> filters_named_by(const std::string& path);

/// The same files, those named after the filter first, otherwise in the same order.
std::vector<std::string> likely_first(std::vector<std::string> files, std::uint32_t filter_id);

}  // namespace ncf::plugin
