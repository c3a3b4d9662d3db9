// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/compare/tile_comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/memory/bytes.hpp"
#include "model/grid/box.hpp"
#include "model/schema/fill_values.hpp"
#include "model/values/numbers.hpp"
#include "ops/definitions/definition_text.hpp"

namespace ncf::ops {
namespace {

using model::Box;
using model::Type;
using model::TypeClass;

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

template <class Number>
bool is_nan(Number value) {
  if constexpr (std::is_floating_point_v<Number>) return std::isnan(value);
  return false;
}

template <class Number>
bool is_finite(Number value) {
  if constexpr (std::is_floating_point_v<Number>) {
    return std::abs(value) <= std::numeric_limits<Number>::max();
  }
  return true;
}

/// Reads values of one type as Numbers, which represent them exactly.
template <class Number>
void load_block(TypeClass type, const std::byte* from, std::size_t count, Number* to) {
  model::visit_number(type, [&](auto like) {
    using Stored = decltype(like);
    if constexpr (std::is_same_v<Stored, Number>) {
      base::copy_bytes({from, count * sizeof(Number)}, reinterpret_cast<std::byte*>(to));
    } else if constexpr (std::is_same_v<Number, long double>) {
      for (std::size_t i = 0; i < count; ++i) {
        to[i] = model::load<Stored>(from + i * sizeof(Stored));
      }
    }
    return true;
  });
}

/// The numbers that mark missing data in one variable.
template <class Number>
class Markers {
 public:
  explicit Markers(const model::Values& values) : numbers_(values.count()) {
    load_block(values.type()->type_class, values.data(), values.count(), numbers_.data());
  }

  /// Returns the index of the marker that a number equals. NaN is always one, at least the last.
  [[nodiscard]] std::optional<std::size_t> find(Number value) const {
    for (std::size_t i = 0; i < numbers_.size(); ++i) {
      if (value == numbers_[i] || (is_nan(value) && is_nan(numbers_[i]))) return i;
    }
    return is_nan(value) ? std::optional(last) : std::nullopt;
  }

  /// Returns whether any value is a marker, NaN or infinite.
  [[nodiscard]] bool is_any_special(const Number* values, std::size_t count) const {
    std::size_t special = 0;
    if constexpr (std::is_floating_point_v<Number>) {
      for (std::size_t i = 0; i < count; ++i) special += is_finite(values[i]) ? 0U : 1U;
    }
    for (const Number marker : numbers_) {
      for (std::size_t i = 0; i < count; ++i) special += values[i] == marker ? 1U : 0U;
    }
    return special > 0;
  }

 private:
  static constexpr std::size_t last = std::numeric_limits<std::size_t>::max();

  std::vector<Number> numbers_;
};

/// The values of one variable as Numbers.
template <class Number>
struct Numbers {
  /// Loads numbers from the one at `begin`.
  std::function<void(const std::byte* values, std::size_t begin, std::size_t count, Number* to)>
      load;
  Markers<Number> markers;
};

template <class Number>
Numbers<Number> stored_numbers(const model::Values& missing) {
  return {[type = missing.type()](const std::byte* values, std::size_t begin, std::size_t count,
                                  Number* to) {
            load_block(type->type_class, values + begin * type->size_bytes, count, to);
          },
          Markers<Number>(missing)};
}

/// Returns unpacked values, of which only NaN is missing.
Numbers<double> unpacked_numbers(const Unpacker& unpacker) {
  return {[unpacker](const std::byte* values, std::size_t begin, std::size_t count, double* to) {
            unpacker.unpack(values + begin * unpacker.value_bytes(), count, to);
          },
          Markers<double>(model::Values(model::atomic_type(TypeClass::double_)))};
}

template <class Number>
class TypedComparison {
 public:
  TypedComparison(Numbers<Number> first, Numbers<Number> second, const ErrorLimit& limit)
      : first_(std::move(first)), second_(std::move(second)), limit_(limit) {}

  NumberTally operator()(const std::byte* first, const std::byte* second, std::size_t count,
                         ErrorMapper* mapper) const {
    NumberTally tally;
    Block block;
    for (std::size_t begin = 0; begin < count; begin += block_pairs) {
      block.count = std::min(block_pairs, count - begin);
      first_.load(first, begin, block.count, block.first.data());
      second_.load(second, begin, block.count, block.second.data());
      add(block, begin, mapper, tally);
    }
    return tally;
  }

