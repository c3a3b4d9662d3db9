// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/zfp_bound.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string_view>
#include <vector>

#include "filter/known_ids.hpp"
#include "filter/registry.hpp"
#include "model/default_fill.hpp"
#include "ops/quantities.hpp"

namespace ncf::ops {
namespace {

/// The accuracy that zfp is asked for, if it is.
std::optional<double> zfp_accuracy(const Chain& chain) {
  const auto zfp = std::find_if(chain.begin(), chain.end(),
                                [](const Filter& one) { return one.id == filter::zfp_id; });
  return zfp == chain.end() ? std::nullopt : filter::error_bound(*zfp);
}

template <class Number>
Number first_number(const model::Values& values) {
  Number number = 0;
  std::memcpy(&number, values.data(), sizeof number);
  return number;
}

/// The first of floating-point values.
std::optional<double> first_value(const model::Values& values) {
  if (values.count() == 0) return std::nullopt;
  if (values.type()->type_class == model::TypeClass::float_) return first_number<float>(values);
  if (values.type()->type_class == model::TypeClass::double_) return first_number<double>(values);
  return std::nullopt;
}

std::optional<double> attribute_value(const model::Variable& variable, std::string_view name) {
  const model::Attribute* attribute = model::find_attribute(variable.attributes, name);
  return attribute == nullptr ? std::nullopt : first_value(*attribute->values);
}

/// Whether values beside this one are off by more than the accuracy.
bool breaks(double value, double accuracy, std::size_t element_bytes) {
  if (!std::isfinite(value)) return true;
  // Bits of the block's integers, less those that its transform needs in four dimensions.
  const int bits = element_bytes == sizeof(float) ? 30 - 8 : 62 - 8;
  return std::ldexp(std::fabs(value), -bits) > accuracy;
}

bool has_breaking_value(const model::Variable& variable, double accuracy) {
  for (const char* name : {"_FillValue", "missing_value"}) {
    const auto value = attribute_value(variable, name);
    if (value && breaks(*value, accuracy, variable.type->size_bytes)) return true;
  }
  return false;
}

/// Whether a block holds values as well as fill values at the end of the last chunk.
bool has_mixed_blocks(const model::Schema& schema, const model::Variable& variable,
                      const std::vector<std::size_t>& chunk, bool is_padded) {
  constexpr std::size_t block = 4;
  const std::vector<std::size_t> shape = schema.shape(variable);
  for (std::size_t i = 0; i < chunk.size(); ++i) {
    const bool may_grow = schema.dimensions[variable.dimensions[i]].is_unlimited;
    if (shape[i] % chunk[i] % block != 0 && (may_grow || !is_padded)) return true;
  }
  return false;
}

bool has_breaking_default(const model::Variable& variable, double accuracy) {
  if (variable.no_fill || attribute_value(variable, "_FillValue")) return false;
  return variable.type->is_floating_point() &&
         breaks(model::default_fill<double>, accuracy, variable.type->size_bytes);
}

}  // namespace

std::optional<std::string> describe_broken_bounds(
    const model::Schema& asked, const std::vector<std::vector<std::size_t>>& chunks,
    const std::set<model::VariableId>& padded) {
  std::vector<std::string> paths;
  for (model::VariableId id = 0; id < asked.variables.size(); ++id) {
    const model::Variable& variable = asked.variables[id];
    if (!variable.asked_filters) continue;
    const auto accuracy = zfp_accuracy(*variable.asked_filters);
    if (!accuracy) continue;
    if (has_breaking_value(variable, *accuracy) ||
        (has_breaking_default(variable, *accuracy) &&
         has_mixed_blocks(asked, variable, chunks[id], padded.count(id) > 0))) {
      paths.push_back(asked.variable_path(id));
    }
  }
  if (paths.empty()) return std::nullopt;
  return fmt::format(
      "zfp cannot keep its accuracy beside fill values as large as those of {}, also where they "
      "fill up the last chunks; a _FillValue near the data, quantization with a lossless filter, "
      "or "
      "zfp,reversible helps: {}",
      paths.size() == 1 ? "1 variable" : fmt::format("{} variables", paths.size()),
      format_few(paths));
}

}  // namespace ncf::ops
