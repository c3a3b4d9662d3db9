// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/zarr/metadata/codec_variable.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/values/numbers.hpp"
#include "store/zarr/metadata/nczarr.hpp"

namespace ncf::store::zarr {
namespace {

using filter::AttributeValues;
using filter::CodecDimension;
using model::TypeClass;
using model::Values;

std::vector<std::string> strings_of(const Values& values) {
  std::vector<std::string> strings;
  for (std::size_t i = 0; i < values.count(); ++i) strings.emplace_back(get_string(values, i));
  return strings;
}

/// Returns empty for user-defined types.
std::optional<AttributeValues> attribute_values(const Values& values) {
  const TypeClass type_class = values.type()->type_class;
  if (type_class == TypeClass::char_) return std::string(model::text_of(values));
  if (type_class == TypeClass::string) return strings_of(values);
  return model::visit_number(type_class, [&](auto like) -> std::optional<AttributeValues> {
    using Number = decltype(like);
    std::vector<Number> numbers;
    for (std::size_t i = 0; i < values.count(); ++i) {
      numbers.push_back(model::load<Number>(values.data() + i * sizeof(Number)));
    }
    return numbers;
  });
}

/// Returns the names of the groups from below the root down to a group.
std::vector<std::string> path_of(const model::Schema& schema, model::GroupId group) {
  std::vector<std::string> names;
  for (; schema.groups[group].parent; group = *schema.groups[group].parent) {
    names.insert(names.begin(), schema.groups[group].name);
  }
  return names;
}

std::vector<CodecDimension> dimensions_of(const model::Schema& schema,
                                          const model::Variable& variable,
                                          const ArrayMetadata& array) {
  std::vector<CodecDimension> dimensions;
  for (const model::DimensionId id : variable.dimensions) {
    const model::Dimension& dimension = schema.dimensions[id];
    dimensions.push_back({dimension.name, dimension.length, dimension.is_unlimited,
                          path_of(schema, dimension.group).size()});
  }
  const bool is_scalar_of_one = dimensions.empty() && array.rank() == 1;
  if (is_scalar_of_one) dimensions.push_back({std::string(scalar_dimension), 1});
  return dimensions;
}

}  // namespace

filter::CodecVariable shown_to_codecs(const model::Schema& schema, const model::Variable& variable,
                                      const ArrayMetadata& array) {
  filter::CodecVariable shown;
  shown.name = variable.name;
  shown.groups = path_of(schema, variable.group);
  shown.is_unsigned = array.element.kind == Element::Kind::unsigned_integer;
  shown.dimensions = dimensions_of(schema, variable, array);
  for (const model::Attribute& attribute : variable.attributes) {
    auto values = attribute_values(*attribute.values);
    if (values) shown.attributes.push_back({attribute.name, std::move(*values)});
  }
  return shown;
}

}  // namespace ncf::store::zarr
