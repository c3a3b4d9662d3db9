// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/tune/rounding.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <utility>

#include "model/values/block.hpp"
#include "model/values/element.hpp"
#include "ops/copy/information.hpp"
#include "ops/copy/rounding.hpp"

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

void SampleRounding::count_pairs(const SampleChunk& chunk, const model::Box& part,
                                 transcode::BitPairCounter& counter,
                                 std::vector<transcode::BitPairCounts>& counts) const {
  const bool is_swapped = model::is_foreign(recoding_.to().form.byte_order);
  std::vector<std::byte> values(part.value_count() * type_.size_bytes);
  model::copy_part(part, chunk.box, chunk.elements().data(), part, values.data(),
                   {type_.size_bytes, is_swapped});
  const std::vector<transcode::BitPairCounts> found = counter.count(part, values);
  counts.resize(found.size());
  for (std::size_t i = 0; i < counts.size(); ++i) counts[i].merge(found[i]);
}

std::vector<DimensionInformation> SampleRounding::information(double share,
                                                              const Sample& sample) const {
  transcode::BitPairCounter counter(type_, missing_);
  std::vector<transcode::BitPairCounts> counts;
  for (const SampleChunk& chunk : sample.chunks) {
    count_pairs(chunk, recoding_.target().within(chunk.box), counter, counts);
  }
  return information_along_dimensions(schema_, schema_.variables[id_], counts, share);
}

std::vector<StepInformation> SampleRounding::information_of_steps(double share,
                                                                  const Sample& sample,
                                                                  std::size_t dimension) const {
  transcode::BitPairCounter counter(type_, missing_);
  std::map<std::size_t, std::vector<transcode::BitPairCounts>> counts_of;
  for (const SampleChunk& chunk : sample.chunks) {
    model::Box part = recoding_.target().within(chunk.box);
    const std::size_t end = part.start[dimension] + part.count[dimension];
    part.count[dimension] = 1;
    for (std::size_t& step = part.start[dimension]; step < end; ++step) {
      count_pairs(chunk, part, counter, counts_of[step]);
    }
  }
  std::vector<StepInformation> steps;
  for (const auto& [step, counts] : counts_of) {
    auto found = information_along_dimensions(schema_, schema_.variables[id_], counts, share);
    if (!found.empty()) steps.push_back({step, std::move(found)});
  }
  return steps;
}

transcode::Quantizer SampleRounding::quantizer(const Quantization& rounding) const {
  return make_quantizer(schema_.variables[id_], {rounding});
}

double SampleRounding::apply(const transcode::Quantizer& quantizer, SampleChunk& chunk) const {
  const std::vector<std::byte> exact(chunk.elements().begin(), chunk.elements().end());
  set_byte_order(chunk.elements());
  quantizer.apply(chunk.elements(), chunk.box, recoding_.target().extent());
  set_byte_order(chunk.elements());
  return largest_change(exact, chunk.elements());
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
