// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The order of sources along the dimension that joins them, by the values of its variable; and
// times in other units than those of the first source. I/O thread only.
//
// source: ncfcopy(1), JOINING
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cdl/write/time_axis.hpp"
#include "model/schema/schema.hpp"
#include "model/view/view_source.hpp"

namespace ncf::ops {

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

/// Makes it a conversion of a variable's values to numbers of type `to`. Missing values stay. Where
/// a number cannot be expressed in that type, it throws Error(unsupported); only times in other
/// units may be rounded, to the nearest floating-point number.
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

/// Removes the parts of which the first one has all values. notes: gets their names. describe: as
/// of sort_parts.
void skip_present_parts(std::vector<JoinedPart>& parts, const std::string& dimension,
                        const std::function<std::string(double)>& describe,
                        std::vector<std::string>& notes);

/// Sorts parts that have values. notes: gets gaps. describe: a value as text.
///
/// throws: Error(unsupported) naming a part whose values overlap those of another, or descend while
/// others ascend.
void sort_parts(std::vector<JoinedPart>& parts, const std::string& dimension,
                const std::function<std::string(double)>& describe,
                std::vector<std::string>& notes);

}  // namespace ncf::ops
