// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "model/schema/default_fill.hpp"

#include <cmath>
#include <cstdlib>
#include <limits>
#include <new>
#include <utility>

#include "model/schema/typed_markers.hpp"
#include "model/values/visit_number.hpp"

namespace ncf::model {

Values default_fill_value(const TypeRef& type) {
  Values value(type, 1);
  if (type->type_class == TypeClass::string) {
    void* const empty = std::calloc(1, 1);
    if (empty == nullptr) throw std::bad_alloc();
    store(value.data(), empty);
  } else {
    const Type& number = type->type_class == TypeClass::enumeration ? *type->base : *type;
    visit_number_or_character(
        number.type_class, [&](auto like) { store(value.data(), default_fill<decltype(like)>); });
  }
  return value;
}

Values fill_value_of(const Variable& variable) {
  auto meant = find_meant_fill_value(variable);
  return meant ? std::move(*meant) : default_fill_value(variable.type);
}

bool keeps_stored_fill(const Type& type) {
  return type.is_number() || (!type.is_atomic() && type.is_fixed_size);
}

namespace {

void make_nan_plain(const Type& type, std::byte* value) {
  for (const CompoundField& field : type.fields) {
    make_nan_plain(*field.type, value + field.offset_bytes);
  }
  visit_number(type.type_class, [&](auto like) {
    using Number = decltype(like);
    if constexpr (std::is_floating_point_v<Number>) {
      if (std::isnan(load<Number>(value))) store(value, std::numeric_limits<Number>::quiet_NaN());
    }
    return true;
  });
}

}  // namespace

Values with_plain_nan(Values value) {
  make_nan_plain(*value.type(), value.data());
  return value;
}

std::optional<Values> unwritten_value(const Schema& schema, const Variable& variable) {
  if (is_netcdf4(schema.format) && variable.no_fill && variable.type->is_fixed_size) {
    return variable.stored_fill ? std::optional(*variable.stored_fill) : std::nullopt;
  }
  const bool has_attribute = find_attribute(variable.attributes, "_FillValue") != nullptr;
  // Without fill mode, netCDF reads other values beyond the end of a dataset than for missing
  // chunks within it.
  const bool is_everywhere = !variable.no_fill || !schema.has_unlimited(variable);
  const bool is_hidden = !has_attribute && is_everywhere && schema.keeps_hidden_fill(variable);
  Values value = is_hidden ? *variable.stored_fill : fill_value_of(variable);
  return is_zarr(schema.format) ? with_plain_nan(std::move(value)) : value;
}

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
