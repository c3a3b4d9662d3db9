// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/definitions/definitions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "ncf/error.hpp"
#include "store/zarr/metadata/attributes.hpp"

namespace ncf::ops {
namespace {

/// Returns whether the output names dimensions of a variable that have no names. Zarr v2 names all
/// dimensions of an array or none.
bool gives_names(const model::Schema& schema, const model::Variable& variable) {
  if (!is_zarr(schema.format)) return true;
  return schema.format != Format::zarr3 && !schema.has_only_unnamed_dimensions(variable);
}

/// Returns what readers should find. Zarr expresses less than netCDF-4, and what one of two formats
/// cannot express does not count as a difference.
model::Schema expected_schema(const model::Schema& asked) {
  model::Schema schema = asked;
  if (is_zarr(asked.format)) {
    schema.format = Format::netcdf4;
    model::visit_attributes(
        schema, [&](auto& attributes, const std::string& /*owner*/, const model::Type* variable) {
          for (model::Attribute& attribute : attributes) {
            attribute = store::zarr::read_back(attribute, variable, asked.format);
          }
        });
  }
  schema.findings.clear();
  for (const model::Variable& variable : asked.variables) {
    if (!gives_names(asked, variable)) continue;
    for (const model::DimensionId id : variable.dimensions) {
      schema.dimensions[id].is_unnamed = false;
    }
  }
  return schema;
}

/// Returns whether a reader of Zarr v2 takes the value of missing chunks for a `_FillValue`.
bool is_value_of_missing_chunks(const DefinitionDifference& difference, Format format) {
  return format == Format::zarr2 && !difference.first && difference.path.ends_with(":_FillValue");
}

/// The dimensions of a variable as plain Zarr has them: their names and lengths, without groups.
std::vector<std::pair<std::string, std::size_t>> plain_dimensions(const model::Schema& schema,
                                                                  const std::string& path) {
  std::vector<std::pair<std::string, std::size_t>> dimensions;
  for (model::VariableId id = 0; id < schema.variables.size(); ++id) {
    if (schema.variable_path(id) != path) continue;
    for (const model::DimensionId dimension : schema.variables[id].dimensions) {
      dimensions.emplace_back(schema.dimensions[dimension].name,
                              schema.dimensions[dimension].length);
    }
  }
  return dimensions;
}

/// Returns whether plain Zarr reads the dimensions of a variable as they were asked for. A note has
/// said which variables get other dimensions, or have one whose name has two lengths: in netCDF,
/// the length becomes a part of its name.
bool has_plain_dimensions(const std::string& path, const model::Schema& asked,
                          const model::Schema& read_back) {
  return std::ranges::equal(
      plain_dimensions(asked, path), plain_dimensions(read_back, path),
      [](const auto& was, const auto& is) {
        const auto& [name, length] = was;
        return length == is.second &&
               (name == is.first || is.first == fmt::format("{}_{}", name, length));
      });
}

/// Returns whether only dimensions differ, which plain Zarr has only as parts of variables.
bool is_group_of_dimensions(const DefinitionDifference& difference, const model::Schema& asked,
                            const model::Schema& read_back) {
  if (!is_plain_zarr(asked.format)) return false;
  if (difference.what == "dimensions") {
    return has_plain_dimensions(difference.path, asked, read_back);
  }
  if (difference.what != "length") return false;
  for (model::VariableId id = 0; id < asked.variables.size(); ++id) {
    if (!has_plain_dimensions(asked.variable_path(id), asked, read_back)) return false;
  }
  return true;
}

}  // namespace

void verify_definitions(const model::Schema& asked, const model::Schema& read_back) {
  const model::Schema expected = expected_schema(asked);
  CompareReport report;
  compare_definitions(expected, read_back, choose_scope({}, expected, read_back), {}, report);
  const auto one = std::ranges::find_if(report.definitions, [&](const auto& difference) {
    return !is_value_of_missing_chunks(difference, asked.format) &&
           !is_group_of_dimensions(difference, asked, read_back);
  });
  if (one == report.definitions.end()) return;
  throw Error(
      ErrorCode::corrupt,
      fmt::format("does not read back as it was written: {}: {}: {} instead of {}", one->path,
                  one->what, one->second.value_or("nothing"), one->first.value_or("nothing")));
}

}  // namespace ncf::ops
