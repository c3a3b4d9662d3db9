// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/rounding/bounds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <string_view>

#include "base/errors/error_context.hpp"
#include "base/text/real_text.hpp"
#include "model/schema/schema.hpp"
#include "ncf/error.hpp"
#include "ops/rounding/rounding.hpp"
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
  if (kind == Bound::Kind::error) return "a number above 0";
  if (kind == Bound::Kind::information) return "a percentage above 0% and up to 100%";
  return fmt::format("a whole number from 1 to {}", most_bits);
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
  const bool has_sign = number.ends_with('%');
  const auto limit = base::find_number<double>(number.substr(0, number.size() - has_sign));
  if (limit && is_percent == has_sign && is_allowed(kind, *limit)) {
    return is_percent ? *limit / all_percent : *limit;
  }
  throw Error(ErrorCode::usage,
              fmt::format("{} {}: expected {}, or variables, a comma and such a number",
                          option_name(kind), text, allowed_limits(kind)));
}

/// Reads an option. A number alone applies to all variables. throws: Error(usage).
ValueOption read_bound(std::string_view option, const std::string& text) {
  const bool is_for_all = text.find(',') == std::string::npos;
  return read_value_option(option, is_for_all ? "*," + text : text);
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

constexpr std::string_view relative_word = "relative,";

/// Parses "LIMIT" or "relative,LIMIT". text: the whole option, for messages.
ErrorLimit parse_limit(std::string_view text, std::string_view limit) {
  const bool is_relative = limit.starts_with(relative_word);
  if (is_relative) limit.remove_prefix(relative_word.size());
  const auto number = base::find_number<double>(limit);
  if (!number || !std::isfinite(*number) || *number < 0) {
    throw Error(ErrorCode::usage,
                fmt::format("--error {}: expected LIMIT, VARIABLES,LIMIT or "
                            "VARIABLES,relative,LIMIT, where LIMIT is a number of at least 0",
                            text));
  }
  return is_relative ? ErrorLimit{.absolute = 0, .relative = *number}
                     : ErrorLimit{.absolute = *number, .relative = 0};
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
    ValueOption option = read_bound(option_name(kind), text);
    option.given.text = text;
    bounds_.push_back({kind, parse_limit(kind, text, option.rest)});
    options_.push_back(std::move(option.given));
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
    // The largest error is measured, whatever the bound.
    const auto why_not = why_not_round(schema.variables[id], RoundingBy::values);
    const bool by_name = decisions[id]->rank == filter::SelectorRank::name;
    if (!why_not) {
      bounds[id] = bounds_[decisions[id]->option];
      bounds[id]->by_name = by_name;
    } else {
      const std::size_t option = decisions[id]->option;
      not_rounded.add(
          schema, id, *why_not,
          by_name ? fmt::format("{} {}", option_name(bounds_[option].kind), options_[option].text)
                  : "");
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

std::string format_limit(const ErrorLimit& limit) {
  if (limit.relative > 0) return fmt::format("{}{}", relative_word, limit.relative);
  return limit.absolute > 0 ? fmt::format("{}", limit.absolute) : "";
}

ErrorLimitRequest::ErrorLimitRequest(const std::vector<std::string>& texts, bool allow_absent)
    : allow_absent_(allow_absent) {
  for (const std::string& text : texts) {
    ValueOption option = read_bound("--error", text);
    limits_.push_back(parse_limit(text, option.rest));
    options_.push_back(std::move(option.given));
  }
}

std::vector<ErrorLimit> ErrorLimitRequest::choose(const model::Schema& schema) const {
  std::vector<ErrorLimit> limits(schema.variables.size());
  if (options_.empty()) return limits;
  const auto variables = selectable_variables(schema);
  std::vector<std::string> absent;
  const auto decisions = base::with_context("--error", [&] {
    return filter::SelectorMatcher(variables).decide(options_, nullptr,
                                                     allow_absent_ ? &absent : nullptr);
  });
  for (model::VariableId id = 0; id < limits.size(); ++id) {
    if (!decisions[id]) continue;
    const model::Type& type = *schema.variables[id].type;
    if (type.is_number()) {
      limits[id] = limits_[decisions[id]->option];
    } else if (decisions[id]->rank == filter::SelectorRank::name) {
      throw Error(ErrorCode::unsupported,
                  fmt::format("--error {}: variable {} is of type {}; only numbers can have a "
                              "limit",
                              options_[decisions[id]->option].text, variables[id].path, type.name));
    }
  }
  return limits;
}

}  // namespace ncf::ops
