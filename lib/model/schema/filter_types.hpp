// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Checks which filters a variable can have, as far as the filters of HDF5 and zfp restrict its type
// and its chunks. Messages say what to do. Pure functions, any thread.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "filter/facts.hpp"
#include "model/schema/schema.hpp"
#include "model/values/type.hpp"
#include "ncf/filter_spec.hpp"

namespace ncf::model {

/// Returns why a filter cannot encode values of a type; empty if it can, or is not known.
[[nodiscard]] std::optional<std::string> why_not_on_type(const Filter& filter, const Type& type);

/// The same for the first filter of a chain that cannot.
[[nodiscard]] std::optional<std::string> why_not_on_type(const Chain& chain, const Type& type);

/// Returns why the first codec of a chain that cannot encode a variable's values in Zarr cannot,
/// though the filter may in HDF5; empty if all can, or are not known.
[[nodiscard]] std::optional<std::string> why_not_in_zarr(const Chain& chain,
                                                         const Variable& variable);

/// Returns why the first filter of a chain that is not to be requested for a type is not; empty if
/// all can be.
[[nodiscard]] std::optional<std::string> why_not_requested(const Chain& chain, const Type& type);

/// The same without filters that were written with the parameters that files store.
/// chain: the meaning of `written`.
[[nodiscard]] std::optional<std::string> why_not_requested(const FilterSpec& written, Chain chain,
                                                           const Type& type);

/// Returns why a filter cannot encode chunks of this shape; empty if it can, or is not known.
[[nodiscard]] std::optional<std::string> why_not_on_chunks(const Filter& filter,
                                                           const filter::ChunkShape& chunk);

/// The same for the first filter of a chain that cannot.
[[nodiscard]] std::optional<std::string> why_not_on_chunks(const Chain& chain,
                                                           const filter::ChunkShape& chunk);

/// Returns why a filter given by number or as a codec does not fit: its parameters contain the size
/// of a value, as in a file, and it differs from `element_bytes`. Empty if all fit.
[[nodiscard]] std::optional<std::string> find_unfitting_size(const FilterSpec& spec,
                                                             std::size_t element_bytes);

/// throws: Error(unsupported) with that reason.
void require_fitting_sizes(const FilterSpec& spec, std::size_t element_bytes);

}  // namespace ncf::model
