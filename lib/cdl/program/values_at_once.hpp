// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Values that programs must write one by one: before 1.14.4, libhdf5 loses values of variable
// length within arrays of compounds, in all but the last of the values that it converts together.
// Pure functions; any thread.
#pragma once

#include "model/values/type.hpp"

namespace ncf::cdl {

/// Returns whether only the last of several values converted together is certain to be complete.
[[nodiscard]] bool must_be_written_alone(const model::Type& type) noexcept;

/// Returns whether a single value contains several such values, which cannot be written one by one.
[[nodiscard]] bool contains_lost_values(const model::Type& type) noexcept;

}  // namespace ncf::cdl
