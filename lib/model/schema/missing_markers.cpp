// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "model/schema/missing_markers.hpp"

#include "model/schema/default_fill.hpp"
#include "model/schema/typed_markers.hpp"

namespace ncf::model {
namespace {

Values markers_of(const Variable& variable, std::string_view name) {
  const Attribute* const attribute = find_attribute(variable.attributes, name);
  return attribute == nullptr ? Values(variable.type) : to_markers(*attribute->values, variable);
}

}  // namespace

Values missing_markers_of(const Variable& variable) {
  if (!variable.type->is_number()) return Values(variable.type);
  Values fill = markers_of(variable, "_FillValue");
  // For bytes, every value can be data.
  const bool has_default = variable.type->size_bytes > 1;
  if (fill.count() == 0 && has_default) fill = default_fill_value(variable.type);
  return joined(fill, markers_of(variable, "missing_value"));
}

}  // namespace ncf::model
