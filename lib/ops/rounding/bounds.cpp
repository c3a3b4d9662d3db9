// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/rounding/bounds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <numbers>
#include <string_view>

#include "model/schema/quantization.hpp"
#include "ncf/error.hpp"
#include "ops/rounding/roundable.hpp"
#include "ops/select/variable_selection.hpp"

namespace ncf::ops {
namespace {

using model::Quantization;
using Mode = model::Quantization::Mode;

/// The number of bits in a double's significand.
constexpr int most_bits = 52;
constexpr double all_percent = 100;

constexpr double bits_per_digit = std::numbers::ln10 / std::numbers::ln2;

std::string_view option_name(Bound::Kind kind) {
  constexpr std::string_view names[] = {"--error", "--digits", "--bits", "--information"};
  return names[static_cast<std::size_t>(kind)];
}

std::string allowed_limits(Bound::Kind kind) {
  switch (kind) {
    case Bound::Kind::error:
      return "a number above 0";
    case Bound::Kind::information:
      return "a percentage above 0% and up to 100%";
    default:
      return fmt::format("a whole number from 1 to {}", most_bits);
  }
}

bool is_allowed(Bound::Kind kind, double limit) {
  if (!std::isfinite(limit) || limit <= 0) return false;
  if (kind == Bound::Kind::error) return true;
  if (kind == Bound::Kind::information) return limit <= all_percent;
  return limit == std::floor(limit) && limit <= most_bits;
}

/// Parses a limit. number: the part of `text` that must be a number.
double parse_limit(Bound::Kind kind, std::string_view text, std::string_view number) {
  const bool is_percent = kind == Bound::Kind::information;
  double limit = 0;
  const char* all = number.data() + number.size() - (is_percent && number.ends_with('%') ? 1 : 0);
  const auto [end, error] = std::from_chars(number.data(), all, limit);
  if (error == std::errc() && end == all && is_percent == number.ends_with('%') &&
      is_allowed(kind, limit)) {
    return is_percent ? limit / all_percent : limit;
  }
  throw Error(ErrorCode::usage,
              fmt::format("{} {}: expected {}, or variables, a comma and such a number",
                          option_name(kind), text, allowed_limits(kind)));
}

/// An option's variables, and the number after their comma as text.
struct Parts {
  Selector selector;
  std::string_view number;
};

/// Splits an option. A number alone applies to all variables. throws: Error(usage).
Parts split(Bound::Kind kind, std::string_view text) {
  if (text.find(',') == std::string_view::npos) {
    return {filter::read_selector("*").selector, text};
  }
  const filter::SelectorReading reading =
      read_option(option_name(kind), [&] { return filter::read_selector(text); });
  return {reading.selector, text.substr(std::min(reading.end + 1, text.size()))};
}

/// Returns the smallest number of significand bits that moves no value up to `largest` by more than
/// `error`: the last kept bit is worth at most twice the error. The bits of subnormal values are
/// worth as much as those of the smallest normal one.
double bits_for_error(double error, double largest, const model::Type& type) {
  const bool is_float = type.type_class == model::TypeClass::float_;
  const int smallest = is_float ? std::numeric_limits<float>::min_exponent
                                : std::numeric_limits<double>::min_exponent;
  int exponent = 0;
  std::frexp(largest, &exponent);  // largest < 2^exponent
  return std::max(exponent, smallest) - 2 - std::floor(std::log2(error));
}

}  // namespace

BoundRequest::BoundRequest(const TuneOptions& options) : allow_absent_(options.allow_absent) {
  add(Bound::Kind::error, options.errors);
  add(Bound::Kind::digits, options.digits);
  add(Bound::Kind::bits, options.bits);
  add(Bound::Kind::information, options.information);
  if (!options.information_per.empty() && options.information.empty()) {
    throw Error(ErrorCode::usage, fmt::format("--per {}: requires --information, whose bits it "
                                              "shows for each step",
                                              options.information_per));
  }
}

void BoundRequest::add(Bound::Kind kind, const std::vector<std::string>& texts) {
  for (const std::string& text : texts) {
    const Parts parts = split(kind, text);
    bounds_.push_back({kind, parse_limit(kind, text, parts.number)});
    options_.push_back({{.selector = parts.selector, .none = false, .spec = {}}, text, true});
  }
}

Bounds BoundRequest::choose(const Subset& source, std::vector<std::string>& notes) const {
  const model::Schema& schema = source.schema;
  Bounds bounds(schema.variables.size());
  if (options_.empty()) return bounds;
  NotRounded not_rounded;
  std::vector<std::string> absent;
  const auto decisions = decide("--error, --digits, --bits, --information", options_, source,
                                is_real, notes, allow_absent_ ? &absent : nullptr);
  for (model::VariableId id = 0; id < bounds.size(); ++id) {
    if (!decisions[id]) continue;
    const model::Variable& variable = schema.variables[id];
    // The largest error is measured, whatever the bound.
    const auto why_not = why_not_round(variable, RoundingBy::values);
    const bool by_name = decisions[id]->rank == filter::SelectorRank::name;
    if (!why_not) {
      bounds[id] = bounds_[decisions[id]->option];
      bounds[id]->by_name = by_name;
    } else if (by_name) {
      throw Error(
          ErrorCode::unsupported,
          fmt::format("{} {}: variable {} {}", option_name(bounds_[decisions[id]->option].kind),
                      options_[decisions[id]->option].text, schema.variable_path(id), *why_not));
    } else {
      not_rounded.add(variable, schema.variable_path(id), *why_not);
    }
  }
  not_rounded.note(notes);
  return bounds;
}

std::vector<Quantization> roundings_within(const Bound& bound, const model::Type& type,
                                           double largest) {
  double bits = bound.limit;
  if (bound.kind == Bound::Kind::error) bits = bits_for_error(bound.limit, largest, type);
  if (bound.kind == Bound::Kind::digits) bits = std::ceil(bound.limit * bits_per_digit);
  std::vector<Quantization> roundings;
  // Keeping all bits would change nothing.
  if (bits < model::max_digits(Mode::bit_round, type)) {
    roundings.push_back({Mode::bit_round, std::max(1, static_cast<int>(bits))});
  }
  if (bound.kind != Bound::Kind::digits) return roundings;
  for (const Mode mode : {Mode::granular_bit_round, Mode::bit_groom}) {
    if (bound.limit <= model::max_digits(mode, type)) {
      roundings.push_back({mode, static_cast<int>(bound.limit)});
    }
  }
  return roundings;
}

std::string format_bound(const Bound& bound) {
  // In the order of Bound::Kind.
  constexpr std::string_view kinds[] = {"error", "digits", "bits", "information"};
  return fmt::format("{},{}", kinds[static_cast<std::size_t>(bound.kind)], bound.limit);
}

std::string format_rounding(const Quantization& rounding) {
  return fmt::format("{},{}", model::quantization_name(rounding.mode), rounding.digits);
}

}  // namespace ncf::ops
