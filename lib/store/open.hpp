// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Where sources and targets come from: the one place that knows which backend serves which path.
//
// libhdf5 finds filters itself. A store of Zarr in a folder is ours to read and write: its filters
// come from the `filters` handed in, which outlive what is returned.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "filter/filter_source.hpp"
#include "model/source.hpp"
#include "model/target.hpp"
#include "store/input.hpp"
#include "store/tuning.hpp"

namespace ncf::store {

/// Opens an existing dataset for reading. `name` is what the user wrote, a path or a URL
/// (store/input.hpp says how it is read), and what errors call it.
/// throws: Error(not_found) if nothing is there, Error(io, unsupported, corrupt) otherwise,
/// SyntaxError for an incorrect URL.
std::unique_ptr<model::Source> open_source(
    const std::string& name, const Tuning& tuning = {},
    filter::FilterSource& filters = filter::builtin_filters());

/// The same of what find_input found.
std::unique_ptr<model::Source> open_source(const Input& input, const std::string& name,
                                           const Tuning& tuning, filter::FilterSource& filters);

/// Makes a file or, for Zarr, a folder of `schema` at `path` (which must not exist), ready for
/// values. Errors call it `name`. Variables keep the ids they have in `schema`. On failure it may
/// be left: the caller owns the path.
/// throws: Error naming the variable at fault.
std::unique_ptr<model::Target> create_target(
    const std::filesystem::path& path, const std::string& name, const model::Schema& schema,
    const Tuning& tuning = {}, filter::FilterSource& filters = filter::builtin_filters());

/// The same in memory, never on disk, without a name: what the library would make of `schema`, or
/// why it refuses.
std::unique_ptr<model::Target> create_in_memory(
    const model::Schema& schema, filter::FilterSource& filters = filter::builtin_filters());

/// Adds consolidated metadata to a finished store of Zarr. throws: Error.
void consolidate(const std::filesystem::path& path);

}  // namespace ncf::store
