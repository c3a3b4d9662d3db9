// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Stores of Zarr in folders, opened and made. `filters` outlives what is returned; errors of a
// ChunkStore call the store `name`.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "filter/filter_source.hpp"
#include "model/chunk_store.hpp"
#include "model/dataset.hpp"
#include "store/tuning.hpp"

namespace ncf::store::zarr {

/// What becomes of `_ARRAY_DIMENSIONS`, where xarray keeps the names of dimensions: mode=noxarray
/// ignores it, and dimensions without other names are anonymous.
enum class XarrayNames { read, ignored };

/// throws: Error.
std::unique_ptr<model::Dataset> open_dataset(const std::filesystem::path& path, XarrayNames names,
                                             filter::FilterSource& filters, const Tuning& tuning);
std::unique_ptr<model::ChunkStore> open_chunks(const std::filesystem::path& path, XarrayNames names,
                                               const model::Schema& schema, const std::string& name,
                                               filter::FilterSource& filters);

/// A new folder. throws: Error naming the variable at fault.
std::unique_ptr<model::Dataset> create_dataset(const std::filesystem::path& path,
                                               const model::Schema& schema,
                                               filter::FilterSource& filters, const Tuning& tuning);

/// Of a store that `create_dataset` made of the same schema and that was closed.
std::unique_ptr<model::ChunkStore> edit_chunks(const std::filesystem::path& path,
                                               const model::Schema& schema, const std::string& name,
                                               filter::FilterSource& filters);

/// What a store of the schema would be, in memory.
std::unique_ptr<model::Dataset> rehearse_dataset(const model::Schema& schema,
                                                 filter::FilterSource& filters);
std::unique_ptr<model::ChunkStore> rehearse_chunks(const model::Schema& schema,
                                                   filter::FilterSource& filters);

/// Adds consolidated metadata to a finished store. throws: Error(unsupported) for Zarr version 3.
void consolidate(const std::filesystem::path& path);

}  // namespace ncf::store::zarr
