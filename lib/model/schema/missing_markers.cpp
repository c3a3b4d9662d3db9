// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "model/schema/missing_markers.hpp"

#include <cstring>
#include <string_view>
#include <vector>

#include "model/schema/default_fill.hpp"
#include "model/values/convert.hpp"
#include "model/values/visit_number.hpp"

namespace ncf::model {
namespace {

/// Returns the numbers of an attribute, each as one value of the variable's type.
std::vector<Values> numbers_of(const Variable& variable, std::string_view name) {
  std::vector<Values> numbers;
  const Attribute* const attribute = find_attribute(variable.attributes, name);
  if (attribute == nullptr || !attribute->values->type()->is_number()) return numbers;
  for (std::size_t i = 0; i < attribute->values->count(); ++i) {
    if (auto number = to_marker(*attribute->values, i, variable.type)) {
      numbers.push_back(std::move(*number));
    }
  }
  return numbers;
}

}  // namespace

std::optional<Values> to_marker(const Values& values, std::size_t i, const TypeRef& type) {
  Values one(values.type(), 1);
  std::memcpy(one.data(), values.data() + i * one.size_bytes(), one.size_bytes());
  if (values.type()->type_class == TypeClass::double_ && type->type_class == TypeClass::float_) {
    const auto nearest = nearest_float(load<double>(one.data()));
    if (!nearest) return std::nullopt;
    Values marker(type, 1);
    store(marker.data(), *nearest);
    return marker;
  }
  return convert_exactly(one, type);
}

Values missing_markers_of(const Variable& variable) {
  if (!variable.type->is_number()) return Values(variable.type);
  std::vector<Values> markers = numbers_of(variable, "_FillValue");
  if (markers.size() != 1) {
    markers.clear();
    // For bytes, every value can be data.
    if (variable.type->size_bytes > 1) markers.push_back(default_fill_value(variable.type));
  }
  for (Values& number : numbers_of(variable, "missing_value")) {
    markers.push_back(std::move(number));
  }
  Values all(variable.type, markers.size());
  std::byte* next = all.data();
  for (const Values& marker : markers) {
    std::memcpy(next, marker.data(), marker.size_bytes());
    next += marker.size_bytes();
  }
  return all;
}

}  // namespace ncf::model
