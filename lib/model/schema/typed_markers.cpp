// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "model/schema/typed_markers.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "model/values/convert.hpp"

namespace ncf::model {
namespace {

/// Returns the type of the numbers that values of a type are.
TypeRef number_type(const Variable& variable) {
  const TypeRef& type = variable.type;
  if (type->type_class == TypeClass::enumeration) return type->base;
  return type;
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

/// Returns the same bytes as a value of another type of this size.
Values with_type(const Values& value, const TypeRef& type) {
  Values same(type, 1);
  std::memcpy(same.data(), value.data(), value.size_bytes());
  return same;
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

std::optional<Values> to_marker(const Values& numbers, std::size_t i, const Variable& variable) {
  if (!numbers.type()->is_number()) return std::nullopt;
  const Values number = part_of(numbers, i, 1);
  const TypeRef type = number_type(variable);
  auto marker = convert_to_nearest(number, type);
  const TypeRef as_unsigned = unsigned_type(*type);
  if (!marker && as_unsigned && is_unsigned(variable)) {
    marker = convert_exactly(number, as_unsigned);
  }
  return marker ? std::optional(with_type(*marker, variable.type)) : std::nullopt;
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

}  // namespace ncf::model
