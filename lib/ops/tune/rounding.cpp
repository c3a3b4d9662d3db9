// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/tune/rounding.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "model/block.hpp"
#include "model/element.hpp"
#include "ops/copy/information.hpp"
#include "ops/copy/rounding.hpp"
#include "transcode/bit_pairs.hpp"

namespace ncf::ops {
namespace {

using model::Quantization;

/// Calls `visit` with each element, floats or doubles in native byte order.
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

}  // namespace

SampleRounding::SampleRounding(const model::Schema& schema, model::VariableId variable,
                               const transcode::Recoding& recoding)
    : schema_(schema),
      id_(variable),
      type_(*schema.variables[variable].type),
      recoding_(recoding),
      missing_(missing_values_of(schema.variables[variable])) {}

std::vector<Quantization> SampleRounding::choices(const Bound& bound, const Sample& sample) const {
  const double unseen = sample.is_whole ? 1 : 2;
  return roundings_within(bound, type_, unseen * largest_magnitude(sample));
}

std::vector<DimensionInformation> SampleRounding::information(double share,
                                                              const Sample& sample) const {
  const bool is_swapped = model::is_foreign(recoding_.to().form.byte_order);
  transcode::BitPairCounter counter(type_, missing_);
  std::vector<transcode::BitPairCounts> counts(schema_.variables[id_].dimensions.size());
  std::vector<std::byte> values;
  for (const SampleChunk& chunk : sample.chunks) {
    const model::Box inside = recoding_.target().within(chunk.box);
    values.resize(inside.value_count() * type_.size_bytes);
    model::copy_part(inside, chunk.box, chunk.elements().data(), inside, values.data(),
                     {type_.size_bytes, is_swapped});
    const std::vector<transcode::BitPairCounts> found = counter.count(inside, values);
    for (std::size_t i = 0; i < counts.size(); ++i) counts[i].merge(found[i]);
  }
  return information_along_dimensions(schema_, schema_.variables[id_], counts, share);
}

transcode::Quantizer SampleRounding::quantizer(const Quantization& rounding) const {
  return make_quantizer(schema_.variables[id_], {rounding});
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

// Swaps between the copy's byte order and the native one.
void SampleRounding::set_byte_order(std::span<std::byte> elements) const {
  if (model::is_foreign(recoding_.to().form.byte_order)) {
    model::swap_elements(elements, recoding_.element_bytes());
  }
}

}  // namespace ncf::ops
