// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Converts the units of NumPy's dates and time spans to those of the CF conventions.
// source: NumPy reference, "Datetimes and timedeltas"; CF conventions, "Time coordinate"
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ncf::store::zarr {

/// The calendar and the origin of NumPy's dates.
inline constexpr std::string_view numpy_calendar = "proleptic_gregorian";
inline constexpr std::string_view numpy_epoch = "since 1970-01-01";

/// Returns "seconds since 1970-01-01" for dates in "s", "25 minutes" for time spans in 25 "m".
/// Empty for months and years, which have no fixed length, and for units that NumPy does not have.
std::optional<std::string> cf_units(std::string_view numpy_unit, std::uint64_t scale, bool is_date);

}  // namespace ncf::store::zarr
