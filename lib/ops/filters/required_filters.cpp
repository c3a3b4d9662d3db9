// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/filters/required_filters.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/errors/error_context.hpp"
#include "base/text/messages.hpp"
#include "filter/codecs/codec_interpreter.hpp"
#include "filter/kernels/filter_source.hpp"
#include "filter/registry/registry.hpp"
#include "filter/spec/chain_order.hpp"
#include "model/dataset/stored_form.hpp"
#include "model/grid/chunk_grid.hpp"
#include "model/schema/default_chunks.hpp"
#include "model/schema/filter_types.hpp"
#include "ncf/error.hpp"
#include "ops/report/quantities.hpp"
#include "plugin/availability.hpp"
#include "plugin/plugin_filters.hpp"
#include "transcode/recoding/tolerance.hpp"
#include "transcode/tiles/padded_chunk.hpp"

namespace ncf::ops {
namespace {

using filter::Codec;
using filter::CodecExtra;
using model::StoredForm;

/// Returns whether all stored chunks skip the filter. If one does not, the first chunks usually
/// show it.
bool every_chunk_skips(model::Source& input, model::VariableId id, std::uint32_t filter_id) {
  constexpr std::size_t mask_bits = 32;
  const StoredForm form = input.stored_form(id);
  if (form.layout != model::Layout::chunked) return false;
  const auto found = std::ranges::find(form.filters, filter_id, &StoredFilter::id);
  const auto filter = static_cast<std::size_t>(found - form.filters.begin());
  if (found == form.filters.end() || filter >= mask_bits) return false;
  const model::ChunkGrid grid(form.extent, form.chunk_shape);
  bool is_skipped = true;
  input.visit_chunks(id, grid, [&](std::size_t /*chunk*/, const model::StoredPlace& place) {
    is_skipped = (place.filter_mask >> filter & 1U) != 0;
    return is_skipped;
  });
  return is_skipped;
}

/// Returns whether an output's variable keeps filters of the input that can be decoded.
bool keeps_filters(const model::Variable& asked) {
  return !asked.asked_filters && !asked.filters.empty();
}

/// Returns whether one of the codecs states the extra of a codec.
bool is_stated_in(const std::vector<Codec>& codecs, const Codec& codec, const CodecExtra& extra) {
  return std::ranges::any_of(codecs, [&](const Codec& other) {
    if (other.name != codec.name || other.format != codec.format) return false;
    const auto members = filter::configuration_of(other);
    const base::Json* const stated = filter::find_value(members, extra.member);
    return stated != nullptr && *stated == extra.stated;
  });
}

/// Returns a note for each extra of the codecs that the output lacks, and for each codec that can
/// decode although a member is invalid. made: the output's codecs.
std::vector<std::string> describe_lost(const model::Variable& asked, const std::vector<Codec>& made,
                                       Route route) {
  const bool are_chunks_encoded = route != Route::passthrough && route != Route::fill;
  std::vector<std::string> lost;
  for (const Codec& codec : asked.codecs.list()) {
    if (!filter::find_form(codec)) continue;
    try {
      for (const CodecExtra& extra : filter::filter_of(codec, asked.codec_element_bytes).extras) {
        const bool is_size = extra.role == filter::MemberRole::element_size;
        const bool is_in_chunks = !are_chunks_encoded || is_size;
        if (is_in_chunks && is_stated_in(made, codec, extra)) continue;
        lost.push_back(filter::describe_lost(codec, extra));
      }
    } catch (const filter::MemberError& error) {
      lost.push_back(fmt::format("{}; the copy has the default", error.message()));
    }
  }
  return lost;
}

/// Returns why a codec of an array that can be read must not encode; empty if it may.
std::string why_not_encode(const Codec& codec, std::size_t element_bytes) {
  if (!filter::find_form(codec)) return {};
  try {
    return filter::filter_of(codec, element_bytes).why_not_encode;
  } catch (const filter::MemberError&) {
    return {};  // gzip, which gets its default effort
  }
}

using model::Schema;
using model::Variable;

bool may_be_left_out(const Filter& filter) { return filter.flag == FilterFlag::optional; }

/// Returns why a filter is missing, or what it says against the variable; empty if it can be used.
std::optional<std::string> why_not_applicable(const Filter& filter, const Schema& schema,
                                              const Variable& variable) {
  const std::vector<std::size_t> shape = model::chunk_shape_to_make(schema, variable);
  if (auto why = model::why_not_on_type(filter, *variable.type)) return why;
  if (auto why = model::why_not_on_chunks(filter, {shape, is_zarr(schema.format)})) return why;
  try {
    plugin::require_filter(filter.id, plugin::FilterUse::encode);
    (void)plugin::PluginFilters().bind(filter, chunk_layout(variable, shape),
                                       plugin::FilterUse::encode);
    return std::nullopt;
  } catch (const Error& error) {
    const bool is_answer =
        error.code() == ErrorCode::not_found || error.code() == ErrorCode::unsupported;
    if (!is_answer) throw;
    return error.message().substr(0, error.message().find('\n'));
  }
}

/// Returns one of the existing variable's filters as it can be given again. In Zarr, its codec
/// states the visible parameters.
std::optional<Filter> find_visible_filter(filter::FilterSource& filters,
                                          const ExistingVariable& existing, std::size_t number,
                                          const filter::ChunkLayout& made) {
  const model::Variable& variable = existing.variable;
  const StoredFilter& stored = variable.filters[number];
  if (!filter::has_unknown_parameters(stored)) return visible_form(stored);
  if (variable.visible_filters.size() == variable.filters.size()) {
    const StoredFilter& stated = variable.visible_filters[number];
    return Filter{stated.id, stated.parameters, stated.flag};
  }
  return filter::visible_parameters_of(filters, stored, existing.chunks, made);
}

}  // namespace

bool has_all_filters(const model::Variable& variable) {
  return std::all_of(variable.filters.begin(), variable.filters.end(),
                     [](const StoredFilter& filter) { return plugin::can_decode(filter.id); });
}

void require_filters_to_read(model::Source& input, model::VariableId id,
                             const StoredChain& filters) {
  for (const StoredFilter& needed : filters) {
    if (plugin::can_decode(needed.id) || every_chunk_skips(input, id, needed.id)) continue;
    require_filters(input.schema(), id, StoredChain{needed}, plugin::FilterUse::decode);
  }
}

void require_safe_in_libhdf5(const model::Schema& schema, model::VariableId id,
                             const StoredChain& filters) {
  base::with_context(schema.variable_title(id), [&] {
    filter::require_no_late_szip(filters, schema.variables[id].type->size_bytes);
  });
}

void require_safe_padding(const model::Schema& schema, model::VariableId id,
                          const StoredChain& filters, std::string_view remedy) {
  StoredForm form = model::elements_form(schema, id);
  form.chunk_shape = model::chunk_shape_to_make(schema, schema.variables[id]);
  if (form.chunk_shape.empty()) return;
  form.layout = model::Layout::chunked;
  form.filters = filters;
  const transcode::Tolerance tolerance(visible_form(filters));
  if (tolerance.block_edge() <= 1 || !transcode::needs_padding(form, form.extent)) return;
  throw Error(ErrorCode::unsupported,
              fmt::format("{} encodes the last values together with the fill values that pad the "
                          "last chunks, and may turn the values into 0; {}",
                          tolerance.filters(), remedy))
      .add_context(schema.variable_title(id));
}

void require_codecs_to_encode(const model::Variable& asked) {
  if (!keeps_filters(asked)) return;
  for (const Codec& codec : asked.codecs.list()) {
    const std::string why = why_not_encode(codec, asked.codec_element_bytes);
    if (why.empty()) continue;
    throw Error(
        ErrorCode::unsupported,
        fmt::format("its chunks cannot be encoded again: {}; choose its filters with -F", why));
  }
}

void add_extra_notes(const model::Schema& asked, const model::Schema& made, CopyPlan& plan) {
  std::map<std::string, std::vector<std::string>> paths_by_note;
  for (model::VariableId id = 0; id < plan.variables.size(); ++id) {
    const VariableCopy& copy = plan.variables[id];
    if (!keeps_filters(asked.variables[id])) continue;
    const auto codecs = is_zarr(plan.format) ? made.variables[id].codecs : filter::StoredCodecs();
    for (std::string& note : describe_lost(asked.variables[id], codecs.list(), copy.route)) {
      paths_by_note[std::move(note)].push_back(copy.path);
    }
  }
  for (const auto& [note, paths] : paths_by_note) note_few(plan.notes, note, paths);
}

std::vector<std::string> leave_out_inapplicable(Schema& schema, model::VariableId id) {
  std::vector<std::string> notes;
  Variable& variable = schema.variables[id];
  if (!variable.asked_filters) return notes;
  std::erase_if(*variable.asked_filters, [&](const Filter& filter) {
    if (!may_be_left_out(filter)) return false;
    const auto why = why_not_applicable(filter, schema, variable);
    if (!why) return false;
    notes.push_back(fmt::format("variable {}: {} is optional, and is left out: {}",
                                schema.variable_path(id), filter::filter_title(filter.id), *why));
    return true;
  });
  return notes;
}

Chain without_optional(Chain chain) {
  std::erase_if(chain, may_be_left_out);
  return chain;
}

bool put_checksum_last_for_zarr(model::Variable& variable) {
  const Chain chain = variable.filters_to_define();
  const std::size_t element_bytes = variable.type->size_bytes;
  if (!variable.type->is_fixed_size || !filter::why_not_in_zarr(chain, element_bytes)) return false;
  const auto order = filter::order_of_checksum_last(chain);
  const auto in_order = [&order](const auto& filters) {
    std::remove_cvref_t<decltype(filters)> ordered;
    for (const std::size_t i : order) ordered.push_back(filters[i]);
    return ordered;
  };
  Chain ordered = in_order(chain);
  if (filter::why_not_in_zarr(ordered, element_bytes)) return false;
  if (variable.asked_filters) {
    variable.asked_filters = std::move(ordered);
  } else {
    variable.filters = in_order(variable.filters);
  }
  return true;
}

void note_checksums_last(const std::vector<std::string>& paths, std::vector<std::string>& notes) {
  note_few(notes,
           fmt::format("fletcher32 goes after shuffle and compression in {}, as readers of Zarr "
                       "cannot undo shuffle after it",
                       base::format_count(paths.size(), "variable")),
           paths);
}

filter::ChunkLayout chunk_layout(const model::Variable& variable,
                                 const std::vector<std::size_t>& chunk_shape) {
  const model::Type& type = *variable.type;
  filter::ChunkLayout layout;
  layout.element_bytes = type.size_bytes;
  if (type.is_integer()) layout.element_class = ncf_element_integer;
  if (type.is_floating_point()) layout.element_class = ncf_element_floating;
  if (layout.element_class != ncf_element_other) {
    layout.byte_order = variable.is_big_endian() ? ncf_order_big : ncf_order_little;
  }
  layout.shape.assign(chunk_shape.begin(), chunk_shape.end());
  return layout;
}

filter::ChunkLayout stored_chunk_layout(const model::Variable& variable,
                                        const model::StoredForm& form) {
  filter::ChunkLayout layout = chunk_layout(variable, variable.storage.chunk_shape);
  layout.element_bytes = form.element_bytes;
  return layout;
}

std::optional<Chain> visible_chain_of(filter::FilterSource& filters,
                                      const model::Variable& existing,
                                      const filter::ChunkLayout& made) {
  const ExistingVariable reused{existing, chunk_layout(existing, existing.storage.chunk_shape)};
  Chain chain;
  for (std::size_t i = 0; i < existing.filters.size(); ++i) {
    auto visible = find_visible_filter(filters, reused, i, made);
    if (!visible) return std::nullopt;
    chain.push_back(std::move(*visible));
  }
  return chain;
}

void reuse_filters(filter::FilterSource& filters, const ExistingVariable& existing,
                   const std::vector<std::size_t>& chunk_shape, std::string_view option,
                   model::Variable& made) {
  const StoredChain& stored_filters = existing.variable.filters;
  const filter::ChunkLayout layout = chunk_layout(made, chunk_shape);
  for (StoredFilter& reused : made.filters) {
    if (!filter::has_unknown_parameters(reused)) continue;
    const auto stored = std::ranges::find(stored_filters, reused);
    if (stored == stored_filters.end()) {
      throw Error(ErrorCode::internal,
                  filter::filter_title(reused.id) + " is not one of the existing variable");
    }
    const auto number = static_cast<std::size_t>(stored - stored_filters.begin());
    auto visible = find_visible_filter(filters, existing, number, layout);
    if (!visible) {
      throw Error(
          ErrorCode::unsupported,
          fmt::format("{} may misread its stored parameters {} for other chunks, and ncf cannot "
                      "tell which of them it was made with; give these, or another filter, with {}",
                      filter::filter_title(reused.id), fmt::join(reused.parameters, ","), option));
    }
    reused.parameters = std::move(visible->parameters);
  }
}

std::vector<std::string> replace_stored_parameters(filter::FilterSource& filters,
                                                   const std::vector<std::size_t>& chunk_shape,
                                                   model::Variable& made) {
  std::vector<std::string> warnings;
  if (!made.asked_filters || chunk_shape.empty()) return warnings;
  const filter::ChunkLayout layout = chunk_layout(made, chunk_shape);
  for (Filter& given : *made.asked_filters) {
    const StoredFilter stored{given.id, given.parameters, given.flag};
    if (!filter::has_unknown_parameters(stored) || filter::appends_facts(filters, given, layout))
      continue;
    const std::string title = filter::filter_title(given.id);
    const auto visible = filter::visible_parameters_of(filters, stored, layout, layout);
    if (visible && visible->parameters != given.parameters) {
      warnings.push_back(fmt::format(
          "{} gets the parameters {} instead of {}, which are those that it stores for such chunks",
          title, fmt::join(visible->parameters, ","), fmt::join(given.parameters, ",")));
      given.parameters = visible->parameters;
      continue;
    }
    warnings.push_back(fmt::format(
        "{} {} the parameters {}; if they are from a dump of other chunks, write those that the "
        "filter was made with",
        title, visible ? "keeps" : "adds to", fmt::join(given.parameters, ",")));
  }
  return warnings;
}

}  // namespace ncf::ops
