// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Unpacks the variables of a view: `--unpack`. I/O thread only.
//
// source: ncfcopy(1), UNPACKING; CF conventions 1.11, section 8.1
#pragma once

#include <string>
#include <vector>

#include "model/dataset/source.hpp"
#include "model/view/view_source.hpp"
#include "ops/views/changed_types.hpp"

namespace ncf::ops {

/// Replaces packed numbers by those that they mean, in float if packing these again would give the
/// same numbers and no double is chosen, otherwise in double. Missing values become the default
/// fill value of the type. source: with the packed values. steps: gets the type of each variable
/// and how exact it is.
void unpack(model::ViewDefinition& view, const ChosenTypes& types, model::Source& source,
            std::vector<std::string>& steps);

}  // namespace ncf::ops
