// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Where datasets come from: the one place that knows which backend serves which path.
//
// libhdf5 finds filters itself. A store of Zarr in a folder is ours to read and write: its filters
// come from the `filters` handed in, which outlive what is returned.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "filter/filter_source.hpp"
#include "model/chunk_store.hpp"
#include "model/dataset.hpp"
#include "model/stored_places.hpp"
#include "store/tuning.hpp"

namespace ncf::store {

/// Opens an existing dataset for reading. `name` is what the user wrote, a path or a URL
/// (store/input.hpp says how it is read), and what messages name.
/// throws: Error(not_found) if nothing is there, Error(io, unsupported, corrupt) otherwise,
/// SyntaxError for an incorrect URL.
std::unique_ptr<model::Dataset> open_dataset(
    const std::string& name, const Tuning& tuning = {},
    filter::FilterSource& filters = filter::builtin_filters());

/// Makes a file or, for Zarr, a folder of `schema` at `path` (which must not exist), ready for
/// values. Variables keep the ids they have in `schema`. On failure it may be left: the caller owns
/// the path.
/// throws: Error naming the variable at fault.
std::unique_ptr<model::Dataset> create_dataset(
    const std::filesystem::path& path, const model::Schema& schema, const Tuning& tuning = {},
    filter::FilterSource& filters = filter::builtin_filters());

/// The same in memory, never on disk: what the library would make of `schema`, or why it refuses.
std::unique_ptr<model::Dataset> rehearse_dataset(
    const model::Schema& schema, filter::FilterSource& filters = filter::builtin_filters());

/// The stored bytes of an existing dataset, `schema` being the one `open_dataset` read; null where
/// they cannot be had: of files without chunks and on servers. throws: Error.
std::unique_ptr<model::ChunkStore> open_chunks(
    const std::string& name, const model::Schema& schema,
    filter::FilterSource& filters = filter::builtin_filters());

/// The stored bytes of a netCDF-4 file or store of Zarr that `create_dataset` made and that is open
/// there; only to be looked at, and to be closed first. name: what messages call it. throws: Error.
std::unique_ptr<model::ChunkStore> look_at_chunks(
    const std::filesystem::path& path, const model::Schema& schema, const std::string& name,
    filter::FilterSource& filters = filter::builtin_filters());

/// The same of one that was closed, to be written; errors call it `name`. throws: Error.
std::unique_ptr<model::ChunkStore> edit_chunks(
    const std::filesystem::path& path, const model::Schema& schema, const std::string& name,
    filter::FilterSource& filters = filter::builtin_filters());

/// The same of one in memory, as it is before anything is written; only to be looked at.
/// throws: as `create_dataset`.
std::unique_ptr<model::ChunkStore> rehearse_chunks(
    const model::Schema& schema, filter::FilterSource& filters = filter::builtin_filters());

/// Where the stored bytes of a file on this machine lie, `schema` being the one `open_dataset`
/// read. throws: Error(unsupported) where they cannot be had.
std::unique_ptr<model::StoredPlaces> open_places(const std::string& name,
                                                 const model::Schema& schema);

/// Adds consolidated metadata to a finished store of Zarr. throws: Error.
void consolidate(const std::filesystem::path& path);

/// Bytes each variable's values take in the file, in the order of `schema.variables`; compressed
/// size for chunked variables, without metadata. 0 where nobody knows: on servers.
/// throws: Error.
std::vector<std::uint64_t> stored_bytes(const std::string& name, const model::Schema& schema);

}  // namespace ncf::store
