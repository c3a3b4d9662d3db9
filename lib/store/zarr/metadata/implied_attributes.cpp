// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/zarr/metadata/implied_attributes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "model/schema/fill_values.hpp"
#include "store/zarr/metadata/fill_value.hpp"
#include "store/zarr/metadata/time_units.hpp"

namespace ncf::store::zarr {
namespace {

using model::Attribute;
using model::Variable;

bool has_attribute(const Variable& variable, std::string_view name) {
  return model::find_attribute(variable.attributes, name) != nullptr;
}

/// Adds `units` by the CF conventions to dates and time spans, and the value for "not a time".
void add_units(ArrayMetadata& array, Variable& variable) {
  const std::string& units = array.element.units;
  if (units.empty()) return;
  const auto add = [&](std::string name, model::Values values) {
    if (has_attribute(variable, name)) {
      array.fault = Error(ErrorCode::unsupported,
                          fmt::format("dates or time spans, which cannot get {} because the array "
                                      "has an attribute of that name",
                                      name));
      return;
    }
    variable.attributes.push_back(
        {std::move(name), std::make_shared<const model::Values>(std::move(values))});
  };
  add("units", model::text_values(units));
  if (units.ends_with(numpy_epoch)) add("calendar", model::text_values(numpy_calendar));
  const bool fills_with_none = !array.fill || *array.fill == not_a_time();
  add(fills_with_none ? "_FillValue" : "missing_value", not_a_time());
}

/// Returns whether readers take the fill value for missing values: xarray does in Zarr v2 if
/// dimensions have names. Of dates, it takes only "not a time", which `add_units` has added.
bool is_fill_missing(bool is_nczarr, const ArrayMetadata& array) {
  return array.format == filter::ZarrFormat::v2 && !is_nczarr && array.dimension_names &&
         array.fill && array.is_fill_of_type && array.element.units.empty();
}

/// Adds `_FillValue`, or corrects it. Returns whether there was one that means another value: in
/// xarray, the fill value wins.
bool set_fill_value(bool is_nczarr, const ArrayMetadata& array, Variable& variable) {
  if (!is_fill_missing(is_nczarr, array)) return false;
  const auto written = std::ranges::find(variable.attributes, "_FillValue", &Attribute::name);
  const auto fill = std::make_shared<const model::Values>(*array.fill);
  if (written == variable.attributes.end()) {
    variable.attributes.insert(variable.attributes.begin(), {"_FillValue", fill});
    return false;
  }
  const auto meant = model::find_meant_fill_value(variable);
  if (meant && model::with_plain_nan(*meant) == *array.fill) return false;
  *written = {"_FillValue", fill};
  return true;
}

/// Determines the value of missing chunks if the array has no fill value, which Zarr leaves
/// undefined. As in libnetcdf, it is then the variable's fill value; in plain Zarr it is 0 if there
/// is none, because zarr-python 3 and xarray leave out chunks that contain only zeros.
void take_fill_value(const Variable& variable, bool is_nczarr, ArrayMetadata& array) {
  if (array.fill) return;
  array.fill = model::find_meant_fill_value(variable);
  if (!array.fill && !is_nczarr && model::keeps_stored_fill(*variable.type)) {
    array.fill = model::Values(variable.type, 1);
  }
}

std::shared_ptr<const model::Values> stored_fill(const Variable& variable,
                                                 const ArrayMetadata& array) {
  if (!array.fill || has_attribute(variable, "_FillValue") ||
      !model::keeps_stored_fill(*variable.type) ||
      *array.fill == model::default_fill_value(variable.type)) {
    return nullptr;
  }
  return std::make_shared<const model::Values>(*array.fill);
}

}  // namespace

std::optional<std::string> complete_attributes(bool is_nczarr, ArrayMetadata& array,
                                               Variable& variable) {
  add_units(array, variable);
  const bool is_changed = set_fill_value(is_nczarr, array, variable);
  take_fill_value(variable, is_nczarr, array);
  variable.stored_fill = stored_fill(variable, array);
  if (!is_changed) return std::nullopt;
  return "differs from the array's fill value, which xarray uses instead, and becomes it";
}

}  // namespace ncf::store::zarr
