// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/recoding/tolerance.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/memory/bytes.hpp"
#include "filter/registry/registry.hpp"
#include "model/dataset/stored_form.hpp"
#include "model/grid/box.hpp"
#include "model/values/numbers.hpp"
#include "ncf/error.hpp"
#include "transcode/recoding/form_difference.hpp"

namespace ncf::transcode {
namespace {

using Elements = std::span<const std::byte>;

/// Returns the rounding error that arithmetic on numbers of this size may add to a filter's own
/// error. More than the bound is not accepted: a filter that computes with too few bits for its
/// bound does not keep it.
template <class Number>
double rounding_of(Number a, Number b, double bound) {
  if constexpr (std::is_floating_point_v<Number>) {
    constexpr double units = 4 * static_cast<double>(std::numeric_limits<Number>::epsilon());
    return std::min(bound, units * static_cast<double>(std::max(std::abs(a), std::abs(b))));
  } else {
    return 0;
  }
}

template <class Number>
bool is_among(Number value, std::span<const double> missing) {
  return std::ranges::find(missing, static_cast<double>(value)) != missing.end();
}

/// Returns whether one of two values is missing, NaN or infinite and the other is not the same.
template <class Number>
bool is_special_change(Number a, Number b, std::span<const double> missing) {
  if (a == b) return false;
  if constexpr (std::is_floating_point_v<Number>) {
    if (std::isnan(a) != std::isnan(b) || std::isinf(a) || std::isinf(b)) return true;
  }
  return is_among(a, missing) || is_among(b, missing);
}

/// Returns the largest difference among values that differ by more than the bound; empty if all
/// keep to it. With a bound of 0, different bits of equal numbers are a difference of 0.
template <class Number>
std::optional<double> excess(Elements written, Elements read, double bound,
                             std::span<const double> missing) {
  std::optional<double> worst;
  for (std::size_t at = 0; at < written.size(); at += sizeof(Number)) {
    if (std::ranges::equal(written.subspan(at, sizeof(Number)), read.subspan(at, sizeof(Number)))) {
      continue;
    }
    const auto a = model::load<Number>(written.data() + at);
    const auto b = model::load<Number>(read.data() + at);
    if (is_special_change(a, b, missing)) return std::numeric_limits<double>::infinity();
    const double difference = std::abs(model::difference(a, b));
    if (bound == 0 || difference > bound + rounding_of(a, b, bound)) {
      worst = std::max(worst.value_or(0), difference);
    }
  }
  return worst;
}

/// Returns the largest difference among values that change by more than half, if any value is
/// missing: missing values may take the bits of others.
template <class Number>
std::optional<double> loss_beside_missing(Elements written, Elements read,
                                          std::span<const double> missing) {
  bool has_missing = false;
  std::optional<double> worst;
  for (std::size_t at = 0; at < written.size(); at += sizeof(Number)) {
    const auto a = model::load<Number>(written.data() + at);
    if (is_among(a, missing)) {
      has_missing = true;
      continue;
    }
    const auto b = model::load<Number>(read.data() + at);
    const double difference = std::abs(model::difference(a, b));
    if (a != 0 && difference > std::abs(static_cast<double>(a)) / 2) {
      worst = std::max(worst.value_or(0), difference);
    }
  }
  return has_missing ? worst : std::nullopt;
}

/// Returns the largest magnitude; infinite if any value is NaN.
template <class Float>
double largest_magnitude(Elements elements) {
  using Bits = std::conditional_t<sizeof(Float) == 4, std::uint32_t, std::uint64_t>;
  constexpr Bits all_but_sign = ~Bits{0} >> 1U;
  Bits largest = 0;
  for (std::size_t at = 0; at < elements.size(); at += sizeof(Float)) {
    largest = std::max(largest, model::load<Bits>(elements.data() + at) & all_but_sign);
  }
  const auto magnitude = static_cast<double>(std::bit_cast<Float>(largest));
  return std::isnan(magnitude) ? std::numeric_limits<double>::infinity() : magnitude;
}

std::vector<std::byte> swapped(Elements elements, std::size_t element_bytes) {
  std::vector<std::byte> copy(elements.begin(), elements.end());
  model::swap_elements(copy, element_bytes);
  return copy;
}

/// Returns the type whose single elements have this name; empty for other elements.
std::optional<model::TypeClass> find_number(std::string_view element) {
  using model::TypeClass;
  for (const TypeClass type :
       {TypeClass::byte_, TypeClass::ubyte, TypeClass::short_, TypeClass::ushort, TypeClass::int_,
        TypeClass::uint, TypeClass::int64, TypeClass::uint64, TypeClass::float_,
        TypeClass::double_}) {
    if (model::element_name(type) == element) return type;
  }
  return std::nullopt;
}

}  // namespace

void add_excess(Excesses& excesses, model::VariableId variable, std::optional<double> excess) {
  if (!excess) return;
  double& worst = excesses[variable];
  worst = std::max(worst, *excess);
}

Tolerance::Tolerance(const Chain& filters, std::vector<double> missing)
    : missing_(std::move(missing)) {
  Chain lossy;
  block_edge_ = 1;
  for (const Filter& filter : filters) {
    if (!filter::may_change_values(filter)) continue;
    lossy.push_back(filter);
    block_edge_ = std::lcm(block_edge_, filter::block_edge(filter));
    if (filter::loss_of(filter) == filter::Loss::unknown) {
      unknown_.push_back(filter);
    } else {
      bound_ += filter::error_bound(filter).value_or(std::numeric_limits<double>::infinity());
    }
  }
  // Without a bound, it cannot be told which filter changed a value.
  if (has_unknown_filters() && is_unbounded()) bound_ = 0;
  if (!lossy.empty()) filters_ = filter::describe(lossy);
  if (lossy.size() == 1) only_lossy_ = lossy.front();
}

Tolerance::Tolerance(std::string filters, double bound, std::vector<double> missing)
    : bound_(bound), filters_(std::move(filters)), missing_(std::move(missing)) {}

// A missing value that is far from all others can neither be among them nor become one of them.
bool Tolerance::is_kept_by(Elements written, std::string_view element,
                           model::ByteOrder byte_order) const {
  if (!only_lossy_ || model::is_foreign(byte_order)) return false;
  const auto type = find_number(element);
  const bool is_float = type == model::TypeClass::float_;
  if (!is_float && type != model::TypeClass::double_) return false;
  const double largest =
      is_float ? largest_magnitude<float>(written) : largest_magnitude<double>(written);
  const std::size_t bytes = is_float ? sizeof(float) : sizeof(double);
  const double certain = filter::certain_magnitude(*only_lossy_, bytes);
  return certain > 0 && largest <= certain && std::ranges::none_of(missing_, [&](double missing) {
           return std::abs(missing) <= 2 * (largest + bound_);
         });
}

std::optional<double> Tolerance::find_excess(Elements written, Elements read,
                                             std::string_view element,
                                             model::ByteOrder byte_order) const {
  if (base::are_equal(written, read)) return std::nullopt;
  const auto type = find_number(element);
  if (!type && has_unknown_filters()) return 0;
  if (filters_.empty() || !type) throw Error(ErrorCode::corrupt, not_as_written);
  const auto find = [&](Elements before, Elements after) {
    return model::visit_number(*type, [&](auto like) {
      using Number = decltype(like);
      const auto found = excess<Number>(before, after, bound_, missing_);
      if (found || !is_unbounded()) return found;
      return loss_beside_missing<Number>(before, after, missing_);
    });
  };
  if (!model::is_foreign(byte_order)) return find(written, read);
  const std::size_t element_bytes = model::atomic_type(*type)->size_bytes;
  return find(swapped(written, element_bytes), swapped(read, element_bytes));
}

std::string Tolerance::describe(double excess) const {
  const std::string change =
      std::isinf(excess) ? "a value becomes missing, NaN or infinite, or stops being so"
      : excess == 0      ? "a value reads back changed"
                         : fmt::format("a value reads back changed by {:.3g}", excess);
  if (has_unknown_filters()) {
    return fmt::format(
        "{}, with {}, which ncf does not know to be lossless; check its parameters, or use a "
        "lossless filter",
        change, filter::describe(unknown_));
  }
  const std::string promise =
      is_unbounded()
          ? fmt::format(", with {}", filters_)
          : fmt::format(", though {} promises changes of at most {:.3g}", filters_, bound_);
  return fmt::format("{}{}; {}", change, promise,
                     bound_ == 0
                         ? "request as many bits as the values need, or a lossless filter"
                         : "to round each value separately, use --quantize and a lossless filter");
}

std::string Tolerance::accept(double excess) const {
  std::vector<std::uint32_t> unaccepted;
  for (const Filter& filter : unknown_) {
    if (!filter.accepts_changes) unaccepted.push_back(filter.id);
  }
  if (unaccepted.empty()) return describe(excess);
  throw Error(ErrorCode::corrupt, fmt::format("{}; to accept such changes, request {}~",
                                              describe(excess), fmt::join(unaccepted, "~ and ")));
}

}  // namespace ncf::transcode
