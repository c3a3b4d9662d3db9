// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "filter/spec/resolve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "base/text/messages.hpp"
#include "filter/codecs/codec_interpreter.hpp"
#include "filter/codecs/codec_json.hpp"
#include "filter/registry/registry.hpp"
#include "filter/spec/chain_order.hpp"
#include "filter/spec/constant.hpp"

namespace ncf::filter {
namespace {

// ---- filters by number ----

/// Returns "first" for 0, and so on.
std::string ordinal(std::size_t index) {
  constexpr std::array<std::string_view, 8> names{"first", "second", "third",   "fourth",
                                                  "fifth", "sixth",  "seventh", "eighth"};
  return index < names.size() ? std::string(names[index]) : fmt::format("{}th", index + 1);
}

std::string count_cd_values(std::size_t count) {
  return count == 0 ? "no parameters" : base::format_count(count, "parameter");
}

/// Resolves one filter's cd_values by its registry row.
class NumericResolver {
 public:
  NumericResolver(const NumericFilter& filter, const Quotation& quotation)
      : filter_(filter), quotation_(quotation) {
    for (const Constant& constant : filter.parameters) {
      for (const std::uint32_t value : cd_values_of(constant)) {
        cd_values_.push_back(value);
        constants_.push_back(&constant);
      }
    }
  }

  Filter resolve() {
    const FilterFacts* facts = find_filter(filter_.id);
    if (facts != nullptr && !facts->visible.empty()) check(*facts);
    return to_visible_form(filter_.id, std::move(cd_values_), Form::visible);
  }

 private:
  void check(const FilterFacts& facts) const {
    refuse_working_cd_values(facts);
    const std::optional<Reading> reading = read_cd_values(facts, cd_values_, Form::visible);
    if (reading && !reading->fault) {
      refuse_double_meaning(facts, *reading);
    } else if (!facts.open) {
      reading ? refuse_value(facts, *reading->fault) : refuse_shape(facts);
    }
  }

  [[noreturn]] void refuse_value(const FilterFacts& facts, const CdValueFault& fault) const {
    quotation_.fail(span_of(fault.index),
                    fmt::format("{} {} is {}, expected {}", facts.name, fault.parameter->name,
                                as_written(fault), expected(*fault.parameter)));
  }

  SourceSpan span_of(std::size_t index) const { return constants_[index]->span; }

  /// Returns a cd_value as it was written: the number itself does not show whether it had a minus.
  std::string as_written(const CdValueFault& fault) const {
    const std::string text = format_constant(*constants_[fault.index]);
    return text.front() == '-' ? text : format_value(*fault.parameter, fault.value);
  }

  void refuse_working_cd_values(const FilterFacts& facts) const {
    if (facts.read_working == nullptr) return;
    const auto visible = facts.read_working(cd_values_);
    if (!visible) return;
    std::string advice;
    if (const auto reading = read_cd_values(facts, *visible, Form::visible)) {
      advice = ", expected " + format_named(facts, *reading->layout, reading->values);
    }
    quotation_.fail(filter_.span,
                    fmt::format("parameters that {} stored in a file, which describe the chunks "
                                "of one variable{}",
                                facts.name, advice));
  }

  /// Rejects cd_values that mean one thing if a user gives them and another in a file; only
  /// bitshuffle has such cd_values.
  void refuse_double_meaning(const FilterFacts& facts, const Reading& as_visible) const {
    const std::optional<Reading> as_working = read_cd_values(facts, cd_values_, Form::working);
    if (as_working->layout == as_visible.layout || as_working->fault) return;
    quotation_.fail(
        filter_.span,
        fmt::format("parameters of {} with another meaning in a file, expected {} or {}",
                    facts.name, format_named(facts, *as_visible.layout, as_visible.values),
                    format_named(facts, *as_working->layout, as_working->values)));
  }

  /// Rejects cd_values that match no layout: too few, too many, or an unknown mode.
  [[noreturn]] void refuse_shape(const FilterFacts& facts) const {
    if (facts.visible.size() > 1) refuse_mode(facts);
    const Layout& layout = facts.visible.front();
    std::size_t first_given = 0;
    while (first_given < layout.parameters.size() && !is_given(layout.parameters[first_given])) {
      ++first_given;
    }
    if (!cd_values_.empty() && cd_values_.size() < first_given) {
      refuse_early_cd_values(facts, first_given);
    }
    refuse_count(facts, layout);
  }

