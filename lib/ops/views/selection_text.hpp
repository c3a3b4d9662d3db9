// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The texts of `--select`: "lat=30..60,lon=-10..40", "time[0:480:4]". Pure functions, any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cdl/language/calendar.hpp"
#include "cdl/write/time_axis.hpp"

namespace ncf::ops {

/// "[first:end:step]", with the rules of Python: from the first on, before the end; negative
/// numbers count from the end of the dimension.
struct IndexSlice {
  std::optional<std::int64_t> first;
  std::optional<std::int64_t> end;
  std::size_t step = 1;
};

/// "first..last", both included. Empty: without a limit.
struct ValueRange {
  std::optional<std::string> first;
  std::optional<std::string> last;
};

struct SelectionItem {
  std::string text;  ///< as written
  std::string name;  ///< of a dimension or a variable
  std::optional<IndexSlice> slice;
  ValueRange range;  ///< without a slice
};

/// Returns the items of a text. throws: Error(usage).
[[nodiscard]] std::vector<SelectionItem> parse_selection(std::string_view text);

/// The time that a date means: from its beginning to that of the next year, month, day, hour,
/// minute or second, whichever is the last that the text states.
struct Period {
  cdl::Date begin;
  cdl::Date end;
};

/// Reads "2020", "2020-03", "2020-03-01", "2020-03-01T12", "2020-03-01 12:30:00".
///
/// throws: Error(usage) if the text is not a date, or the calendar does not have it.
[[nodiscard]] Period parse_period(std::string_view text, cdl::Calendar calendar);

/// Returns the number that a text states. throws: Error(usage).
[[nodiscard]] double parse_limit(std::string_view text);

/// Returns a value as text: on a time axis, the date that it means.
[[nodiscard]] std::string text_of_value(double value, const std::optional<cdl::TimeAxis>& axis);

}  // namespace ncf::ops
