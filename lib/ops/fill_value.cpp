// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/fill_value.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "model/values/convert.hpp"

namespace ncf::ops {
namespace {

bool is_fitting(const model::Values& values, const model::Variable& variable) {
  return model::same_type(*values.type(), *variable.type) && values.count() == 1;
}

}  // namespace

bool has_fitting_fill_value(const model::Variable& variable) {
  const model::Attribute* const attribute =
      model::find_attribute(variable.attributes, "_FillValue");
  return attribute == nullptr || is_fitting(*attribute->values, variable);
}

void adapt_fill_value(model::Variable& variable, const std::string& path, std::string_view who,
                      std::vector<std::string>& notes) {
  const auto attribute =
      std::find_if(variable.attributes.begin(), variable.attributes.end(),
                   [](const auto& candidate) { return candidate.name == "_FillValue"; });
  if (attribute == variable.attributes.end()) return;
  const model::Values& values = *attribute->values;
  if (is_fitting(values, variable)) return;

  auto converted = values.count() == 1 ? model::convert_exactly(values, variable.type)
                                       : std::optional<model::Values>{};
  const std::string given =
      values.count() == 1 ? values.type()->name : fmt::format("{} values", values.count());
  if (converted) {
    attribute->values = std::make_shared<const model::Values>(std::move(*converted));
    notes.push_back(
        fmt::format("variable {}: _FillValue converted: {} requires one {}, "
                    "and the input's is {}",
                    path, who, variable.type->name, given));
    return;
  }
  notes.push_back(
      fmt::format("variable {}: _FillValue dropped: {} requires one {}, and the "
                  "input's {} cannot be stored as that",
                  path, who, variable.type->name, given));
  variable.attributes.erase(attribute);
}

}  // namespace ncf::ops
