// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Parts of the header of a CDL text: user-defined types, names and values of attributes. A name is
// as seen from a group: an object is written by its name if the name alone means it there, and
// otherwise by its path. ncdump prints only names, which may mean something else.
//
// source: ncgen(1), "CDL Notation"
#pragma once

#include <string>

#include "cdl/write/escapes.hpp"
#include "cdl/write/line_layout.hpp"
#include "cdl/write/time_axis.hpp"
#include "model/schema/schema.hpp"
#include "ncf/cdl_style.hpp"

namespace ncf::cdl {

/// Appends the name of `type` as used in `group`.
void append_type_name(std::string& out, const model::Schema& schema, const model::Type& type,
                      model::GroupId group);

/// Appends the name of a dimension as used in `group`.
void append_dimension_name(std::string& out, const model::Schema& schema, model::DimensionId id,
                           model::GroupId group);

/// Appends the definition of `type`, which belongs to `group`.
void append_type_definition(std::string& out, const model::Schema& schema, const model::Type& type,
                            model::GroupId group, LineLayout& lines);

/// Appends the values of an attribute, of any type. A suffix or a point shows the type of a number;
/// values of user-defined types are wrapped; an attribute without values is an empty text.
/// line_ends: for characters.
void append_attribute_values(std::string& out, const model::Values& values, LineEnds line_ends,
                             const CdlStyle& style, LineLayout& lines);

/// Appends the dates that numbers mean, as a comment after them, or below if there are more than
/// two. style: has a date separator.
void append_attribute_dates(std::string& out, const model::Values& values, const TimeAxis& axis,
                            const CdlStyle& style, const LineLayout& lines);

}  // namespace ncf::cdl
