// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Opens and creates Zarr stores in folders. name: in messages. filters: outlives the result.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "filter/filter_source.hpp"
#include "model/source.hpp"
#include "model/target.hpp"
#include "store/tuning.hpp"

namespace ncf::store::zarr {

/// Whether `_ARRAY_DIMENSIONS`, where xarray stores the names of dimensions, is used. With
/// mode=noxarray it is ignored, and dimensions without other names are anonymous.
enum class XarrayNames { read, ignored };

/// throws: Error.
std::unique_ptr<model::Source> open_source(const std::filesystem::path& path, std::string name,
                                           XarrayNames names, const Tuning& tuning,
                                           filter::FilterSource& filters);

/// Creates a folder. throws: Error naming the variable that failed.
std::unique_ptr<model::Target> create_target(const std::filesystem::path& path, std::string name,
                                             const model::Schema& schema, const Tuning& tuning,
                                             filter::FilterSource& filters);

/// The same in memory, for dry runs.
std::unique_ptr<model::Target> create_in_memory(const model::Schema& schema,
                                                filter::FilterSource& filters);

}  // namespace ncf::store::zarr
