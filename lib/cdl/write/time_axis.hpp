// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Finds variables that contain times ("hours since 1900-01-01 00:00"), and converts their values to
// dates.
// source: CF Conventions 4.4; UDUNITS-2, for units and time zones; netcdf-c 4.9.0, whose parsing
// and rounding are otherwise reproduced
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "cdl/language/calendar.hpp"
#include "model/schema/schema.hpp"

namespace ncf::cdl {

/// A unit of time: a number of them is number / divisor * factor hours, or months.
struct TimeUnit {
  double divisor = 1;
  double factor = 1;
  bool is_of_months = false;
};

class TimeAxis {
 public:
  /// Returns empty if `units` are not units of time since a date, or the date is a million years
  /// away.
  static std::optional<TimeAxis> parse(std::string_view units, Calendar calendar);
  /// Reads the attributes `units` and `calendar` of a variable; returns empty if it does not
  /// contain times.
  static std::optional<TimeAxis> of(const model::Variable& variable);

  /// Appends the date of `value` in quotes, without zeros at its end. Returns false, and appends
  /// nothing, if the date is too far away or `value` is not finite.
  bool append_date(std::string& out, double value, char separator) const;

  [[nodiscard]] Calendar calendar() const noexcept { return calendar_; }
  /// Returns the date of `value`; empty if it is too far away.
  [[nodiscard]] std::optional<Date> date_of(double value) const;
  /// Returns the length of the unit; empty if it varies.
  [[nodiscard]] std::optional<double> unit_seconds() const;
  /// Returns how much later the origin is than that of `other`, to a microsecond; empty if the
  /// calendars differ. The mixed and the Gregorian one do not for origins after 1582.
  [[nodiscard]] std::optional<double> seconds_after(const TimeAxis& other) const;

 private:
  static std::optional<Date> parse_origin(std::string_view text, Calendar calendar);

  Calendar calendar_ = Calendar::mixed;
  TimeUnit unit_;
  Date origin_;
};

/// The time axes of all variables of a schema, which must outlive this.
class TimeAxes {
 public:
  explicit TimeAxes(const model::Schema& schema);

  /// Returns empty for a variable without times. By CF, a bounds variable without units has those
  /// of the variable in its group whose attribute `bounds` names it.
  [[nodiscard]] std::optional<TimeAxis> of(model::VariableId id) const;

 private:
  const model::Schema& schema_;
  /// From the group and name of a bounds variable to the variable whose attribute names it.
  std::map<std::pair<model::GroupId, std::string>, model::VariableId> bounded_;
};

}  // namespace ncf::cdl
