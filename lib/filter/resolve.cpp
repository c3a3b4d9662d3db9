// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "filter/resolve.hpp"

#include <unordered_map>
#include <utility>

#include "filter/codec_json.hpp"

namespace ncf {
namespace {

Filter resolve_json(const JsonFilter& filter, const filter::Quotation& quotation) {
  try {
    return filter::filter_from_json(filter.text);
  } catch (const Error& error) {
    quotation.fail(filter.span, error.message());
  }
}

Filter resolve_one(const FilterAsWritten& written, std::string_view text) {
  const filter::Quotation quotation(text, written);
  if (const auto* numeric = std::get_if<NumericFilter>(&written)) {
    return filter::resolve_numeric(*numeric, quotation);
  }
  if (const auto* named = std::get_if<NamedFilter>(&written)) {
    return filter::resolve_named(*named, quotation);
  }
  return resolve_json(std::get<JsonFilter>(written), quotation);
}

}  // namespace

void filter::Quotation::fail(SourceSpan span, const std::string& reason) const {
  if (!text_.empty()) throw SyntaxError(text_, span, reason);
  const std::string text = format_spec({{filter_}});
  throw SyntaxError(text, {0, text.size()}, reason);
}

Chain filter::merge_repeated(Chain filters) {
  Chain chain;
  std::unordered_map<std::uint32_t, std::size_t> places;  // of the ids in the chain
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

Chain resolve(const FilterSpec& spec, std::string_view text) {
  Chain filters;
  for (const FilterAsWritten& written : spec.filters) {
    filters.push_back(resolve_one(written, text));
  }
  return filter::merge_repeated(std::move(filters));
}

}  // namespace ncf
