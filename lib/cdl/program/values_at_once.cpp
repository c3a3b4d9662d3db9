// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "cdl/program/values_at_once.hpp"

#include <algorithm>

namespace ncf::cdl {

using model::CompoundField;
using model::Type;
using model::TypeClass;

bool must_be_written_alone(const Type& type) noexcept {
  return std::ranges::any_of(type.fields, [](const CompoundField& field) {
    const bool is_compound = field.type->type_class == TypeClass::compound;
    const bool is_array = !field.shape.empty();
    return (is_array && is_compound && !field.type->is_fixed_size) ||
           must_be_written_alone(*field.type);
  });
}

bool contains_lost_values(const Type& type) noexcept {
  if (type.type_class == TypeClass::vlen) {
    return must_be_written_alone(*type.base) || contains_lost_values(*type.base);
  }
  return std::ranges::any_of(type.fields, [](const CompoundField& field) {
    return (!field.shape.empty() && must_be_written_alone(*field.type)) ||
           contains_lost_values(*field.type);
  });
}

}  // namespace ncf::cdl
