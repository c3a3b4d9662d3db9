// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "filter/spec/resolve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <utility>
#include <variant>

#include "filter/codecs/codec_json.hpp"
#include "filter/codecs/codec_members.hpp"
#include "filter/registry/cd_values.hpp"
#include "filter/registry/registry.hpp"
#include "filter/spec/chain_order.hpp"

namespace ncf {
namespace {

SourceSpan span_of_member(const JsonFilter& filter, std::string_view text,
                          const std::string& member) {
  if (text.empty()) return filter.span;
  const std::string_view json = text.substr(filter.span.begin, filter.span.end - filter.span.begin);
  const auto span = base::find_json_member(json, member);
  if (!span) return filter.span;
  return {filter.span.begin + span->begin, filter.span.begin + span->end};
}

Filter resolve_json(const JsonFilter& filter, std::string_view text,
                    const filter::Quotation& quotation, filter::FilterSource& plugins) {
  try {
    const base::Json json = base::parse_json(filter.text);
    const filter::Codec codec = filter::parse_written_codec(json);
    if (!filter::find_form(codec)) {
      if (auto of_plugin = plugins.find_filter(codec)) return std::move(*of_plugin);
    }
    return filter::filter_from_json(json);
  } catch (const filter::MemberError& error) {
    quotation.fail(span_of_member(filter, text, error.member()), error.message());
  } catch (const Error& error) {
    quotation.fail(filter.span, error.message());
  }
}

/// Checks parameters that are allowed on their own, but not together.
void require_consistent(const Filter& filter, SourceSpan span, const filter::Quotation& quotation) {
  const filter::FilterFacts* facts = filter::find_filter(filter.id);
  if (facts == nullptr) return;
  const auto reading = filter::read_cd_values(*facts, filter.parameters, filter::Form::visible);
  if (!reading) return;
  for (const filter::Limit& limit : reading->layout->limits) {
    const auto value = filter::value_of(*reading, limit.parameter);
    const auto most = filter::value_of(*reading, limit.at_most);
    if (!value || !most || *value <= *most) continue;
    quotation.fail(span, fmt::format("{} {} is {} and {} {}, expected {} of at most {}",
                                     facts->name, limit.parameter, *value, limit.at_most, *most,
                                     limit.parameter, limit.at_most));
  }
}

Filter resolve_unchecked(const FilterAsWritten& written, std::string_view text,
                         const filter::Quotation& quotation, filter::FilterSource& plugins) {
  if (const auto* numeric = std::get_if<NumericFilter>(&written)) {
    return filter::resolve_numeric(*numeric, quotation);
  }
  if (const auto* named = std::get_if<NamedFilter>(&written)) {
    return filter::resolve_named(*named, quotation, plugins);
  }
  return resolve_json(std::get<JsonFilter>(written), text, quotation, plugins);
}

SourceSpan span_of(const FilterAsWritten& written) {
  return std::visit([](const auto& one) { return one.span; }, written);
}

Filter resolve_one(const FilterAsWritten& written, std::string_view text,
                   filter::FilterSource& plugins) {
  const filter::Quotation quotation(text, written);
  Filter filter = resolve_unchecked(written, text, quotation, plugins);
  require_consistent(filter, span_of(written), quotation);
  filter::take_marks(written, filter);
  return filter;
}

/// Returns ", expected zfp,accuracy=0.1|fletcher32"; empty if no order of these filters keeps
/// values.
std::string advice(const FilterSpec& spec, const Chain& filters) {
  FilterSpec better;
  Chain chain;
  for (const std::size_t i : filter::order_of_values_first(filters)) {
    better.filters.push_back(spec.filters[i]);
    chain.push_back(filters[i]);
  }
  if (filter::find_late_filter(chain)) {
    return ", expected one of the two";
  }
  return ", expected " + format_spec(better);
}

/// Rejects a chain in which a filter of values follows one that leaves only bytes.
void require_order(const FilterSpec& spec, const Chain& filters, const Chain& chain,
                   std::string_view text) {
  const auto late = filter::find_late_filter(chain);
  if (!late) return;
  const auto place = static_cast<std::size_t>(
      std::find_if(filters.begin(), filters.end(),
                   [&](const Filter& one) { return one.id == chain[late->filter].id; }) -
      filters.begin());
  const FilterAsWritten& written = spec.filters[place];
  filter::Quotation(text, written)
      .fail(span_of(written), filter::describe_late_filter(chain, *late) + advice(spec, filters));
}

}  // namespace

void filter::Quotation::fail(SourceSpan span, const std::string& reason) const {
  if (!text_.empty()) throw SyntaxError(text_, span, reason);
  const std::string text = format_spec({{filter_}});
  throw SyntaxError(text, {0, text.size()}, reason);
}

void filter::take_marks(const FilterAsWritten& written, Filter& filter) {
  FilterMarks marks;
  if (const auto* const numeric = std::get_if<NumericFilter>(&written)) marks = numeric->marks;
  if (const auto* const named = std::get_if<NamedFilter>(&written)) marks = named->marks;
  filter.flag = marks.is_optional ? FilterFlag::optional : FilterFlag::usual;
  filter.accepts_changes = marks.accepts_changes;
}

Chain filter::merge_repeated(Chain filters) {
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

Chain filter::resolve(const FilterSpec& spec, std::string_view text, FilterSource& plugins) {
  Chain filters;
  for (const FilterAsWritten& written : spec.filters) {
    filters.push_back(resolve_one(written, text, plugins));
  }
  Chain chain = filter::merge_repeated(filters);
  require_order(spec, filters, chain, text);
  return chain;
}

Chain resolve(const FilterSpec& spec, std::string_view text) {
  return filter::resolve(spec, text, filter::builtin_filters());
}

}  // namespace ncf
