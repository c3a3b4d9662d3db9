// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// User-defined types, and names as seen from a group: an object is written by its name if the name
// alone means it there, and otherwise by its path. ncdump prints only names, which may mean
// something else.
//
// source: ncgen(1), "CDL Notation"
#pragma once

#include <string>

#include "cdl/write/line_layout.hpp"
#include "model/schema/schema.hpp"

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

}  // namespace ncf::cdl
