// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What the metadata of an array and its variable say of each other: the stored form, attributes,
// and what codecs of plugins see.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "filter/codecs/codec_variable.hpp"
#include "model/dataset/stored_form.hpp"
#include "store/zarr/schema/schema.hpp"

namespace ncf::store::zarr {

/// Returns the stored form of an array. extent: of the array; the dimensions may be longer.
[[nodiscard]] model::StoredForm stored_form(const OpenStore& store, model::VariableId id,
                                            std::vector<std::size_t> extent);

/// Returns the storage of an array of a variable with codecs. is_contiguous: as NCZarr notes it.
[[nodiscard]] model::Storage storage_of(const model::Variable& variable, const ArrayMetadata& array,
                                        bool is_contiguous);

/// Adds `_FillValue`, and for dates and time spans `units`, to the attributes as read, and
/// determines the value of missing chunks, in the array and the variable. If an attribute with such
/// a name already exists, this becomes the array's fault. Returns a text about `_FillValue` if it
/// had another value than readers of the store use.
std::optional<std::string> complete_attributes(bool is_nczarr, ArrayMetadata& array,
                                               model::Variable& variable);

/// Describes `variable` to codecs of plugins, with its dimensions and attributes; its filters and
/// storage may be unknown.
filter::CodecVariable shown_to_codecs(const model::Schema& schema, const model::Variable& variable,
                                      const ArrayMetadata& array);

}  // namespace ncf::store::zarr
