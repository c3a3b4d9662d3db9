// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Numbers of a dataset in another type, and as the CF conventions mean them.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <cstring>
#include <type_traits>

#include "model/grid/box.hpp"
#include "model/schema/fill_values.hpp"
#include "model/values/numbers.hpp"
#include "ncf/error.hpp"
#include "ops/dataset/states.hpp"
#include "ops/definitions/unpacking.hpp"

namespace ncf {
namespace {

using model::VariableId;

/// Sets `to` to an equal integer or the nearest real number. Returns whether there is one.
template <class From, class To>
bool set_number(From from, To& to) {
  if constexpr (std::is_integral_v<To>) return model::convert_number_exactly(from, to);
  return model::round_number(from, to);
}

[[noreturn]] void refuse(const model::Box& box, std::size_t i, double number,
                         const std::string& why) {
  throw Error(ErrorCode::unsupported, fmt::format("the number {} at ({}) {}", number,
                                                  fmt::join(model::indices_of(box, i), ","), why));
}

/// box: of the numbers, for messages. throws: Error(unsupported).
void convert(const model::Box& box, const model::Type& from, const std::byte* numbers,
             const model::Type& to, std::byte* converted) {
  model::visit_number(from.type_class, [&](auto number) {
    return model::visit_number(to.type_class, [&](auto result) {
      for (std::size_t i = 0; i < box.value_count(); ++i) {
        number = model::load<decltype(number)>(numbers + i * sizeof number);
        if (!set_number(number, result)) {
          refuse(box, i, static_cast<double>(number), "is not a number of type " + to.name);
        }
        model::store(converted + i * sizeof result, result);
      }
      return true;
    });
  });
}

/// throws: Error(unsupported) if the values are not numbers, or cannot be unpacked if asked.
void require_numbers(const model::Variable& variable, NumberMeaning meaning) {
  if (!variable.type->is_number()) {
    throw Error(ErrorCode::unsupported,
                "has values of type " + variable.type->name + ", which are not numbers");
  }
  if (meaning == NumberMeaning::unpacked && !model::find_packing(variable)) {
    throw Error(ErrorCode::unsupported,
                "has a scale_factor or add_offset that is not a single finite number");
  }
}

/// Packs doubles as a variable has them; NaN becomes its fill value.
void pack(const model::Box& box, const double* numbers, const model::Variable& variable,
          std::byte* packed) {
  const ops::Unpacker unpacker(variable);
  const model::Packing packing = model::find_packing(variable).value_or(model::Packing());
  const model::Values markers = model::missing_markers_of(variable);
  const bool is_unsigned = model::is_unsigned(variable);
  model::visit_number(variable.type->type_class, [&](auto result) {
    using Number = decltype(result);
    for (std::size_t i = 0; i < box.value_count(); ++i) {
      std::byte* const at = packed + i * sizeof result;
      if (std::isnan(numbers[i])) {
        if (markers.count() == 0) refuse(box, i, numbers[i], "needs a _FillValue");
        std::memcpy(at, markers.data(), sizeof result);
        continue;
      }
      const double stored = (numbers[i] - packing.add_offset) / packing.scale_factor;
      bool fits = false;
      if constexpr (std::is_integral_v<Number>) {
        std::make_unsigned_t<Number> bits{};
        fits =
            is_unsigned ? model::round_number(stored, bits) : model::round_number(stored, result);
        if (is_unsigned) result = static_cast<Number>(bits);
      } else {
        fits = model::round_number(stored, result);
      }
      model::store(at, result);
      double read = 0;
      unpacker.unpack(at, 1, &read);
      if (!fits) refuse(box, i, numbers[i], "is beyond what " + variable.type->name + " can pack");
      if (std::isnan(read)) refuse(box, i, numbers[i], "would be read as missing");
    }
    return true;
  });
}

}  // namespace

std::size_t Source::count_in(const std::string& variable, const Box& box) {
  return state_->at(variable, [&](VariableId id) {
    const model::Schema& schema = state_->source->schema();
    state_->source->at_variable(
        id, [&] { ops::require_within(box, schema.shape(schema.variables[id])); });
    return ops::to_model(box).value_count();
  });
}

void Source::read_numbers(const std::string& variable, const Box& box, ElementType type,
                          NumberMeaning meaning, std::span<std::byte> numbers) {
  const DataType wanted(type);
  state_->at(variable, [&](VariableId id) {
    const model::Variable& from = state_->source->schema().variables[id];
    state_->source->at_variable(id, [&] { require_numbers(from, meaning); });
    const Elements stored = read_elements(variable, box);
    state_->source->at_variable(id, [&] {
      const model::Box all = ops::to_model(box);
      if (meaning == NumberMeaning::as_stored) {
        return convert(all, *from.type, stored.bytes().data(), *wanted.model(), numbers.data());
      }
      std::vector<double> unpacked(all.value_count());
      ops::Unpacker(from).unpack(stored.bytes().data(), unpacked.size(), unpacked.data());
      convert(all, *DataType(ElementType::float64).model(),
              std::as_bytes(std::span(unpacked)).data(), *wanted.model(), numbers.data());
    });
  });
}

void Target::write_numbers(const std::string& variable, const Box& box, ElementType type,
                           NumberMeaning meaning, std::span<const std::byte> numbers) {
  const DataType given(type);
  std::vector<std::byte> converted;
  state_->at(variable, [&](VariableId id) {
    const model::Variable& to = state_->variable(id);
    state_->target->at_variable(id, [&] {
      require_numbers(to, meaning);
      ops::require_bytes(*given.model(), box, numbers.size());
      const model::Box all = ops::to_model(box);
      converted.resize(all.value_count() * to.type->size_bytes);
      if (meaning == NumberMeaning::as_stored) {
        return convert(all, *given.model(), numbers.data(), *to.type, converted.data());
      }
      std::vector<double> doubles(all.value_count());
      convert(all, *given.model(), numbers.data(), *DataType(ElementType::float64).model(),
              std::as_writable_bytes(std::span(doubles)).data());
      pack(all, doubles.data(), to, converted.data());
    });
  });
  write(variable, box, converted);
}

}  // namespace ncf
