// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Parts of the reports of comparisons, of two datasets or many. Pure functions, any thread.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ncf/compare.hpp"
#include "ncf/compare_many.hpp"
#include "ops/page/page.hpp"

namespace ncf::ops {

/// Returns "equal", "within the limits" or "different".
[[nodiscard]] std::string_view verdict(bool is_equal, bool is_within_limits);

/// Returns "-" for no number, and on pages for one that is not finite.
[[nodiscard]] page::Html real_number(const std::optional<double>& number, int digits = 3);

/// Returns "2020-03-05 12:00, 52 N 13 E", or without coordinates "(3,40)".
[[nodiscard]] std::string format_position(const ValuePlace& place);

/// Returns "(3,40)"; empty for a scalar.
[[nodiscard]] std::string format_place(const std::vector<std::size_t>& at);

/// Returns "a.nc (3,40)": the dataset, or in a journal the copy, and the position of an error.
[[nodiscard]] std::string format_place(const CompareManyReport& report, const WorstError& worst);

/// Returns the errors by size. The variable must have a distribution.
[[nodiscard]] page::Table error_histogram(const ComparedVariable& variable);

/// Returns maps of the mean difference and of the largest error by position; none of a scalar.
[[nodiscard]] std::vector<page::Html> error_pictures(const ComparedVariable& variable);

}  // namespace ncf::ops
