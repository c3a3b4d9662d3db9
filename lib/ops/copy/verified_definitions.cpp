// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/copy/verified_definitions.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "ncf/error.hpp"
#include "ops/compare/definitions.hpp"

namespace ncf::ops {
namespace {

/// Returns whether the output names dimensions of a variable that have no names. Zarr v2 names all
/// dimensions of an array or none.
bool gives_names(const model::Schema& schema, const model::Variable& variable) {
  if (!is_zarr(schema.format)) return true;
  return schema.format != Format::zarr3 && !schema.has_only_unnamed_dimensions(variable);
}

/// Returns what readers should find.
model::Schema expected_schema(const model::Schema& asked) {
  model::Schema schema = asked;
  schema.findings.clear();
  for (const model::Variable& variable : asked.variables) {
    if (!gives_names(asked, variable)) continue;
    for (const model::DimensionId id : variable.dimensions)
      schema.dimensions[id].is_unnamed = false;
  }
  return schema;
}

/// Returns whether the format of `schema` expresses what differs. Zarr has fewer types of
/// attributes and no names of types, and plain Zarr only dimensions of arrays; copies note what
/// that changes. In Zarr v2, readers take the value of missing chunks for a `_FillValue`.
bool is_expressed(const DefinitionDifference& difference, const model::Schema& schema) {
  if (!is_zarr(schema.format)) return true;
  const std::string& what = difference.what;
  if (what == "type") return schema.types.empty();
  if (what == "attribute" && !schema.types.empty() && difference.first == difference.second) {
    return false;  // only the type has another name
  }
  if (what == "attribute" && schema.format == Format::zarr2) {
    return difference.first || !difference.path.ends_with(":_FillValue");
  }
  return what != "attribute type" && what != "growth" && what != "dimension";
}

}  // namespace

void verify_definitions(const model::Schema& asked, const model::Schema& read_back) {
  const model::Schema expected = expected_schema(asked);
  CompareReport report;
  compare_definitions(expected, read_back, choose_scope({}, expected, read_back), {}, report);
  const auto one = std::ranges::find_if(report.definitions, [&](const auto& difference) {
    return is_expressed(difference, expected);
  });
  if (one == report.definitions.end()) return;
  throw Error(
      ErrorCode::corrupt,
      fmt::format("reads back otherwise than it was written: {}: {}: {} instead of {}", one->path,
                  one->what, one->second.value_or("nothing"), one->first.value_or("nothing")));
}

}  // namespace ncf::ops
