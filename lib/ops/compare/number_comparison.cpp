// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/compare/number_comparison.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "model/values/numbers.hpp"
#include "ops/compare/pair_sums.hpp"

namespace ncf::ops {
namespace {

using model::TypeClass;

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
      std::ranges::copy(std::span(from, count * sizeof(Number)),
                        std::as_writable_bytes(std::span(to, count)).begin());
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
class StoredNumbers {
 public:
  explicit StoredNumbers(const model::Values& missing)
      : type_(*missing.type()), markers_(missing) {}

  /// Loads numbers from the one at `begin`.
  void load(const std::byte* values, std::size_t begin, std::size_t count, Number* to) const {
    load_block(type_.type_class, values + begin * type_.size_bytes, count, to);
  }
  [[nodiscard]] const Markers<Number>& markers() const noexcept { return markers_; }

 private:
  const model::Type& type_;
  Markers<Number> markers_;
};

/// The unpacked values of one variable, where only NaN is missing.
class UnpackedNumbers {
 public:
  explicit UnpackedNumbers(Unpacker unpacker) : unpacker_(std::move(unpacker)) {}

  void load(const std::byte* values, std::size_t begin, std::size_t count, double* to) const {
    unpacker_.unpack(values + begin * unpacker_.value_bytes(), count, to);
  }
  [[nodiscard]] const Markers<double>& markers() const noexcept { return markers_; }

 private:
  Unpacker unpacker_;
  Markers<double> markers_{model::Values(model::atomic_type(TypeClass::double_))};
};

template <class Number, class Numbers>
class TypedComparison final : public NumberComparison {
 public:
  TypedComparison(Numbers first, Numbers second, const ErrorLimit& limit)
      : first_(std::move(first)), second_(std::move(second)), limit_(limit) {}

  NumberTally compare(const std::byte* first, const std::byte* second, std::size_t count,
                      ErrorMapper* mapper) const override {
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
    const bool is_any_special = first_.markers().is_any_special(block.first.data(), block.count) ||
                                second_.markers().is_any_special(block.second.data(), block.count);
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
    const auto first_marker = first_.markers().find(first);
    const auto second_marker = second_.markers().find(second);
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

  Numbers first_;
  Numbers second_;
  ErrorLimit limit_;
};

template <class Number>
std::unique_ptr<NumberComparison> make_typed_comparison(const model::Values& missing_first,
                                                        const model::Values& missing_second,
                                                        const ErrorLimit& limit) {
  using Numbers = StoredNumbers<Number>;
  return std::make_unique<TypedComparison<Number, Numbers>>(Numbers(missing_first),
                                                            Numbers(missing_second), limit);
}

}  // namespace

std::unique_ptr<NumberComparison> make_number_comparison(const model::Values& missing_first,
                                                         const model::Values& missing_second,
                                                         const ErrorLimit& limit) {
  const TypeClass type = missing_first.type()->type_class;
  if (type != missing_second.type()->type_class) {
    return make_typed_comparison<long double>(missing_first, missing_second, limit);
  }
  return model::visit_number(type, [&](auto like) -> std::unique_ptr<NumberComparison> {
    return make_typed_comparison<decltype(like)>(missing_first, missing_second, limit);
  });
}

std::unique_ptr<NumberComparison> make_unpacked_comparison(Unpackers unpackers,
                                                           const ErrorLimit& limit) {
  return std::make_unique<TypedComparison<double, UnpackedNumbers>>(
      UnpackedNumbers(std::move(unpackers.first)), UnpackedNumbers(std::move(unpackers.second)),
      limit);
}

}  // namespace ncf::ops
