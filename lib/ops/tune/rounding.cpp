// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/tune/rounding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "model/block.hpp"
#include "model/convert.hpp"
#include "model/element.hpp"
#include "ops/copy/quantize_request.hpp"

namespace ncf::ops {
namespace {

using model::Quantization;

/// Numbers of an attribute as doubles; none where there is no such attribute of numbers.
std::vector<double> numbers_of(const model::Variable& variable, std::string_view attribute) {
  const model::Attribute* found = model::find_attribute(variable.attributes, attribute);
  if (found == nullptr) return {};
  const auto doubles =
      model::convert_exactly(*found->values, model::atomic_type(model::TypeClass::double_));
  if (!doubles) return {};
  std::vector<double> numbers(doubles->count());
  if (!numbers.empty()) std::memcpy(numbers.data(), doubles->data(), doubles->size_bytes());
  return numbers;
}

/// Calls `visit` with each element, floats or doubles of this machine's byte order.
template <class Visit>
void each_number(std::span<const std::byte> elements, const model::Type& type, Visit visit) {
  const auto each = [&](auto number) {
    for (std::size_t at = 0; at < elements.size(); at += sizeof number) {
      std::memcpy(&number, elements.data() + at, sizeof number);
      visit(static_cast<double>(number));
    }
  };
  type.type_class == model::TypeClass::float_ ? each(float{}) : each(double{});
}

std::vector<double> numbers_of(std::span<const std::byte> elements, const model::Type& type) {
  std::vector<double> numbers;
  numbers.reserve(elements.size() / type.size_bytes);
  each_number(elements, type, [&](double number) { numbers.push_back(number); });
  return numbers;
}

/// As elements of the type.
std::vector<std::byte> elements_of(const std::vector<double>& numbers, const model::Type& type) {
  std::vector<std::byte> elements(numbers.size() * type.size_bytes);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto as_float = static_cast<float>(numbers[i]);
    const bool is_float = type.type_class == model::TypeClass::float_;
    std::memcpy(elements.data() + i * type.size_bytes,
                is_float ? static_cast<const void*>(&as_float) : &numbers[i], type.size_bytes);
  }
  return elements;
}

}  // namespace

SampleRounding::SampleRounding(const model::Schema& schema, model::VariableId variable,
                               const transcode::Recoding& recoding)
    : schema_(schema), id_(variable), type_(*schema.variables[variable].type), recoding_(recoding) {
  std::vector<double> missing = numbers_of(schema.variables[variable], "missing_value");
  missing.push_back(fill_of(schema.variables[variable]));
  missing_ = numbers_of(elements_of(missing, type_), type_);
}

std::vector<Quantization> SampleRounding::choices(const Bound& bound, const Sample& sample) const {
  const double unseen = sample.is_whole ? 1 : 2;
  return roundings_within(bound, type_, unseen * largest_magnitude(sample));
}

std::optional<std::string> SampleRounding::objection(const Quantization& rounding) const {
  for (const double missing : numbers_of(schema_.variables[id_], "missing_value")) {
    // Two of them: bit grooming rounds down and up by turns.
    const auto exact = elements_of({missing, missing}, type_);
    auto rounded = exact;
    quantizer(rounding).apply(rounded, {{0}, {2}}, std::vector<std::size_t>{2});
    if (rounded != exact) {
      return fmt::format("its missing_value {:.7g} would become another number", missing);
    }
  }
  return std::nullopt;
}

transcode::Quantizer SampleRounding::quantizer(const Quantization& rounding) const {
  Quantizations roundings(schema_.variables.size());
  roundings[id_] = rounding;
  return *make_quantizers(schema_, roundings)[id_];
}

double SampleRounding::apply(const transcode::Quantizer& quantizer, SampleChunk& chunk) const {
  set_byte_order(chunk.elements());
  const std::vector<double> exact = numbers_of(chunk.elements(), type_);
  quantizer.apply(chunk.elements(), chunk.box, recoding_.target().extent());
  double largest_error = 0;
  std::size_t at = 0;
  each_number(chunk.elements(), type_, [&](double rounded) {
    const double error = std::abs(rounded - exact[at++]);
    if (error > largest_error && std::isfinite(error)) largest_error = error;
  });
  set_byte_order(chunk.elements());
  return largest_error;
}

double SampleRounding::largest_magnitude(const Sample& sample) const {
  double largest = 0;
  for (const SampleChunk& chunk : sample.chunks) {
    set_byte_order(chunk.elements());
    each_number(chunk.elements(), type_, [&](double number) {
      const double magnitude = std::abs(number);
      if (magnitude <= largest || !std::isfinite(magnitude)) return;
      if (std::find(missing_.begin(), missing_.end(), number) == missing_.end()) {
        largest = magnitude;
      }
    });
    set_byte_order(chunk.elements());
  }
  return largest;
}

// From the copy's to this machine's, and back.
void SampleRounding::set_byte_order(std::span<std::byte> elements) const {
  if (model::is_foreign(recoding_.to().form.byte_order)) {
    model::swap_elements(elements, recoding_.element_bytes());
  }
}

}  // namespace ncf::ops
