// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/info/notation.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/text/messages.hpp"
#include "filter/codecs/codec_json.hpp"
#include "filter/registry/registry.hpp"
#include "filter/spec/chain_order.hpp"
#include "ncf/error.hpp"

namespace ncf::ops {
namespace {

using filter::Parameter;
using filter::ProgramNotation;
using filter::Reading;

const ProgramNotation* find_notation(const filter::FilterFacts& facts, filter::Program program,
                                     filter::CdValues visible) {
  for (const ProgramNotation& one : facts.notations) {
    if (one.program == program && (one.applies == nullptr || one.applies(visible))) return &one;
  }
  return nullptr;
}

/// Returns the text for a choice among texts that are separated by bars.
std::string_view choose(const Parameter& parameter, double value, std::string_view texts) {
  const std::string name = format_value(parameter, value);
  for (const filter::Choice& choice : parameter.choices) {
    const std::size_t end = std::min(texts.find('|'), texts.size());
    if (choice.name == name) return texts.substr(0, end);
    texts.remove_prefix(std::min(end + 1, texts.size()));
  }
  return "";
}

/// Returns the text for a placeholder in braces: "level", "mask:EC|NN". A parameter that is left
/// out is 0.
std::string text_of(const Reading& reading, std::string_view placeholder) {
  const std::size_t colon = std::min(placeholder.find(':'), placeholder.size());
  const auto parameters = reading.layout->parameters;
  const auto found = std::ranges::find(parameters, placeholder.substr(0, colon), &Parameter::name);
  const auto given = reading.values.at(static_cast<std::size_t>(found - parameters.begin()));
  const double value = given.value_or(found->default_value.value_or(0));
  if (colon == placeholder.size()) return format_value(*found, value);
  return std::string(choose(*found, value, placeholder.substr(colon + 1)));
}

std::string filled_in(std::string_view text, const Reading& reading) {
  std::string filled;
  while (!text.empty()) {
    const std::size_t open = std::min(text.find('{'), text.size());
    filled += text.substr(0, open);
    text.remove_prefix(open);
    if (text.empty()) break;
    const std::size_t close = text.find('}');
    filled += text_of(reading, text.substr(1, close - 1));
    text.remove_prefix(close + 1);
  }
  return filled;
}

/// Quotes a text for a POSIX shell; the texts here contain no single quotes.
std::string in_quotes(std::string_view text) { return fmt::format("'{}'", text); }

/// Appends its marks to the name or number of a filter.
std::string with_marks(std::string text, const Filter& one) {
  const std::size_t end = std::min(text.find(','), text.size());
  if (one.accepts_changes) text.insert(end, "~");
  if (one.flag == FilterFlag::optional) text.insert(end, "?");
  return text;
}

std::string named(const Filter& one) {
  const filter::FilterFacts* facts = filter::find_filter(one.id);
  if (facts != nullptr) {
    const auto reading = filter::read_cd_values(*facts, one.parameters, filter::Form::visible);
    if (reading && !reading->fault) {
      return with_marks(filter::format_named(*facts, *reading->layout, reading->values), one);
    }
  }
  return format_numeric(Chain{one});
}

/// Returns a filter by its number; empty if these numbers have another meaning to ncf.
std::optional<std::string> find_numbers(const Filter& one) {
  std::string text = format_numeric(Chain{one});
  try {
    return resolve(parse_filter_spec(text)) == Chain{one} ? std::optional(std::move(text))
                                                          : std::nullopt;
  } catch (const SyntaxError&) {
    return std::nullopt;
  }
}

/// Returns filters by their numbers, or by their names where numbers have another meaning.
std::string numbered(const Chain& chain) {
  std::string text;
  for (const Filter& one : chain) {
    text += (text.empty() ? "" : "|") + find_numbers(one).value_or(named(one));
  }
  return text;
}

std::string netcdf_order_note(const Chain& chain) {
  const Chain made = filter::in_order_of_libnetcdf(chain);
  if (made == chain) return "";
  std::string note = "libnetcdf puts fletcher32 first and shuffle next";
  if (const auto late = filter::find_late_filter(made)) {
    note += ", which changes values: " + filter::describe_late_filter(made, *late);
  }
  return note;
}

std::string joined(const std::string& first, const std::string& second) {
  return first + (first.empty() || second.empty() ? "" : "; ") + second;
}

/// Returns the chain as programs can write it that know no marks.
Chain without_marks(Chain chain) {
  for (Filter& one : chain) {
    one.flag = FilterFlag::usual;
    one.accepts_changes = false;
  }
  return chain;
}

/// Returns why a program that only takes numbers creates other filters than the chain.
std::string flag_note(const Chain& chain, std::string_view program) {
  const Filter* const flagged = filter::find_flagged(chain);
  if (flagged == nullptr) return "";
  return fmt::format("{} cannot make {} {}", program, filter::filter_title(flagged->id),
                     filter::name_of(flagged->flag));
}

// ---- netCDF ----

Notation nccopy_notation(const Chain& chain) {
  return {"nccopy",
          fmt::format("nccopy -4 -F {} in.nc out.nc",
                      in_quotes("*," + format_numeric(without_marks(chain)))),
          joined("variables that have filters need -F none first: nccopy 4.9.0 leaves them as they "
                 "are",
                 netcdf_note(chain))};
}

Notation cdl_notation(const Chain& chain) {
  const std::string filters = numbered(chain);
  const bool is_for_ncgen = filters == format_numeric(without_marks(chain));
  return {
      "CDL", fmt::format("v:_Filter = \"{}\" ;", filters),
      joined(
          is_for_ncgen ? "" : "only ncfgen reads this, because ncgen reads only ids and parameters",
          netcdf_note(chain))};
}

Notation numbers_notation(const Chain& chain) {
  const auto ambiguous =
      std::ranges::find_if(chain, [](const Filter& one) { return !find_numbers(one); });
  if (ambiguous == chain.end()) return {"numbers", numbered(chain), ""};
  return {"numbers", "",
          fmt::format("{} has another meaning in a file, use the names",
                      format_numeric(Chain{*ambiguous}))};
}

// ---- h5repack ----

std::string h5repack_filter(const Filter& one) {
  if (const auto own = notation_in(filter::Program::h5repack, one)) return own->text;
  std::string text =
      fmt::format("UD={},{},{}", one.id, filter::is_optional(one) ? 1 : 0, one.parameters.size());
  for (const std::uint32_t value : one.parameters) text += fmt::format(",{}", value);
  return text;
}

Notation h5repack_notation(const Chain& chain) {
  std::string options;
  for (const Filter& one : chain) options += " -f " + h5repack_filter(one);
  return {"h5repack", fmt::format("h5repack{} in.h5 out.h5", options), ""};
}

// ---- NCO ----

/// Returns a filter for ncks --cmp. If ncks has no name for a filter, it passes at most one
/// parameter.
FilterNotation nco_filter(const Filter& one) {
  if (const auto own = notation_in(filter::Program::nco, one)) return *own;
  if (one.parameters.size() > 1) return {};
  return {format_numeric(without_marks({one})), ""};
}

Notation nco_notation(const Chain& chain) {
  std::vector<std::string> filters;
  std::string note = netcdf_note(chain);
  for (const Filter& one : chain) {
    const FilterNotation filter = nco_filter(one);
    if (filter.text.empty()) {
      return {"NCO", "", fmt::format("ncks has no way to {}", filter::describe(one))};
    }
    filters.push_back(filter.text);
    note = joined(note, filter.note);
  }
  return {"NCO",
          fmt::format("ncks -4 --cmp={} in.nc out.nc",
                      in_quotes(fmt::format("{}", fmt::join(filters, "|")))),
          note};
}

// ---- Zarr ----

/// Finds a plugin's codec for an array of integers, because the type is unknown.
std::optional<filter::Codec> codec_of_plugin(const Filter& one, filter::ZarrFormat format,
                                             const ExplainOptions& options,
                                             filter::FilterSource& plugins) {
  const filter::FilterFacts* facts = filter::find_filter(one.id);
  const bool is_registered = facts != nullptr && !facts->codecs.empty();
  if (is_registered) return std::nullopt;
  const filter::ChunkLayout layout{
      options.element_size, ncf_element_integer, ncf_order_little, {1}};
  return plugins.find_codec(one, format, layout, {});
}

/// Returns the codecs of the chain, including those with different bytes.
filter::CodecList all_codecs(const Chain& chain, filter::ZarrFormat format,
                             const ExplainOptions& options, filter::FilterSource& plugins) {
  if (const auto why = filter::why_not_in_zarr(chain, options.element_size)) {
    throw Error(ErrorCode::unsupported, *why);
  }
  filter::CodecList codecs;
  for (const Filter& one : chain) {
    const auto of_plugin = codec_of_plugin(one, format, options, plugins);
    codecs.push_back(of_plugin ? *of_plugin : filter::codec_of(one, format, options.element_size));
  }
  return codecs;
}

std::string difference_note(const Chain& chain) {
  std::string note;
  for (const Filter& one : chain) {
    const std::string_view difference = filter::difference_of(one);
    if (difference.empty()) continue;
    const filter::FilterFacts& facts = *filter::find_filter(one.id);
    note = joined(note, fmt::format("other bytes than the filter's: {} {}",
                                    facts.codecs.front().numcodecs_id, difference));
  }
  return note;
}

/// Returns whether a codec of the chain names the size of an element.
bool names_element_size(const Chain& chain) {
  return std::ranges::any_of(chain, [](const Filter& one) {
    const filter::FilterFacts* facts = filter::find_filter(one.id);
    if (facts == nullptr || facts->codecs.empty()) return false;
    const auto members = facts->codecs.front().members;
    return std::ranges::find(members, filter::MemberRole::element_size,
                             &filter::CodecMember::role) != members.end();
  });
}

template <typename Format>
Notation zarr_notation(std::string name, const Chain& chain, const ExplainOptions& options,
                       Format format) {
  try {
    std::string text = format();
    const std::string size = "for values of " + base::format_count(options.element_size, "byte");
    return {std::move(name), std::move(text),
            joined(joined(difference_note(chain), names_element_size(chain) ? size : ""),
                   flag_note(chain, "Zarr"))};
  } catch (const Error& error) {
    return {std::move(name), "", error.message()};
  }
}

/// Names the codecs that only netCDF's plugins have.
std::string plugin_codecs_note(const Chain& chain, const ExplainOptions& options,
                               filter::FilterSource& plugins) {
  std::string note;
  for (const Filter& one : chain) {
    const auto codec = codec_of_plugin(one, filter::ZarrFormat::v2, options, plugins);
    if (codec) note = joined(note, codec->name + " is netCDF's codec, numcodecs does not have it");
  }
  return note;
}

Notation numcodecs_notation(const Chain& chain, const ExplainOptions& options,
                            filter::FilterSource& plugins) {
  Notation notation = zarr_notation("numcodecs", chain, options, [&] {
    const filter::CodecsV2 members =
        format_codecs_v2(all_codecs(chain, filter::ZarrFormat::v2, options, plugins));
    return format_compact_json(
        base::json_object().add("filters", members.filters).add("compressor", members.compressor));
  });
  if (notation.text.empty()) return notation;
  notation.note = joined(notation.note, plugin_codecs_note(chain, options, plugins));
  return notation;
}

Notation zarr_v3_notation(const Chain& chain, const ExplainOptions& options,
                          filter::FilterSource& plugins) {
  return zarr_notation("Zarr v3", chain, options, [&] {
    const filter::ArrayFacts array{.element_size = options.element_size};
    const filter::CodecList codecs =
        filter::with_bytes(all_codecs(chain, filter::ZarrFormat::v3, options, plugins), array);
    return format_compact_json(base::json_object().add("codecs", filter::list_of_codecs(codecs)));
  });
}

}  // namespace

std::optional<FilterNotation> notation_in(filter::Program program, const Filter& one) {
  const filter::FilterFacts* facts = filter::find_filter(one.id);
  if (facts == nullptr) return std::nullopt;
  const ProgramNotation* notation = find_notation(*facts, program, one.parameters);
  if (notation == nullptr) return std::nullopt;
  const auto reading = filter::read_cd_values(*facts, one.parameters, filter::Form::visible);
  if (!reading || reading->fault) return std::nullopt;
  return FilterNotation{filled_in(notation->text, *reading), std::string(notation->note)};
}

std::string netcdf_note(const Chain& chain) {
  return joined(netcdf_order_note(chain), flag_note(chain, "libnetcdf"));
}

std::string format_named_spec(const Chain& chain) {
  std::string text;
  for (const Filter& one : chain) text += (text.empty() ? "" : "|") + named(one);
  return text;
}

std::vector<Notation> notations_of(const Chain& chain, const ExplainOptions& options,
                                   filter::FilterSource& plugins) {
  return {{"ncf", format_named_spec(chain), ""},
          numbers_notation(chain),
          nccopy_notation(chain),
          cdl_notation(chain),
          h5repack_notation(chain),
          nco_notation(chain),
          h5py_notation(chain),
          hdf5plugin_notation(chain),
          netcdf4_python_notation(chain),
          xarray_notation(chain),
          numcodecs_notation(chain, options, plugins),
          zarr_v3_notation(chain, options, plugins)};
}

}  // namespace ncf::ops
