// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/output/marker_attributes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "model/schema/fill_values.hpp"
#include "model/values/numbers.hpp"
#include "ops/definitions/definition_text.hpp"
#include "ops/output/attribute_changes.hpp"

namespace ncf::ops {
namespace {

using model::Attribute;
using model::Schema;
using model::Values;
using model::Variable;
using model::VariableId;

constexpr const char* fill_value = "_FillValue";
constexpr const char* missing_value = "missing_value";

/// Returns "double 1.e+20".
std::string describe(const Values& values) {
  if (values.count() == 0) return "no value";
  return fmt::format("{} {}", values.type()->name, attribute_text(values));
}

AttributeChange conversion(const Values& was, const Values& is) {
  const std::string begin = fmt::format(" becomes {} instead of {}: ", describe(is), describe(was));
  if (was.type()->is_number() && is.count() < was.count()) {
    return {begin + fmt::format("no {} is equal to what is left out", is.type()->name),
            " get the types of their variables, without numbers that no value there can be equal "
            "to"};
  }
  return {begin + "readers compare it with the variable's values",
          " get the types of their variables: readers compare them with their values"};
}

AttributeChange division(const Values& all, const Variable& variable) {
  return {fmt::format(" ({}) becomes one {}, because netCDF has one fill value; missing_value gets "
                      "the others",
                      describe(all), variable.type->name),
          " become one value each, because netCDF has one fill value; missing_value gets the "
          "others"};
}

AttributeChange omission(const Values& values, const Variable& variable) {
  const bool has_other_count =
      values.count() == 0 ||
      (values.count() > 1 &&
       (values.type()->is_number() || model::same_type(*values.type(), *variable.type)));
  if (has_other_count) {
    return {fmt::format(" ({}) is left out: a fill value is one value, so readers find none",
                        describe(values)),
            " are left out: a fill value is one value, so readers find none"};
  }
  return {fmt::format(" ({}) is left out: no {} is equal to it, so it marks no value as missing",
                      describe(values), variable.type->name),
          " are left out: no values of their variables can be equal to them, so they mark none as "
          "missing"};
}

/// Returns whether values of a variable are equal to all numbers of an attribute.
bool has_equal_values(const Values& numbers, const Variable& variable) {
  return model::convert_exactly(numbers, variable.type).has_value();
}

/// Returns what an attribute with numbers that the variable's type lacks means; empty if it can
/// stay: `missing_value` and valid ranges may have any type. A valid range has two ends, so none is
/// left out.
std::optional<Values> find_meant(const Attribute& attribute, const Variable& variable) {
  const Values& values = *attribute.values;
  const bool may_round = variable.type->is_floating_point() && values.type()->is_number();
  if (!may_round || attribute.name == fill_value || !is_compared(attribute.name, variable) ||
      has_equal_values(values, variable)) {
    return std::nullopt;
  }
  Values meant = model::to_markers(values, variable);
  const bool is_whole = meant.count() == values.count();
  const bool may_be_shorter = attribute.name == missing_value && meant.count() > 0;
  if (!is_whole && !may_be_shorter) return std::nullopt;
  return meant;
}

class MarkerAdapter {
 public:
  explicit MarkerAdapter(Schema& schema) : schema_(schema) {}

  /// Makes `_FillValue` one value of the variable's type, or leaves it out.
  void fit_fill_value(VariableId id) {
    convert_fill_value(id);
    leave_out_odd_fill_value(id);
  }

  /// Makes `_FillValue` one value that some value of the variable can be equal to, of any type.
  void correct_fill_value(VariableId id) {
    const Variable& variable = schema_.variables[id];
    if (!model::has_odd_fill_value(variable)) return;
    const Values& values = *model::find_attribute(variable.attributes, fill_value)->values;
    if (values.count() == 1 && has_equal_values(values, variable)) return;
    divide_fill_value(id);
    convert_fill_value(id);
  }

  void convert_others(VariableId id) {
    Variable& variable = schema_.variables[id];
    for (Attribute& attribute : variable.attributes) {
      if (auto meant = find_meant(attribute, variable)) replace(id, attribute, std::move(*meant));
    }
  }

  void tell(std::vector<std::string>& notes) const { changes_.tell(notes); }

 private:
  void convert_fill_value(VariableId id) {
    Variable& variable = schema_.variables[id];
    auto meant = model::has_odd_fill_value(variable) ? model::find_meant_fill_value(variable)
                                                     : std::optional<Values>{};
    if (meant) replace(id, *find_fill_value(variable), std::move(*meant));
  }

  /// Readers take each of several fill values for missing, but netCDF has only one.
  void divide_fill_value(VariableId id) {
    Variable& variable = schema_.variables[id];
    const auto fill = find_fill_value(variable);
    const Values markers = model::to_markers(*fill->values, variable);
    if (fill->values->count() < 2 || markers.count() == 0) return;
    if (markers.count() == 1) return replace(id, *fill, markers);
    changes_.add(division(*fill->values, variable), path_of(id, *fill), describe(*fill->values));
    fill->values = std::make_shared<const Values>(model::part_of(markers, 0, 1));
    add_missing_values(variable, model::part_of(markers, 1, markers.count() - 1));
  }

  void leave_out_odd_fill_value(VariableId id) {
    Variable& variable = schema_.variables[id];
    if (!model::has_odd_fill_value(variable)) return;
    const auto odd = find_fill_value(variable);
    changes_.add(omission(*odd->values, variable), path_of(id, *odd), describe(*odd->values));
    variable.attributes.erase(odd);
  }

  static std::vector<Attribute>::iterator find_fill_value(Variable& variable) {
    return std::ranges::find(variable.attributes, fill_value, &Attribute::name);
  }

  [[nodiscard]] std::string path_of(VariableId id, const Attribute& attribute) const {
    return model::attribute_path(schema_.variable_path(id), attribute.name);
  }

  void replace(VariableId id, Attribute& attribute, Values values) {
    changes_.add(conversion(*attribute.values, values), path_of(id, attribute));
    attribute.values = std::make_shared<const Values>(std::move(values));
    attribute.stored_json.reset();
  }

  static void add_missing_values(Variable& variable, const Values& others) {
    model::set_attribute(variable.attributes, missing_value,
                         model::joined(model::markers_of(variable, missing_value), others));
  }

  Schema& schema_;
  AttributeChanges changes_;
};

}  // namespace

void fit_fill_values(Schema& schema, const std::vector<VariableId>& ids,
                     std::vector<std::string>& notes) {
  MarkerAdapter adapter(schema);
  for (const VariableId id : ids) adapter.fit_fill_value(id);
  adapter.tell(notes);
}

void adapt_markers(Schema& schema, Format format, std::vector<std::string>& notes) {
  MarkerAdapter adapter(schema);
  for (VariableId id = 0; id < schema.variables.size(); ++id) {
    adapter.correct_fill_value(id);
    if (has_chunks(format)) adapter.fit_fill_value(id);
    adapter.convert_others(id);
  }
  adapter.tell(notes);
}

}  // namespace ncf::ops
