// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The result of copying many files: the forecast of a plan, and all of it as text and as JSON
// (ncf/copy_many.hpp). Pure; any thread.
#pragma once

#include <string>

#include "ncf/copy_many.hpp"

namespace ncf::ops {

/// Sets the report's forecast, and the expected `output_bytes` of each planned file, from the
/// files' `expected`, `threads` and `copies_at_a_time`.
void add_forecast(CopyManyReport& report);

/// Returns the expected size and time, with what they are based on: lines for people.
[[nodiscard]] std::string describe_forecast(const CopyManyReport& report);

}  // namespace ncf::ops
