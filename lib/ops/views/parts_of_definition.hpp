// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Changes definitions of a view, and no values: `-V '!NAME'`, `--rename-variable`, `--unlimited`.
// Pure functions, any thread.
#pragma once

#include <string>
#include <vector>

#include "model/view/view_source.hpp"

namespace ncf::ops {

/// Leaves out the variables with a name. throws: Error(usage); Error(not_found) if there is none.
void exclude(model::ViewDefinition& view, const std::string& name);

/// Renames variables, and dimensions of the same name, in all attributes that refer to them. texts:
/// "OLD=NEW". throws: Error(usage, not_found), also if the name is in use.
void rename(model::ViewDefinition& view, const std::vector<std::string>& texts,
            std::vector<std::string>& steps);

/// Makes dimensions unlimited. throws: Error(usage, not_found).
void make_unlimited(model::ViewDefinition& view, const std::vector<std::string>& names);

}  // namespace ncf::ops