  /// Rejects a level at the position of the filter's own cd_values: `32001,5`.
  [[noreturn]] void refuse_early_cd_values(const FilterFacts& facts, std::size_t index) const {
    const Parameter& parameter = facts.visible.front().parameters[index];
    const double meant = read_value(parameter, cd_values_);
    const double value = allows(parameter, meant) ? meant : parameter.default_value.value_or(0);
    std::string raw = fmt::format("{}", facts.id);
    for (std::size_t i = 0; i < index; ++i) raw += ",0";
    const std::string shown = format_value(parameter, value);
    quotation_.fail(
        {span_of(0).begin, span_of(cd_values_.size() - 1).end},
        fmt::format("{}'s {} is its {} parameter, the filter sets those before it; expected "
                    "{},{}={} or {},{}",
                    facts.name, parameter.name, ordinal(index), facts.name, parameter.name, shown,
                    raw, shown));
  }

  [[noreturn]] void refuse_mode(const FilterFacts& facts) const {
    std::vector<std::string> modes;
    for (const Layout& layout : facts.visible) {
      if (layout.parameters.empty()) continue;
      const auto number =
          static_cast<std::uint32_t>(layout.parameters.front().default_value.value_or(0));
      if (!cd_values_.empty() && cd_values_.front() == number) refuse_count(facts, layout);
      modes.push_back(fmt::format("{} ({})", number, layout.mode));
    }
    quotation_.fail(
        cd_values_.empty() ? filter_.span : span_of(0),
        fmt::format("{} begins with its mode, expected {}", facts.name, alternatives(modes)));
  }

  [[noreturn]] void refuse_count(const FilterFacts& facts, const Layout& layout) const {
    const std::size_t most = width(layout);
    const std::size_t fewest = layout.min_cd_values;
    std::string count = count_cd_values(most);
    if (most > fewest) count = (fewest == 0 ? "at most " : fmt::format("{} to ", fewest)) + count;
    count += names_of(layout);
    if (!facts.working.empty()) {
      count += fmt::format(", or {} as in a file", width(facts.working.front()));
    }
    const std::string mode = layout.mode.empty() ? "" : " " + std::string(layout.mode);
    const std::string text =
        fmt::format("{}{} takes {}, not {}", facts.name, mode, count, cd_values_.size());
    const bool surplus = cd_values_.size() > most;
    quotation_.fail(surplus ? SourceSpan{span_of(most).begin, span_of(cd_values_.size() - 1).end}
                            : filter_.span,
                    text);
  }

  /// Returns the names of the cd_values, " (level)", if the user gives all of them.
  static std::string names_of(const Layout& layout) {
    std::string names;
    for (const Parameter& parameter : layout.parameters) {
      if (!is_given(parameter)) return "";
      names += (names.empty() ? "" : ", ") + std::string(parameter.name);
    }
    return names.empty() ? "" : " (" + names + ")";
  }

