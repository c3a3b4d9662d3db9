// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/definitions/expressible.hpp"

#include <algorithm>

#include "model/schema/format_facts.hpp"

namespace ncf::ops {
namespace {

using model::Dimension;
using model::DimensionId;
using model::facts_of;
using model::FormatFacts;
using model::Schema;
using model::TypeClass;
using Unlimited = model::FormatFacts::Unlimited;

bool is_only_unlimited(const Schema& schema) {
  return std::ranges::count_if(schema.dimensions, &Dimension::is_unlimited) == 1;
}

bool comes_first(const Schema& schema, DimensionId dimension) {
  return std::ranges::none_of(schema.variables, [&](const model::Variable& variable) {
    const auto& ids = variable.dimensions;
    return !ids.empty() && std::find(ids.begin() + 1, ids.end(), dimension) != ids.end();
  });
}

}  // namespace

bool expresses_lone_dimensions(Format format) { return facts_of(format).has_lone_dimensions; }

bool expresses_growth(Format format, const Schema& schema, DimensionId dimension) {
  const FormatFacts facts = facts_of(format);
  if (!schema.dimensions[dimension].is_unlimited) {
    return facts.unlimited != Unlimited::first || schema.dimensions[dimension].length > 0;
  }
  switch (facts.unlimited) {
    case Unlimited::first:
      return is_only_unlimited(schema) && comes_first(schema, dimension);
    case Unlimited::single:
      return is_only_unlimited(schema);
    case Unlimited::any:
      return true;
    case Unlimited::as_fixed:
      break;
  }
  return false;
}

bool expresses_attribute_type(Format format, const model::Type& type) {
  const FormatFacts facts = facts_of(format);
  return facts.types_attributes &&
         type.type_class <= std::min(facts.largest_type, TypeClass::string);
}

}  // namespace ncf::ops