 private:
  struct Block {
    std::size_t count = 0;
    std::array<Number, block_pairs> first;
    std::array<Number, block_pairs> second;
  };

  void add(const Block& block, std::size_t begin, ErrorMapper* mapper, NumberTally& tally) const {
    Pairs pairs;
    const bool is_any_special = first_.markers.is_any_special(block.first.data(), block.count) ||
                                second_.markers.is_any_special(block.second.data(), block.count);
    if (is_any_special) {
      for (std::size_t i = 0; i < block.count; ++i) add_pair(block, i, begin, pairs, tally);
    } else {
      pairs.count = block.count;
      for (std::size_t i = 0; i < block.count; ++i) {
        pairs.first[i] = static_cast<double>(block.first[i]);
        pairs.second[i] = static_cast<double>(block.second[i]);
      }
      for (std::size_t i = 0; i < block.count; ++i) {
        pairs.difference[i] = model::difference(block.first[i], block.second[i]);
      }
    }
    add_pairs(pairs, limit_, begin, is_any_special, tally);
    if (mapper != nullptr) mapper->add(pairs, begin, is_any_special);
  }

  /// Adds a special pair to the tally, and any other pair to `pairs`.
  void add_pair(const Block& block, std::size_t i, std::size_t begin, Pairs& pairs,
                NumberTally& tally) const {
    const Number first = block.first[i];
    const Number second = block.second[i];
    const auto first_marker = first_.markers.find(first);
    const auto second_marker = second_.markers.find(second);
    if (first_marker || second_marker) {
      add_missing(first_marker, second_marker, first == second, begin + i, tally);
    } else if (is_finite(first) && is_finite(second)) {
      pairs.add(static_cast<double>(first), static_cast<double>(second),
                model::difference(first, second), i);
    } else if (first != second) {
      ++tally.totals.infinities_changed;
      add_difference(begin + i, tally);
    }
  }

  static void add_missing(const std::optional<std::size_t>& first,
                          const std::optional<std::size_t>& second, bool are_equal, std::size_t at,
                          NumberTally& tally) {
    if (first) ++tally.totals.missing_in_first;
    if (second) ++tally.totals.missing_in_second;
    if (first == second || (first && second && are_equal)) return;
    if (first && second) {
      ++tally.totals.marked_otherwise;
    } else {
      ++(second ? tally.totals.became_missing : tally.totals.became_present);
    }
    if (!tally.first_missing_change) tally.first_missing_change = at;
    add_difference(at, tally);
  }

  /// Counts a pair that no limit allows.
  static void add_difference(std::size_t at, NumberTally& tally) {
    ++tally.totals.differing;
    ++tally.totals.exceeding;
    tally.first_difference = std::min(tally.first_difference.value_or(at), at);
  }

  Numbers<Number> first_;
  Numbers<Number> second_;
  ErrorLimit limit_;
};

/// Makes a comparison of unpacked values. All missing values correspond, as for readers.
NumberComparison make_unpacked_comparison(const Unpackers& unpackers, const ErrorLimit& limit) {
  return TypedComparison<double>(unpacked_numbers(unpackers.first),
                                 unpacked_numbers(unpackers.second), limit);
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
  const NumberTally tally = numbers_ ? numbers_(first, second, count, mapper ? &*mapper : nullptr)
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
  return {model::indices_of(box, at),
          unpackers_ ? unpackers_->first.text(a) : value_text(first_, a),
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

NumberComparison make_number_comparison(const model::Values& missing_first,
                                        const model::Values& missing_second,
                                        const ErrorLimit& limit) {
  const auto make = [&](auto like) -> NumberComparison {
    using Number = decltype(like);
    return TypedComparison<Number>(stored_numbers<Number>(missing_first),
                                   stored_numbers<Number>(missing_second), limit);
  };
  const TypeClass type = missing_first.type()->type_class;
  const bool is_same_type = type == missing_second.type()->type_class;
  return is_same_type ? model::visit_number(type, make) : make(0.0L);
}

}  // namespace ncf::ops
