// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Cuts a view: `--select`. Values are compared in the units and the calendar of their variable.
//
// source: ncfcopy(1), SELECTING; CF conventions 1.11, sections 4.1 to 4.4
#pragma once

#include <string>
#include <vector>

#include "ops/views/view_maker.hpp"

namespace ncf::ops {

/// Keeps the selected elements of dimensions. texts: of the options. steps: gets what was selected.
/// throws: Error(usage, not_found) naming the text and, if nothing is selected, what there is.
void select(ViewInMaking& view, const std::vector<std::string>& texts,
            std::vector<std::string>& steps);

}  // namespace ncf::ops
