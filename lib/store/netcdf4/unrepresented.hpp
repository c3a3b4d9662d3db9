// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Properties of HDF5 files and objects that netCDF cannot express. No file that netCDF wrote has
// any of them. I/O thread only.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "hdf5/calls.hpp"
#include "model/schema.hpp"
#include "model/stored_form.hpp"

namespace ncf::store::netcdf4 {

struct Extent;
struct HiddenAttributes;

/// "has a user block of 512 bytes, ...". throws: Error.
std::optional<std::string> tell_user_block(const hdf5::Handle& file);

/// "has 12 bytes after its end, ...". throws: Error.
std::optional<std::string> tell_bytes_after_end(const hdf5::Handle& file);

/// Of a group, a dataset or a type: "has the comment "...", ...". throws: Error.
std::optional<std::string> tell_comment(const hdf5::Handle& object);

/// Returns a length that is not fixed, but limited: "can grow to 20 along its dimension 0, ...".
/// Not one that lets a chunk be longer than the dataset, as in a copy that keeps such chunks.
std::optional<std::string> tell_growth(const Extent& extent,
                                       const std::vector<std::size_t>& chunk_shape);

/// Several scales of one dimension.
std::optional<std::string> tell_scales(const HiddenAttributes& hidden);

/// Returns the title of a scale, if it is neither its name nor its path, as netCDF and others write
/// it.
std::optional<std::string> tell_title(const HiddenAttributes& hidden, const std::string& name,
                                      const std::string& path);

/// A dataset that is not in chunks may have more bytes than its values take. throws: Error.
std::optional<std::string> tell_spare_bytes(const hdf5::Handle& dataset,
                                            const model::StoredForm& form, const model::Type& type);

/// HDF5's fill value, if the variable has a `_FillValue` that differs. Not the fill values that
/// HDF5 and netCDF write by themselves, which stay where a `_FillValue` was added later.
/// memory: the type in which it is read. throws: Error.
std::optional<std::string> tell_fill(const hdf5::Handle& properties, hid_t memory,
                                     const model::Variable& variable);

}  // namespace ncf::store::netcdf4