  const NumericFilter& filter_;
  const Quotation& quotation_;
  std::vector<std::uint32_t> cd_values_;
  std::vector<const Constant*> constants_;  ///< for each cd_value
};

// ---- filters in JSON, and all of them ----

SourceSpan span_of_member(const JsonFilter& filter, std::string_view text,
                          const std::string& member) {
  if (text.empty()) return filter.span;
  const std::string_view json = text.substr(filter.span.begin, filter.span.end - filter.span.begin);
  const auto span = base::find_json_member(json, member);
  if (!span) return filter.span;
  return {filter.span.begin + span->begin, filter.span.begin + span->end};
}

Filter resolve_json(const JsonFilter& filter, std::string_view text, const Quotation& quotation,
                    FilterSource& plugins) {
  try {
    const base::Json json = base::parse_json(filter.text);
    const Codec codec = parse_written_codec(json);
    if (!find_form(codec)) {
      if (auto of_plugin = plugins.find_filter(codec)) return std::move(*of_plugin);
    }
    return filter_from_json(json);
  } catch (const MemberError& error) {
    quotation.fail(span_of_member(filter, text, error.member()), error.message());
  } catch (const Error& error) {
    quotation.fail(filter.span, error.message());
  }
}

/// Checks parameters that are allowed on their own, but not together.
void require_consistent(const Filter& filter, SourceSpan span, const Quotation& quotation) {
  const FilterFacts* facts = find_filter(filter.id);
  if (facts == nullptr) return;
  const auto reading = read_cd_values(*facts, filter.parameters, Form::visible);
  if (!reading) return;
  for (const Limit& limit : reading->layout->limits) {
    const auto value = value_of(*reading, limit.parameter);
    const auto most = value_of(*reading, limit.at_most);
    if (!value || !most || *value <= *most) continue;
    quotation.fail(span, fmt::format("{} {} is {} and {} {}, expected {} of at most {}",
                                     facts->name, limit.parameter, *value, limit.at_most, *most,
                                     limit.parameter, limit.at_most));
  }
}

Filter resolve_unchecked(const FilterAsWritten& written, std::string_view text,
                         const Quotation& quotation, FilterSource& plugins) {
  if (const auto* numeric = std::get_if<NumericFilter>(&written)) {
    return NumericResolver(*numeric, quotation).resolve();
  }
  if (const auto* named = std::get_if<NamedFilter>(&written)) {
    return resolve_named(*named, quotation, plugins);
  }
  return resolve_json(std::get<JsonFilter>(written), text, quotation, plugins);
}

SourceSpan span_of(const FilterAsWritten& written) {
  return std::visit([](const auto& one) { return one.span; }, written);
}

Filter resolve_one(const FilterAsWritten& written, std::string_view text, FilterSource& plugins) {
  const Quotation quotation(text, written);
  Filter filter = resolve_unchecked(written, text, quotation, plugins);
  require_consistent(filter, span_of(written), quotation);
  take_marks(written, filter);
  return filter;
}

/// Returns ", expected zfp,accuracy=0.1|fletcher32", or that one of the two is, if no order of
/// these filters keeps values.
std::string advice(const FilterSpec& spec, const Chain& filters) {
  FilterSpec better;
  Chain chain;
  for (const std::size_t i : order_of_values_first(filters)) {
    better.filters.push_back(spec.filters[i]);
    chain.push_back(filters[i]);
  }
  if (find_late_filter(chain)) {
    return ", expected one of the two";
  }
  return ", expected " + format_spec(better);
}

/// Rejects a chain in which a filter of values follows one that leaves only bytes.
void require_order(const FilterSpec& spec, const Chain& filters, const Chain& chain,
                   std::string_view text) {
  const auto late = find_late_filter(chain);
  if (!late) return;
  const auto place = static_cast<std::size_t>(
      std::ranges::find_if(filters,
                           [&](const Filter& one) { return one.id == chain[late->filter].id; }) -
      filters.begin());
  const FilterAsWritten& written = spec.filters[place];
  Quotation(text, written)
      .fail(span_of(written), describe_late_filter(chain, *late) + advice(spec, filters));
}

}  // namespace

void Quotation::fail(SourceSpan span, const std::string& reason) const {
  if (!text_.empty()) throw SyntaxError(text_, span, reason);
  const std::string text = format_spec({{filter_}});
  throw SyntaxError(text, {0, text.size()}, reason);
}

void take_marks(const FilterAsWritten& written, Filter& filter) {
  FilterMarks marks;
  if (const auto* const numeric = std::get_if<NumericFilter>(&written)) marks = numeric->marks;
  if (const auto* const named = std::get_if<NamedFilter>(&written)) marks = named->marks;
  filter.flag = marks.is_optional ? FilterFlag::optional : FilterFlag::usual;
  filter.accepts_changes = marks.accepts_changes;
}

Chain merge_repeated(Chain filters) {
  Chain chain;
  std::unordered_map<std::uint32_t, std::size_t> places;  // index in the chain, by id
  for (Filter& filter : filters) {
    const auto [place, is_new] = places.emplace(filter.id, chain.size());
    if (is_new) {
      chain.push_back(std::move(filter));
    } else {
      chain[place->second] = std::move(filter);
    }
  }
  return chain;
}

Chain resolve(const FilterSpec& spec, std::string_view text, FilterSource& plugins) {
  Chain filters;
  for (const FilterAsWritten& written : spec.filters) {
    filters.push_back(resolve_one(written, text, plugins));
  }
  Chain chain = merge_repeated(filters);
  require_order(spec, filters, chain, text);
  return chain;
}

}  // namespace ncf::filter

namespace ncf {

Chain resolve(const FilterSpec& spec, std::string_view text) {
  return filter::resolve(spec, text, filter::builtin_filters());
}

}  // namespace ncf
