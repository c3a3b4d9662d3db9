// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/compare/tile_comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "model/grid/box.hpp"
#include "model/schema/fill_values.hpp"
#include "model/values/numbers.hpp"
#include "ops/definitions/definition_text.hpp"

namespace ncf::ops {
namespace {

using model::Box;
using model::Type;

/// Returns whether values of both types have the same bytes for the same meaning.
bool have_equal_structure(const Type& first, const Type& second) {
  if (first.type_class != second.type_class || first.size_bytes != second.size_bytes) return false;
  if (first.base && !have_equal_structure(*first.base, *second.base)) return false;
  return std::ranges::equal(first.fields, second.fields,
                            [](const model::CompoundField& a, const auto& b) {
                              return a.offset_bytes == b.offset_bytes && a.shape == b.shape &&
                                     have_equal_structure(*a.type, *b.type);
                            });
}

bool is_before(const ValuePlace& a, const ValuePlace& b) { return model::COrder()(a.at, b.at); }

void keep_first(std::optional<ValuePlace>& kept, std::optional<ValuePlace>&& other) {
  if (other && (!kept || is_before(*other, *kept))) kept = std::move(other);
}

void keep_largest(std::optional<ValuePlace>& kept, std::optional<ValuePlace>&& other) {
  if (!other) return;
  if (!kept || other->error > kept->error ||
      (other->error == kept->error && is_before(*other, *kept))) {
    kept = std::move(other);
  }
}

}  // namespace

std::optional<std::string> why_not_comparable(const Type& first, const Type& second) {
  if (first.is_number() && second.is_number()) return std::nullopt;
  if (have_equal_structure(first, second)) return std::nullopt;
  return fmt::format("values of type {} cannot be compared with values of type {}", first.name,
                     second.name);
}

void TileResult::merge(TileResult&& other) {
  totals.merge(other.totals);
  keep_largest(largest_error, std::move(other.largest_error));
  keep_largest(largest_relative_error, std::move(other.largest_relative_error));
  keep_first(first_difference, std::move(other.first_difference));
  keep_first(first_missing_change, std::move(other.first_missing_change));
  if (errors && other.errors) errors->merge(*other.errors);
}

TileComparison::TileComparison(const model::Variable& first, const model::Variable& second,
                               const ErrorLimit& limit, std::optional<ErrorMapAxes> axes)
    : first_(*first.type),
      second_(*second.type),
      unpackers_(make_unpackers(first, second)),
      numbers_(unpackers_ ? make_unpacked_comparison(*unpackers_, limit)
               : first_.is_number()
                   ? make_number_comparison(model::missing_markers_of(first),
                                            model::missing_markers_of(second), limit)
                   : nullptr),
      axes_(std::move(axes)) {}

TileResult TileComparison::compare(const Box& box, const std::byte* first,
                                   const std::byte* second) const {
  const std::size_t count = box.value_count();
  std::optional<ErrorMapper> mapper;
  if (numbers_ && axes_) mapper.emplace(*axes_, box);
  const NumberTally tally =
      numbers_ ? numbers_->compare(first, second, count, mapper ? &*mapper : nullptr)
               : tally_others(first, second, count);
  const auto place = [&](std::size_t at, double error) {
    return this->place(box, at, first, second, error);
  };
  TileResult findings;
  findings.totals = tally.totals;
  if (mapper) findings.errors = mapper->take();
  const auto& [largest, relative] = std::tie(tally.largest_error, tally.largest_relative_error);
  if (largest.value > 0) findings.largest_error = place(largest.index, largest.value);
  if (relative.value > 0) findings.largest_relative_error = place(relative.index, relative.value);
  if (tally.first_difference) findings.first_difference = place(*tally.first_difference, 0);
  if (tally.first_missing_change) {
    findings.first_missing_change = place(*tally.first_missing_change, 0);
  }
  return findings;
}

ValuePlace TileComparison::place(const Box& box, std::size_t at, const std::byte* first,
                                 const std::byte* second, double error) const {
  const std::byte* const a = first + at * first_.size_bytes;
  const std::byte* const b = second + at * second_.size_bytes;
  return {model::place_of(box, at), unpackers_ ? unpackers_->first.text(a) : value_text(first_, a),
          unpackers_ ? unpackers_->second.text(b) : value_text(second_, b), error};
}

NumberTally TileComparison::tally_others(const std::byte* first, const std::byte* second,
                                         std::size_t count) const {
  NumberTally tally;
  if (model::equal_values(first_, first, second, count)) return tally;
  const std::size_t bytes = first_.size_bytes;
  for (std::size_t i = 0; i < count; ++i) {
    if (model::equal_values(first_, first + i * bytes, second + i * bytes, 1)) continue;
    ++tally.totals.differing;
    ++tally.totals.exceeding;
    if (!tally.first_difference) tally.first_difference = i;
  }
  return tally;
}

}  // namespace ncf::ops
