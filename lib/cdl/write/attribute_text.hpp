// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The value of an attribute in CDL. A suffix or a point shows the type of a number.
// source: ncgen(1), "CDL Notation"
#pragma once

#include <string>

#include "cdl/write/escapes.hpp"
#include "cdl/write/line_layout.hpp"
#include "cdl/write/time_axis.hpp"
#include "model/schema/schema.hpp"
#include "ncf/cdl_style.hpp"

namespace ncf::cdl {

/// Appends the values, of any type; those of user-defined types are wrapped. An attribute without
/// values is an empty text.
void append_attribute_values(std::string& out, const model::Values& values, LineEnds line_ends,
                             const CdlStyle& style, LineLayout& lines);

/// Appends the dates that numbers mean, as a comment after them, or below if there are more than
/// two.
/// style: has a date separator.
void append_attribute_dates(std::string& out, const model::Values& values, const TimeAxis& axis,
                            const CdlStyle& style, const LineLayout& lines);

}  // namespace ncf::cdl
