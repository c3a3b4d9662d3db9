// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/views/unpacked_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <utility>

#include "model/grid/box.hpp"
#include "model/schema/fill_values.hpp"
#include "model/values/numbers.hpp"
#include "ops/definitions/unpacking.hpp"
#include "ops/views/new_values.hpp"

namespace ncf::ops {
namespace {

using model::TypeClass;
using model::Variable;
using model::VariableId;

/// How a variable is unpacked.
struct Unpacking {
  Unpacker numbers;
  model::Packing packing;
  bool is_unsigned;
  TypeClass type;
  double error;  ///< the most that rounding to the type changes a number
};

/// Returns the largest unpacked number of a type, without its sign.
double largest_of(const Variable& variable, const model::Packing& packing) {
  return model::visit_number(variable.type->type_class, [&](auto like) {
    using Limits = std::numeric_limits<decltype(like)>;
    const double least = static_cast<double>(Limits::lowest());
    const double most = static_cast<double>(Limits::max()) * (model::is_unsigned(variable) ? 2 : 1);
    return std::max(std::abs(packing.unpacked(least)), std::abs(packing.unpacked(most)));
  });
}

/// Floats are exact enough if their error is less than a quarter of a step, so that packing them
/// again gives the same numbers.
Unpacking plan(const Variable& variable, bool is_double) {
  const model::Packing packing = model::find_packing(variable).value_or(model::Packing());
  const double largest = largest_of(variable, packing);
  constexpr double float_rounding = 0x1p-24;
  const bool is_float = !is_double && largest < std::numeric_limits<float>::max() &&
                        largest * float_rounding < std::abs(packing.scale_factor) / 4;
  return {Unpacker(variable), packing, model::is_unsigned(variable),
          is_float ? TypeClass::float_ : TypeClass::double_,
          largest * (is_float ? float_rounding : 0x1p-53)};
}

void apply(const Unpacking& unpacking, std::span<const std::byte> originals,
           std::span<std::byte> values) {
  constexpr std::size_t block = 1024;
  double numbers[block];
  const std::size_t from_bytes = unpacking.numbers.value_bytes();
  const std::size_t count = originals.size() / from_bytes;
  model::visit_number(unpacking.type, [&](auto like) {
    using Number = decltype(like);
    constexpr Number fill = model::default_fill<Number>;
    for (std::size_t i = 0; i < count; i += block) {
      const std::size_t some = std::min(block, count - i);
      unpacking.numbers.unpack(originals.data() + i * from_bytes, some, numbers);
      for (std::size_t k = 0; k < some; ++k) {
        model::store(values.data() + (i + k) * sizeof(Number),
                     std::isnan(numbers[k]) ? fill : static_cast<Number>(numbers[k]));
      }
    }
    return true;
  });
}

model::Values numbers_in(TypeClass type, const std::vector<double>& numbers) {
  model::Values doubles(model::atomic_type(TypeClass::double_), numbers.size());
  std::memcpy(doubles.data(), numbers.data(), doubles.size_bytes());
  return *model::convert_to_nearest(doubles, model::atomic_type(type));
}

/// Valid ranges are packed, too.
void unpack_definition(const Unpacking& unpacking, Variable& variable) {
  std::erase_if(variable.attributes, [](const model::Attribute& attribute) {
    const auto is = [&](std::string_view name) { return attribute.name == name; };
    return std::ranges::any_of(model::packing_attributes, is) || is("missing_value") ||
           is("_FillValue");
  });
  for (model::Attribute& attribute : variable.attributes) {
    const bool is_of_range = std::ranges::find(model::valid_range_attributes, attribute.name) !=
                             std::end(model::valid_range_attributes);
    if (!is_of_range && !model::is_compared(attribute.name, variable)) continue;
    std::vector<double> numbers = model::to_doubles(*attribute.values);
    for (double& number : numbers) {
      if (unpacking.is_unsigned && number < 0) {
        number += std::pow(2., 8. * static_cast<double>(variable.type->size_bytes));
      }
      number = unpacking.packing.unpacked(number);
    }
    attribute.values = std::make_shared<const model::Values>(numbers_in(unpacking.type, numbers));
  }
  variable.attributes.insert(
      variable.attributes.begin(),
      {"_FillValue", std::make_shared<const model::Values>(
                         model::default_fill_value(model::atomic_type(unpacking.type)))});
}

}  // namespace

void unpack(model::ViewDefinition& view, const ChosenTypes& types, model::Source& source,
            std::vector<std::string>& steps) {
  for (VariableId id = 0; id < view.variables.size(); ++id) {
    Variable& variable = view.schema.variables[id];
    if (!variable.type->is_number() || !model::is_packed(variable)) continue;
    const auto unpacking = std::make_shared<const Unpacking>(
        plan(variable, types[id] && types[id]->type->type_class == TypeClass::double_));
    unpack_definition(*unpacking, variable);
    convert_values(
        view, id, model::atomic_type(unpacking->type), source,
        [unpacking](const model::Box& /*box*/, std::span<const std::byte> originals,
                    std::span<std::byte> values) { apply(*unpacking, originals, values); });
    steps.push_back(fmt::format("--unpack: {} becomes {}, within {:.2g}",
                                view.schema.variable_path(id), variable.type->name,
                                unpacking->error));
  }
}

}  // namespace ncf::ops
