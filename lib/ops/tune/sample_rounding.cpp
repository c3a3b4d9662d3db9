// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/tune/sample_rounding.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "model/dataset/stored_form.hpp"
#include "model/grid/box.hpp"
#include "ops/rounding/measured_rounding.hpp"
#include "ops/rounding/rounding.hpp"
#include "ops/sampling/sample_pairs.hpp"

namespace ncf::ops {
namespace {

using model::Quantization;

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

SampleInformation SampleRounding::information(double share, const Sample& sample,
                                              model::Source& input,
                                              std::optional<std::size_t> stepped) const {
  const auto information_in = [&](const PairsAlong& counts) {
    return information_along_dimensions(schema_, schema_.variables[id_], counts, share);
  };
  const auto counts = SamplePairs(type_, missing_, recoding_, input).count(sample, stepped);
  SampleInformation found{information_in(counts.all), {}};
  for (const auto& [step, counts_of_step] : counts.of_steps) {
    auto of_step = information_in(counts_of_step);
    if (!of_step.empty()) found.steps.push_back({step, std::move(of_step)});
  }
  return found;
}

transcode::Quantizer SampleRounding::quantizer(const Quantization& rounding) const {
  return make_quantizer(schema_.variables[id_], {rounding});
}

double SampleRounding::apply(const transcode::Quantizer& quantizer, SampleChunk& chunk) const {
  set_byte_order(chunk.elements());
  const double change = quantizer.apply(chunk.elements(), chunk.box, recoding_.target().extent());
  set_byte_order(chunk.elements());
  return change;
}

double SampleRounding::largest_change(std::span<const std::byte> before,
                                      std::span<const std::byte> after) const {
  const std::vector<double> exact = numbers_of(before);
  const std::vector<double> changed = numbers_of(after);
  double largest = 0;
  for (std::size_t i = 0; i < exact.size(); ++i) {
    const double change = std::abs(changed[i] - exact[i]);
    if (change > largest && std::isfinite(change)) largest = change;
  }
  return largest;
}

double SampleRounding::largest_magnitude(const Sample& sample) const {
  double largest = 0;
  for (const SampleChunk& chunk : sample.chunks) {
    for (const double number : numbers_of(chunk.elements())) {
      const double magnitude = std::abs(number);
      if (magnitude <= largest || !std::isfinite(magnitude)) continue;
      if (std::find(missing_.begin(), missing_.end(), number) == missing_.end()) {
        largest = magnitude;
      }
    }
  }
  return largest;
}

std::vector<double> SampleRounding::numbers_of(std::span<const std::byte> elements) const {
  std::vector<std::byte> native(elements.begin(), elements.end());
  set_byte_order(native);
  std::vector<double> numbers;
  numbers.reserve(native.size() / type_.size_bytes);
  const auto add_all = [&](auto number) {
    for (std::size_t at = 0; at < native.size(); at += sizeof number) {
      std::memcpy(&number, native.data() + at, sizeof number);
      numbers.push_back(static_cast<double>(number));
    }
  };
  type_.type_class == model::TypeClass::float_ ? add_all(float{}) : add_all(double{});
  return numbers;
}

// Swaps between the copy's byte order and the native one.
void SampleRounding::set_byte_order(std::span<std::byte> elements) const {
  if (model::is_foreign(recoding_.to().form.byte_order)) {
    model::swap_elements(elements, recoding_.element_bytes());
  }
}

}  // namespace ncf::ops
