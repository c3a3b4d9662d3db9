// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/copy/zfp_bound.hpp"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstring>

#include "filter/known_ids.hpp"
#include "ops/quantities.hpp"

namespace ncf::ops {
namespace {

/// The accuracy that zfp is asked for, if it is.
std::optional<double> zfp_accuracy(const Chain& chain) {
  constexpr std::uint32_t accuracy_mode = 3;
  for (const Filter& filter : chain) {
    const auto& words = filter.parameters;
    if (filter.id != filter::zfp_id || words.size() < 4 || words[0] != accuracy_mode) continue;
    return std::bit_cast<double>(std::uint64_t{words[3]} << 32U | words[2]);
  }
  return std::nullopt;
}

template <class Number>
Number first_number(const model::Values& values) {
  Number number = 0;
  std::memcpy(&number, values.data(), sizeof number);
  return number;
}

/// The first value of an attribute of floating-point numbers.
std::optional<double> attribute_value(const model::Variable& variable, std::string_view name) {
  const model::Attribute* attribute = model::find_attribute(variable.attributes, name);
  if (attribute == nullptr || attribute->values->count() == 0) return std::nullopt;
  const model::Values& values = *attribute->values;
  if (values.type()->type_class == model::TypeClass::float_) return first_number<float>(values);
  if (values.type()->type_class == model::TypeClass::double_) return first_number<double>(values);
  return std::nullopt;
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

}  // namespace

std::optional<std::string> describe_broken_bounds(const model::Schema& output,
                                                  const std::vector<FilterChoice>& choices) {
  std::vector<std::string> paths;
  for (model::VariableId id = 0; id < output.variables.size(); ++id) {
    if (!choices[id].filters) continue;
    const auto accuracy = zfp_accuracy(*choices[id].filters);
    if (accuracy && has_breaking_value(output.variables[id], *accuracy)) {
      paths.push_back(output.variable_path(id));
    }
  }
  if (paths.empty()) return std::nullopt;
  return fmt::format(
      "zfp does not keep its accuracy within 4 values of a missing one, which is too large or not "
      "finite in {}; --quantize with a lossless filter, or zfp,reversible, does: {}",
      paths.size() == 1 ? "1 variable" : fmt::format("{} variables", paths.size()),
      format_few(paths));
}

}  // namespace ncf::ops
