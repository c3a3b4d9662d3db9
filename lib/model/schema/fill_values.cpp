// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "model/schema/fill_values.hpp"

#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

#include "model/values/numbers.hpp"

namespace ncf::model {
namespace {

/// Returns the type of the numbers that values of a type are.
const TypeRef& number_type(const TypeRef& type) {
  return type->type_class == TypeClass::enumeration ? type->base : type;
}

/// Returns the unsigned type of the same size; null if the type is none of signed integers.
TypeRef unsigned_type(const Type& type) {
  switch (type.type_class) {
    case TypeClass::byte_:
      return atomic_type(TypeClass::ubyte);
    case TypeClass::short_:
      return atomic_type(TypeClass::ushort);
    case TypeClass::int_:
      return atomic_type(TypeClass::uint);
    case TypeClass::int64:
      return atomic_type(TypeClass::uint64);
    default:
      return nullptr;
  }
}

/// Returns a text as a value of a type of texts.
std::optional<Values> to_text(const Values& values, const Type& type) {
  const std::vector<std::string_view> texts = texts_of(values);
  if (texts.size() != 1) return std::nullopt;
  const std::string_view text = without_padding(texts.front());
  if (text.find('\0') != std::string_view::npos) return std::nullopt;
  if (type.type_class == TypeClass::string) return string_value(text);
  if (type.type_class == TypeClass::char_ && text.size() == 1) return text_values(text);
  return std::nullopt;
}

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

/// Returns what a number of an attribute means: one value of the variable's type. Empty if no value
/// can be equal to it: 300 for a byte, 1e300 for a float. With `_Unsigned`, 255 is a byte.
std::optional<Values> to_marker(const Values& numbers, std::size_t i, const Variable& variable) {
  if (!numbers.type()->is_number()) return std::nullopt;
  const Values number = part_of(numbers, i, 1);
  const TypeRef& type = number_type(variable.type);
  auto marker = convert_to_nearest(number, type);
  const TypeRef as_unsigned = unsigned_type(*type);
  if (!marker && as_unsigned && is_unsigned(variable)) {
    marker = convert_exactly(number, as_unsigned);
  }
  return marker ? std::optional(as_type(*marker, variable.type)) : std::nullopt;
}

}  // namespace

bool is_compared(std::string_view attribute, const Variable& variable) {
  if (attribute == "_FillValue" || attribute == "missing_value") return true;
  return attribute.starts_with("valid_") && has_type_of_variable(attribute) && !is_packed(variable);
}

const Values* find_fitting_fill_value(const Variable& variable) {
  const Attribute* const attribute = find_attribute(variable.attributes, "_FillValue");
  const bool is_fitting = attribute != nullptr && attribute->values->count() == 1 &&
                          same_type(*attribute->values->type(), *variable.type);
  return is_fitting ? attribute->values.get() : nullptr;
}

bool has_odd_fill_value(const Variable& variable) {
  return find_attribute(variable.attributes, "_FillValue") != nullptr &&
         find_fitting_fill_value(variable) == nullptr;
}

Values to_markers(const Values& numbers, const Variable& variable) {
  std::vector<Values> found;
  for (std::size_t i = 0; i < numbers.count(); ++i) {
    if (auto marker = to_marker(numbers, i, variable)) found.push_back(std::move(*marker));
  }
  Values markers(variable.type, found.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    std::memcpy(markers.data() + i * found[i].size_bytes(), found[i].data(), found[i].size_bytes());
  }
  return markers;
}

Values markers_of(const Variable& variable, std::string_view attribute) {
  const Attribute* const found = find_attribute(variable.attributes, attribute);
  return found == nullptr ? Values(variable.type) : to_markers(*found->values, variable);
}

std::optional<Values> find_meant_fill_value(const Variable& variable) {
  if (const Values* const fitting = find_fitting_fill_value(variable)) return *fitting;
  const Attribute* const attribute = find_attribute(variable.attributes, "_FillValue");
  if (attribute == nullptr) return std::nullopt;
  const Values& values = *attribute->values;
  if (!values.type()->is_number()) return to_text(values, *variable.type);
  return values.count() == 1 ? to_marker(values, 0, variable) : std::nullopt;
}

bool is_packed(const Variable& variable) {
  return find_attribute(variable.attributes, "scale_factor") != nullptr ||
         find_attribute(variable.attributes, "add_offset") != nullptr;
}

bool is_unsigned(const Variable& variable) {
  const Attribute* const mark = find_attribute(variable.attributes, "_Unsigned");
  if (mark == nullptr) return false;
  const auto texts = texts_of(*mark->values);
  return texts.size() == 1 && texts.front() == "true";
}

std::vector<double> numbers_of(const Variable& variable, std::string_view attribute) {
  const Attribute* const found = find_attribute(variable.attributes, attribute);
  return found == nullptr ? std::vector<double>{} : to_doubles(*found->values);
}

std::optional<Packing> find_packing(const Variable& variable) {
  Packing packing;
  for (const auto& [name, number] : {std::pair("scale_factor", &packing.scale_factor),
                                     std::pair("add_offset", &packing.add_offset)}) {
    if (find_attribute(variable.attributes, name) == nullptr) continue;
    const std::vector<double> numbers = numbers_of(variable, name);
    if (numbers.size() != 1 || !std::isfinite(numbers.front())) return std::nullopt;
    *number = numbers.front();
  }
  return packing;
}

Values default_fill_value(const TypeRef& type) {
  if (type->type_class == TypeClass::string) return string_value("");
  Values value(type, 1);
  visit_number_or_character(number_type(type)->type_class,
                            [&](auto like) { store(value.data(), default_fill<decltype(like)>); });
  return value;
}

Values fill_value_of(const Variable& variable) {
  auto meant = find_meant_fill_value(variable);
  return meant ? std::move(*meant) : default_fill_value(variable.type);
}

bool keeps_stored_fill(const Type& type) {
  return type.is_number() || (!type.is_atomic() && type.is_fixed_size);
}

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

Values missing_markers_of(const Variable& variable) {
  if (!variable.type->is_number()) return Values(variable.type);
  Values fill = markers_of(variable, "_FillValue");
  // For bytes, every value can be data.
  const bool has_default = variable.type->size_bytes > 1;
  if (fill.count() == 0 && has_default) fill = default_fill_value(variable.type);
  return joined(fill, markers_of(variable, "missing_value"));
}

}  // namespace ncf::model
