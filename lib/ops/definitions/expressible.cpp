// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/definitions/expressible.hpp"

#include <algorithm>

namespace ncf::ops {
namespace {

using model::Dimension;
using model::DimensionId;
using model::Schema;
using model::TypeClass;

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

bool expresses_lone_dimensions(Format format) { return !is_zarr(format); }

bool expresses_growth(Format format, const Schema& schema, DimensionId dimension) {
  const bool is_unlimited = schema.dimensions[dimension].is_unlimited;
  switch (format) {
    case Format::classic:
    case Format::offset64:
    case Format::cdf5:
      return is_unlimited ? is_only_unlimited(schema) && comes_first(schema, dimension)
                          : schema.dimensions[dimension].length > 0;
    case Format::netcdf4_classic:
      return !is_unlimited || is_only_unlimited(schema);
    case Format::netcdf4:
      return true;
    case Format::nczarr:
    case Format::zarr2:
    case Format::zarr3:
      break;
  }
  return !is_unlimited;
}

bool expresses_attribute_type(Format format, const model::Type& type) {
  if (is_zarr(format)) return false;
  if (format == Format::netcdf4) return type.type_class <= TypeClass::string;
  return type.type_class <= (format == Format::cdf5 ? TypeClass::uint64 : TypeClass::double_);
}

}  // namespace ncf::ops
