// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Parts of the report of a comparison that the text and the page have in common. Pure functions,
// any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ncf/compare.hpp"
#include "ncf/compare_many.hpp"

namespace ncf::ops {

/// Returns "equal", "within the limits" or "different".
[[nodiscard]] std::string_view verdict(bool is_equal, bool is_within_limits);

[[nodiscard]] std::uint64_t missing_changed(const ComparedNumbers& numbers);

/// Returns "(3,40)"; empty for a scalar.
[[nodiscard]] std::string format_place(const std::vector<std::size_t>& at);

/// Returns "a.nc (3,40)": the dataset, or in a journal the copy, and the position of an error.
[[nodiscard]] std::string format_place(const CompareManyReport& report, const WorstError& worst);

/// Returns facts about a variable that the tables do not show. Names in them may contain anything.
[[nodiscard]] std::vector<std::string> remarks_of(const ComparedVariable& variable);

}  // namespace ncf::ops
