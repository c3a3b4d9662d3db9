// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// netCDF-4 files, or any HDF5 files to read, through libhdf5. I/O thread only.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "base/files/byte_source.hpp"
#include "filter/kernels/filter_source.hpp"
#include "model/dataset/source.hpp"
#include "model/dataset/target.hpp"
#include "store/common/tuning.hpp"

namespace ncf::store::netcdf4 {

/// name: in messages. filters: must outlive the result. throws: Error.
std::unique_ptr<model::Source> open_source(const std::filesystem::path& path, std::string name,
                                           const Tuning& tuning, filter::FilterSource& filters);

/// Opens a file that is not on disk; the other files that it names cannot be found.
std::unique_ptr<model::Source> open_source(std::shared_ptr<const base::ByteSource> bytes,
                                           std::string name, const Tuning& tuning,
                                           filter::FilterSource& filters);

/// Creates a file on disk. With `tuning.in_memory` it is in memory until closed, without stored
/// bytes. name: in messages. throws: Error.
std::unique_ptr<model::Target> create_target(const std::filesystem::path& path, std::string name,
                                             const model::Schema& schema, const Tuning& tuning);

/// For dry runs: a file in memory only, to which no values can be written. throws: Error.
std::unique_ptr<model::Target> create_in_memory(const model::Schema& schema);

}  // namespace ncf::store::netcdf4
