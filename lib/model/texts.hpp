// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The texts in an attribute. A pure function, any thread.
#pragma once

#include <string_view>
#include <vector>

#include "model/values.hpp"

namespace ncf::model {

/// Characters are one text, each string that is not NIL is one, and other types have none. The
/// texts point into `values`.
[[nodiscard]] std::vector<std::string_view> texts_of(const Values& values);

}  // namespace ncf::model
