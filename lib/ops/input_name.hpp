// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The name of a dataset derived from its location.
#pragma once

#include <string>

namespace ncf::ops {

/// Returns the last part of a path or URL, without its extension. throws: as
/// store::find_input_path.
[[nodiscard]] std::string name_of_input(const std::string& input);

}  // namespace ncf::ops
