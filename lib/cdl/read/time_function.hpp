// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// CDL's one function: time("2000-01-02 03:04:05").
#pragma once

#include <string_view>

namespace ncf::cdl {

/// Hours from 1970-01-01 00:00 to `date`, "YEAR-MONTH-DAY HOUR:MINUTE:SECOND" of which all after
/// the year may be left out, in the Gregorian calendar, also before it began, as in ncgen.
/// throws: BadLiteral.
double hours_since_1970(std::string_view date);

}  // namespace ncf::cdl
