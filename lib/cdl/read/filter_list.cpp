// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "cdl/read/filter_list.hpp"

#include <algorithm>
#include <cstdint>
#include <variant>

#include "cdl/read/literal.hpp"
#include "filter/codecs/codec_json.hpp"
#include "filter/registry/known_ids.hpp"
#include "filter/registry/zfp_cd_values.hpp"
#include "filter/spec/constant.hpp"
#include "filter/spec/resolve.hpp"

namespace ncf::cdl {
namespace {

/// Finds out whether a filter is the codec of Zarr v3 that turns values into bytes, which is not a
/// filter.
std::optional<filter::Codec> find_values_codec(const FilterAsWritten& written) {
  const auto* json = std::get_if<JsonFilter>(&written);
  if (json == nullptr) return std::nullopt;
  try {
    filter::Codec codec = filter::parse_written_codec(base::parse_json(json->text));
    if (codec.name == "bytes" || codec.name.starts_with("vlen-")) return codec;
  } catch (const Error&) {
    // It has no name; `resolve` reports this with its place.
  }
  return std::nullopt;
}

/// A file may have a filter twice in a chain, but libnetcdf cannot define such a chain.
void require_each_once(const FilterSpec& spec, const Chain& chain, std::string_view text) {
  if (chain.size() == spec.filters.size()) return;
  throw SyntaxError(text, {0, text.size()},
                    "a filter occurs twice, which libnetcdf cannot define; write each once");
}

/// Accepts parameters as zfp stores them. They describe one chunk shape, so they are valid only for
/// chunks of that shape, as those that ncdump prints for the variable itself.
void accept_stored_zfp(FilterSpec& spec, std::string_view type,
                       const std::optional<std::vector<std::size_t>>& chunk_sizes) {
  if (!chunk_sizes) return;
  for (FilterAsWritten& written : spec.filters) {
    auto* const numeric = std::get_if<NumericFilter>(&written);
    if (numeric == nullptr || numeric->id != filter::zfp_id) continue;
    const auto visible =
        filter::zfp_visible_cd_values_for(filter::all_cd_values_of(*numeric), type, *chunk_sizes);
    if (!visible) continue;
    numeric->parameters.clear();
    for (const std::uint32_t word : *visible) {
      numeric->parameters.push_back({Constant::Tag::uint32, word, numeric->span});
    }
  }
}

/// Removes the codecs that are not filters from a spec; returns the byte order that they state.
std::optional<std::endian> take_values_codecs(FilterSpec& spec) {
  std::optional<std::endian> byte_order;
  std::erase_if(spec.filters, [&](const FilterAsWritten& one) {
    const auto codec = find_values_codec(one);
    const auto order = codec ? filter::byte_order_of({*codec}) : std::nullopt;
    if (order) byte_order = order;
    return codec.has_value();
  });
  return byte_order;
}

/// Replaces codecs by what their filters do where only extras differ, with a warning for each:
/// values of a text are encoded anew, and a dump of a store must not need changes. Other
/// differences are left to `resolve`.
void drop_extras(FilterSpec& spec, Warnings& warnings) {
  for (FilterAsWritten& written : spec.filters) {
    auto* const json = std::get_if<JsonFilter>(&written);
    if (json == nullptr) continue;
    try {
      const filter::Codec codec = filter::parse_written_codec(base::parse_json(json->text));
      const auto extras = filter::filter_of(codec).extras;
      const bool are_harmless = std::ranges::all_of(extras, [](const filter::CodecExtra& extra) {
        return extra.role == filter::MemberRole::extra;
      });
      if (extras.empty() || !are_harmless) continue;
      for (const auto& extra : extras) warnings.push_back(filter::describe_lost(codec, extra));
      json->text = format_compact_json(filter::as_encoded(codec, 0).json);
    } catch (const Error&) {
      // `resolve` reports it with its place.
    }
  }
}

/// span: in the list's text.
Span span_in(const FilterList& list, const SourceSpan& span) {
  const std::size_t begin = offset_in_literal(list.literal, span.begin);
  const std::size_t end = offset_in_literal(list.literal, span.end);
  return {list.span.offset + begin, std::max<std::size_t>(1, end - begin)};
}

}  // namespace

ReadFilterList read_filter_list(const FilterList& list, std::string_view type,
                                const std::optional<std::vector<std::size_t>>& chunk_sizes,
                                filter::FilterSource& filters) {
  try {
    ReadFilterList read;
    read.spec = parse_filter_spec(list.text, &read.warnings);
    read.byte_order = take_values_codecs(read.spec);
    if (list.is_codecs) drop_extras(read.spec, read.warnings);
    accept_stored_zfp(read.spec, type, chunk_sizes);
    read.chain = filter::resolve(read.spec, list.text, filters);
    require_each_once(read.spec, read.chain, list.text);
    return read;
  } catch (const SyntaxError& error) {
    throw Fault{span_in(list, error.span()), error.reason()};
  } catch (const Error& error) {
    throw Fault{list.span, error.message()};
  }
}

bool has_cd_values_of_chunks(const std::vector<FilterList>& lists) {
  const auto is_of_zfp = [](const FilterAsWritten& written) {
    const auto* const numeric = std::get_if<NumericFilter>(&written);
    return numeric != nullptr && numeric->id == filter::zfp_id;
  };
  return std::ranges::any_of(lists, [&](const FilterList& list) {
    try {
      const FilterSpec spec = parse_filter_spec(list.text);
      return std::ranges::any_of(spec.filters, is_of_zfp);
    } catch (const SyntaxError&) {
      return false;
    }
  });
}

}  // namespace ncf::cdl
