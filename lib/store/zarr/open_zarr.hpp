// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Stores of Zarr in folders, opened and made. name: what errors call the store. `filters` outlives
// what is returned.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "filter/filter_source.hpp"
#include "model/source.hpp"
#include "model/target.hpp"
#include "store/tuning.hpp"

namespace ncf::store::zarr {

/// What becomes of `_ARRAY_DIMENSIONS`, where xarray keeps the names of dimensions: mode=noxarray
/// ignores it, and dimensions without other names are anonymous.
enum class XarrayNames { read, ignored };

/// throws: Error.
std::unique_ptr<model::Source> open_source(const std::filesystem::path& path, std::string name,
                                           XarrayNames names, const Tuning& tuning,
                                           filter::FilterSource& filters);

/// A new folder. throws: Error naming the variable at fault.
std::unique_ptr<model::Target> create_target(const std::filesystem::path& path, std::string name,
                                             const model::Schema& schema, const Tuning& tuning,
                                             filter::FilterSource& filters);

/// The same in memory.
std::unique_ptr<model::Target> create_in_memory(const model::Schema& schema,
                                                filter::FilterSource& filters);

/// Adds consolidated metadata to a finished store. throws: Error(unsupported) for Zarr version 3.
void consolidate(const std::filesystem::path& path);

}  // namespace ncf::store::zarr
