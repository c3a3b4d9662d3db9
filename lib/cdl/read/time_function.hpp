// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The only function in CDL: time("2000-01-02 03:04:05").
#pragma once

#include <string_view>

namespace ncf::cdl {

/// Returns the hours from 1970-01-01 00:00 to `date`. Its form is "YEAR-MONTH-DAY
/// HOUR:MINUTE:SECOND", and everything after the year may be left out. As in ncgen, the calendar is
/// always Gregorian, even for dates before it began.
/// throws: BadLiteral.
double hours_since_1970(std::string_view date);

}  // namespace ncf::cdl
