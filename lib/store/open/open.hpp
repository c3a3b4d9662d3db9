// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Opens sources and creates targets: the only code that knows which backend handles which path.
//
// libhdf5 finds filters itself. For local Zarr stores, which we read and write ourselves, they come
// from `filters`, which must outlive the result.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "filter/kernels/filter_source.hpp"
#include "model/dataset/source.hpp"
#include "model/dataset/target.hpp"
#include "store/common/tuning.hpp"
#include "store/open/input.hpp"

namespace ncf::store {

/// Opens an existing dataset for reading. name: the path or URL as the user wrote it (see
/// store/open/input.hpp), also used in messages.
/// throws: Error(not_found) if nothing exists there; Error(io, unsupported, corrupt); SyntaxError
/// for an invalid URL.
/// inferred: what was inferred from the name and the contents; may be null.
std::unique_ptr<model::Source> open_source(
    const std::string& name, const Tuning& tuning = {},
    filter::FilterSource& filters = filter::builtin_filters(),
    location::Inference* inferred = nullptr);

/// Does the same for the result of find_input.
std::unique_ptr<model::Source> open_source(const Input& input, const std::string& name,
                                           const Tuning& tuning, filter::FilterSource& filters);

/// Creates a file or, for Zarr, a folder or a file (Tuning::file) for `schema` at `path`
/// (which must not exist), ready for values. name: in messages. The ids of variables are those in
/// `schema`. After a failure the path may exist; the caller owns it. throws: Error naming the
/// variable that failed.
std::unique_ptr<model::Target> create_target(
    const std::filesystem::path& path, const std::string& name, const model::Schema& schema,
    const Tuning& tuning = {}, filter::FilterSource& filters = filter::builtin_filters());

/// Does the same in memory, without a name, for dry runs: shows how the library would create
/// `schema`, or why it fails.
std::unique_ptr<model::Target> create_in_memory(
    const model::Schema& schema, filter::FilterSource& filters = filter::builtin_filters());

}  // namespace ncf::store
