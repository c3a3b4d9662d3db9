// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "model/types/type.hpp"

namespace ncf::model {

/// Returns whether `count` values of a type are equal. Strings and vlens are compared by content,
/// numbers by bits, compounds by their fields. Any thread.
[[nodiscard]] bool equal_values(const Type& type, const std::byte* a, const std::byte* b,
                                std::size_t count);

}  // namespace ncf::model
