// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/views/new_values.hpp"

#include <memory>
#include <utility>
#include <vector>

#include "model/dataset/stored_form.hpp"
#include "ncf/error.hpp"

namespace ncf::ops {
namespace {

/// Returns what is read where nothing is stored; empty if it cannot be converted.
std::optional<std::vector<std::byte>> converted_fill(const model::StoredForm& form,
                                                     const model::ViewConversion& conversion,
                                                     const model::Type& type) {
  if (!form.fill || form.element != model::element_name(conversion.original->type_class)) {
    return std::nullopt;
  }
  std::vector<std::byte> fill = *form.fill;
  if (model::is_foreign(form.byte_order)) model::swap_elements(fill, form.element_bytes);
  std::vector<std::byte> converted(type.size_bytes);
  try {
    conversion.convert({}, fill, converted);
  } catch (const Error&) {
    return std::nullopt;  // an error only if it is read
  }
  return converted;
}

}  // namespace

void convert_values(model::ViewDefinition& view, model::VariableId id, const model::TypeRef& type,
                    model::Source& source,
                    std::function<void(const model::Box& box, std::span<const std::byte> originals,
                                       std::span<std::byte> values)>
                        convert) {
  model::Variable& variable = view.schema.variables[id];
  auto conversion = std::make_shared<model::ViewConversion>();
  conversion->original = variable.type;
  conversion->convert = std::move(convert);
  model::Origin& origin = view.variables[id].origins.front();
  if (!origin.conversion) {
    conversion->fill = converted_fill(source.stored_form(origin.variable), *conversion, *type);
  }
  origin.conversion = model::chained(std::move(origin.conversion), std::move(conversion));
  variable.type = type;
  variable.byte_order = model::ByteOrder::native;
  variable.stored_fill.reset();
  variable.quantization.reset();
}

}  // namespace ncf::ops
