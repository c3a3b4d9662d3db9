// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Properties of HDF5 files and objects that netCDF cannot express. Files written by netCDF have
// none of them. I/O thread only.
#pragma once

#include <optional>
#include <string>

#include "hdf5/library/calls.hpp"
#include "model/dataset/stored_form.hpp"
#include "model/schema/schema.hpp"

namespace ncf::store::netcdf4 {

struct HiddenAttributes;
struct ReadType;

/// Returns "has a user block of 512 bytes, ...". throws: Error.
std::optional<std::string> tell_user_block(const hdf5::Handle& file);

/// Returns "has 12 bytes after its end, ...". throws: Error.
std::optional<std::string> tell_bytes_after_end(const hdf5::Handle& file);

/// Returns "has the comment "...", ..." for a group, a dataset or a type. throws: Error.
std::optional<std::string> tell_comment(const hdf5::Handle& object);

/// Returns "can grow to 20 along its dimension 0, ..." for a dataset whose length is not fixed, in
/// a dimension that is. Ignores limits that only allow a chunk to be longer than the dataset, as in
/// copies that keep such chunks. variable: of `schema`, with its dimensions.
std::optional<std::string> tell_growth(const model::StoredForm& form, const model::Schema& schema,
                                       const model::Variable& variable);

/// Reports several scales of one dimension.
std::optional<std::string> tell_scales(const HiddenAttributes& hidden);

/// Returns the title of a scale, if it is neither its name nor its path, as netCDF and others write
/// it.
std::optional<std::string> tell_title(const HiddenAttributes& hidden, const std::string& name,
                                      const std::string& path);

/// Reports spare bytes: a dataset without chunks may have more bytes than its values take.
///
/// throws: Error.
std::optional<std::string> tell_spare_bytes(const hdf5::Handle& dataset,
                                            const model::StoredForm& form, const ReadType& read);

/// Reports HDF5's fill value if the variable has a `_FillValue` that differs. Ignores the fill
/// values that HDF5 and netCDF write by themselves, which remain if a `_FillValue` is added later.
/// throws: Error.
std::optional<std::string> tell_fill(const hdf5::Handle& properties, const ReadType& read,
                                     const model::Variable& variable);

}  // namespace ncf::store::netcdf4
