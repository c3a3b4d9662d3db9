// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/generate/disk_space.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>

#include "base/at_place.hpp"
#include "ncf/error.hpp"
#include "ops/generate/value_pass.hpp"

namespace ncf::ops {
namespace {

using model::Schema;
using model::Variable;

constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();

std::uint64_t bytes_of_all_values(const Schema& schema, const Variable& variable) {
  std::uint64_t bytes = variable.type->size_bytes;
  for (const std::size_t length : schema.shape(variable)) {
    if (__builtin_mul_overflow(bytes, length, &bytes)) return no_limit;
  }
  return bytes;
}

bool is_contiguous(const Schema& schema, const Variable& variable) {
  return is_netcdf4(schema.format) && variable.storage.layout == model::Layout::contiguous &&
         !variable.has_filters() && !schema.has_unlimited(variable);
}

/// Whether the file will store every value, given or not. The size of chunks with filters is
/// unknown.
bool stores_all_values(const GeneratePlan& plan, model::VariableId id) {
  const Variable& variable = plan.schema.variables[id];
  if (!has_chunks(plan.schema.format)) return plan.has_values[id] || !variable.no_fill;
  if (!plan.has_values[id]) return false;
  return is_contiguous(plan.schema, variable) ||
         (must_write_fill(variable) && !variable.has_filters());
}

const char* advice(const Schema& schema) {
  if (!has_chunks(schema.format)) {
    return "a classic file stores every value, given or not; -4 makes a file that stores only "
           "given values, -x one without fill values for variables without values";
  }
  return "values that the text does not give are stored too; chunks (_ChunkSizes) without _NoFill "
         "avoid that";
}

}  // namespace

void require_space_for_values(const GeneratePlan& plan, const PendingDataset& output) {
  std::uint64_t all_bytes = 0;
  std::uint64_t most_bytes = 0;
  model::VariableId largest = 0;
  for (model::VariableId id = 0; id < plan.schema.variables.size(); ++id) {
    if (!stores_all_values(plan, id)) continue;
    const std::uint64_t bytes = bytes_of_all_values(plan.schema, plan.schema.variables[id]);
    if (__builtin_add_overflow(all_bytes, bytes, &all_bytes)) all_bytes = no_limit;
    if (bytes <= most_bytes) continue;
    most_bytes = bytes;
    largest = id;
  }
  if (most_bytes == 0) return;
  try {
    output.require_space(all_bytes);
  } catch (const Error& error) {
    Error told(ErrorCode::unsupported, fmt::format("{}; {}", error.message(), advice(plan.schema)));
    told.add_context("variable " + plan.schema.variable_path(largest));
    for (const std::string& place : error.context()) told.add_context(place);
    throw told;
  }
}

}  // namespace ncf::ops
