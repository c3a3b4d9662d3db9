// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Null strings, NIL in CDL. Zarr cannot tell them from empty ones and stores them as such, which
// is noted.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "model/schema.hpp"

namespace ncf::ops {

/// The note. owner: "variable /t2m"
[[nodiscard]] std::string describe_null_strings(const std::string& owner, std::size_t count);

/// Makes null strings in attributes empty. Returns a note for each attribute that has any.
std::vector<std::string> empty_null_attributes(model::Schema& schema);

}  // namespace ncf::ops
