// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "model/schema/packing.hpp"

namespace ncf::model {

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

}  // namespace ncf::model
