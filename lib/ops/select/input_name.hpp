// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Names derived from the location of a dataset.
#pragma once

#include <string>

namespace ncf::ops {

/// Returns the last part of a path or URL; of a URL without its query and fragment. What is not a
/// valid URL counts as a path.
[[nodiscard]] std::string last_part_of(const std::string& input);

/// Returns the last part without its extension.
[[nodiscard]] std::string name_of_input(const std::string& input);

}  // namespace ncf::ops
