// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Which filters values of a type can have, as far as the filters of HDF5 and zfp say so themselves,
// in words that name the type and what to do. Pure functions, any thread.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "model/type.hpp"
#include "ncf/filter_spec.hpp"

namespace ncf::model {

/// Returns why a filter cannot encode values of a type; empty if it can, or is not known.
[[nodiscard]] std::optional<std::string> why_not_on_type(const Filter& filter, const Type& type);

/// The same of the first filter of a chain that cannot.
[[nodiscard]] std::optional<std::string> why_not_on_type(const Chain& chain, const Type& type);

/// Which numeric filter as written has another size of a value among its parameters, which files
/// hold and the filter would replace; empty if none has.
[[nodiscard]] std::optional<std::string> find_unfitting_word(const FilterSpec& spec,
                                                             std::size_t element_bytes);

/// throws: Error(unsupported) saying that.
void require_fitting_words(const FilterSpec& spec, std::size_t element_bytes);

}  // namespace ncf::model
