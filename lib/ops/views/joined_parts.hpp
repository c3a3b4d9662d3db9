// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Sources that are joined: what must be equal in them, their order by the values of the dimension
// that joins them, and times in other units than those of the first one. I/O thread only.
//
// source: ncfcopy(1), JOINING
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cdl/write/time_axis.hpp"
#include "model/schema/schema.hpp"
#include "model/view/view_source.hpp"

namespace ncf::ops {

/// Attributes that decide what values mean.
inline constexpr std::string_view meanings[] = {"units",         "calendar",    "scale_factor",
                                                "add_offset",    "_Unsigned",   "_FillValue",
                                                "missing_value", "flag_values", "flag_masks"};

/// Returns an attribute; null also if it only says that NaN is missing, which it is anyway.
[[nodiscard]] const model::Attribute* find_meaning(const model::Variable& variable,
                                                   std::string_view name);

/// A dataset, and which of its variables are joined; empty if all are.
struct KeptPart {
  const model::Schema& schema;
  const std::vector<bool>& kept;
};

/// Requires the same groups and types, and the same dimensions of what is kept, in any order.
/// joined: the dimension whose length may differ. throws: Error(unsupported) naming what only one
/// of them has, or what differs.
void require_same_definitions(const KeptPart& first, const KeptPart& other,
                              const std::string& first_input, const std::string& joined);

/// A variable with the schema that defines it.
struct DefinedVariable {
  const model::Schema& schema;
  const model::Variable& variable;
};

/// Requires the same dimensions of two variables, in the same order. throws: Error(unsupported).
void require_same_dimensions(const DefinedVariable& first, const DefinedVariable& other,
                             const std::string& first_input, const std::string& joined);

/// Returns whether all values of two variables of a type are equal, by bits; both have the same
/// shape. I/O thread. throws: Error.
[[nodiscard]] bool have_same_values(const model::ViewVariable& a, const model::ViewVariable& b,
                                    const model::TypeRef& type, model::SourcePool& pool);

/// Converts times to the units of another time axis: multiplies them and adds an offset.
struct TimeConversion {
  double factor = 1;
  double offset = 0;

  [[nodiscard]] bool is_none() const noexcept { return factor == 1 && offset == 0; }
};

/// Returns how times of one axis become those of another; empty if their calendars differ or a unit
/// has no fixed length.
[[nodiscard]] std::optional<TimeConversion> find_conversion(const cdl::TimeAxis& from,
                                                            const cdl::TimeAxis& to);

/// Returns a conversion of a variable's values to numbers of type `to`, with that of times if they
/// are in other units. Missing values stay. Where a number cannot be expressed in that type, it
/// throws Error(unsupported); only times in other units may be rounded, to the nearest
/// floating-point number.
[[nodiscard]] model::ViewConversionRef make_conversion(const TimeConversion& conversion,
                                                       const model::Variable& variable,
                                                       const model::TypeRef& to);

/// The values of a source along the dimension.
struct JoinedPart {
  std::size_t source = 0;
  std::string name;
  std::size_t length = 1;
  std::vector<double> values = {};  ///< strictly monotonic; empty if there are none
  double longest_step = 0;          ///< between neighbours; 0 for a single value
};

/// Returns a part. values: in the units of all parts. throws: Error(unsupported) if they are not
/// strictly monotonic.
[[nodiscard]] JoinedPart make_part(std::size_t source, std::string name,
                                   std::vector<double> values);

/// Removes the parts of which the first one has all values. axis: of the values, if they are times.
/// notes: gets the names of the parts.
void skip_present_parts(std::vector<JoinedPart>& parts, const std::string& dimension,
                        const std::optional<cdl::TimeAxis>& axis, std::vector<std::string>& notes);

/// Sorts parts that have values. axis: of the values, if they are times. notes: gets gaps.
///
/// throws: Error(unsupported) naming a part whose values overlap those of another, or descend while
/// others ascend.
void sort_parts(std::vector<JoinedPart>& parts, const std::string& dimension,
                const std::optional<cdl::TimeAxis>& axis, std::vector<std::string>& notes);

}  // namespace ncf::ops
