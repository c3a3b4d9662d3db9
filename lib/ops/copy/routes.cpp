// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/copy/routes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "base/errors/error_context.hpp"
#include "filter/kernels/codec_kernels.hpp"
#include "filter/kernels/stored_parameters.hpp"
#include "filter/spec/chain_order.hpp"
#include "model/schema/default_chunks.hpp"
#include "ncf/error.hpp"
#include "ops/filters/chain_changes.hpp"
#include "ops/filters/required_filters.hpp"
#include "plugin/plugin_filters.hpp"
#include "transcode/recoding/form_difference.hpp"
#include "transcode/tiles/padded_chunk.hpp"

namespace ncf::ops {
namespace {

using model::Layout;
using model::Schema;
using model::Variable;
using model::VariableId;

bool has_any(const StoredChain& filters, const std::set<std::uint32_t>& ids) {
  return std::any_of(filters.begin(), filters.end(),
                     [&](const StoredFilter& filter) { return ids.count(filter.id) > 0; });
}

/// Requires the filters to read a variable. source: the part of `input` that is copied.
void require_to_read(model::Source& input, const Subset& source, VariableId id) {
  base::with_context(input.name(), [&] {
    require_filters_to_read(input, source.input_ids[id], source.schema.variables[id].filters);
  });
}

/// filters: Chain or StoredChain.
template <typename AnyChain>
void require_to_write(const CopyOptions& options, const Schema& schema, VariableId id,
                      const AnyChain& filters) {
  base::with_context(options.output,
                     [&] { require_filters(schema, id, filters, plugin::FilterUse::encode); });
}

/// why: the reason why the stored bytes cannot be copied.
/// throws: Error(unsupported) if a codec of the variable cannot be decoded.
void require_decodable(const CopyOptions& options, const std::string& path,
                       const std::vector<std::string>& codecs, std::string_view why) {
  if (codecs.empty()) return;
  throw Error(
      ErrorCode::unsupported,
      fmt::format("no filter decodes its codec {}, and its stored bytes cannot be copied as "
                  "they are: {}",
                  fmt::join(codecs, ", "), why))
      .add_context("variable " + path)
      .add_context(options.input);
}

/// Checks that the filters can encode what the codecs of the input mean.
void require_to_encode(const MadeFiles& files, VariableId id, Route route) {
  if (route == Route::passthrough || route == Route::fill) return;
  base::with_context(files.options.input, [&] {
    base::with_context("variable " + files.source.schema.variable_path(id),
                       [&] { require_codecs_to_encode(files.output_schema.variables[id]); });
  });
}

/// Returns the facts that the filters in the input were given.
filter::ChunkLayout chunks_in_input(const RouteInputs& inputs, VariableId id) {
  if (const auto& packing = inputs.packings[id]) return packing->stored_chunks;
  return stored_chunk_layout(inputs.source.schema.variables[id],
                             inputs.input.stored_form(inputs.source.input_ids[id]));
}

void reuse_input_filters(const RouteInputs& inputs, VariableId id, Schema& output_schema) {
  const Schema& source = inputs.source.schema;
  if (std::ranges::none_of(output_schema.variables[id].filters, filter::has_unknown_parameters)) {
    return;
  }
  plugin::PluginFilters filters;
  base::with_context(inputs.options.input, [&] {
    base::with_context("variable " + source.variable_path(id), [&] {
      model::Variable& made = output_schema.variables[id];
      reuse_filters(filters, {source.variables[id], chunks_in_input(inputs, id)},
                    model::chunk_shape_to_make(output_schema, made), "-F", made);
    });
  });
}

/// filters: Chain or StoredChain.
template <typename AnyChain>
void add_ids(const AnyChain& filters, std::set<std::uint32_t>& ids) {
  for (const auto& filter : filters) ids.insert(filter.id);
}

}  // namespace

Routes::Routes(const RouteInputs& inputs, Schema& output_schema) {
  const Subset& source = inputs.source;
  for (VariableId id = 0; id < output_schema.variables.size(); ++id) {
    objections_.push_back(find_objections(inputs, id, output_schema));
  }
  keep_stored_filters(inputs, output_schema);
  for (VariableId id = 0; id < output_schema.variables.size(); ++id) {
    const Variable& variable = output_schema.variables[id];
    if (source.has_values[id] && objections_[id].to_passthrough) {
      require_decodable(inputs.options, source.schema.variable_path(id),
                        unreadable_codecs(inputs, id), *objections_[id].to_passthrough);
      require_to_read(inputs.input, source, id);
    }
    if (variable.keeps_stored_filters) continue;
    require_to_write(inputs.options, output_schema, id, variable.filters_to_define());
    if (!variable.asked_filters) reuse_input_filters(inputs, id, output_schema);
  }
}

// A placeholder neither rewrites parameters nor runs. So a filter gets one only if no variable
// needs the filter itself; otherwise all variables with this filter use the real one, unless
// libhdf5 runs no filters.
void Routes::keep_stored_filters(const RouteInputs& inputs, Schema& output_schema) {
  const auto& source = inputs.source.schema.variables;
  std::vector<bool> keeps(source.size());
  std::set<std::uint32_t> needed;
  for (VariableId id = 0; id < source.size(); ++id) {
    const Variable& variable = output_schema.variables[id];
    const bool is_decoded =
        inputs.source.has_values[id] && objections_[id].to_passthrough.has_value();
    const bool is_defined_alike =
        source[id].storage.has_same_chunks(variable.storage) &&
        !difference_of_numbers(inputs.input, inputs.source.input_ids[id], variable);
    keeps[id] = !inputs.choices[id].filters && !is_decoded && is_defined_alike;
    if (!keeps[id]) add_ids(variable.filters_to_define(), needed);
    if (is_decoded) add_ids(source[id].filters, needed);
  }
  const bool runs_libhdf5 = !is_zarr(inputs.source.schema.format) || !is_zarr(output_schema.format);
  for (std::size_t before = needed.size() + 1; runs_libhdf5 && before != needed.size();) {
    before = needed.size();
    for (VariableId id = 0; id < source.size(); ++id) {
      if (!keeps[id] || !has_any(source[id].filters, needed)) continue;
      keeps[id] = false;
      add_ids(source[id].filters, needed);
    }
  }
  for (VariableId id = 0; id < source.size(); ++id) {
    Variable& variable = output_schema.variables[id];
    variable.keeps_stored_filters = keeps[id];
    if (!keeps[id]) continue;
    for (const StoredFilter& filter : variable.filters) {
      if (needed.contains(filter.id)) continue;
      placeholders_.emplace(filter.id, variable.filter_name(filter.id));
    }
  }
}

namespace {

/// Makes a side. Its chain is set if our kernels can work on its chunks.
transcode::RecodingSide make_side(VariableId id, model::StoredForm form,
                                  plugin::KernelChains& chains) {
  transcode::RecodingSide side{id, std::move(form), {}};
  if (side.form.layout == Layout::chunked) {
    side.chain = chains.prepare(side.form.chain(), side.form.optional_filters);
  }
  return side;
}

/// Does the same for an input. form: of its elements. Workers pack the chunks of packed variables.
transcode::RecodingSide make_source_side(const MadeFiles& files, VariableId id,
                                         model::StoredForm form) {
  const VariableId input_id = files.source.input_ids[id];
  const auto& packed = files.packed_chunks[id];
  if (const auto parts = files.input.part_size(input_id)) {
    transcode::RecodingSide side{input_id, std::move(form), {}};
    side.form.layout = Layout::chunked;
    side.form.chunk_shape = parts->shape;
    side.part_bytes = parts->bytes;
    return side;
  }
  if (!packed) return make_side(input_id, std::move(form), files.chains);
  transcode::RecodingSide side{input_id, std::move(form), {}};
  side.chain = files.chains.prepare(packed->stored.chain(), packed->stored.optional_filters);
  side.form.layout = Layout::chunked;
  side.form.chunk_shape = packed->stored.chunk_shape;
  side.conversion = packed->conversion;
  return side;
}

/// Requires the filters for --verify: equal stored bytes do not prove that they can be decoded.
void require_to_verify(const MadeFiles& files, VariableId id) {
  try {
    require_to_read(files.input, files.source, id);
  } catch (const Error& error) {
    Error told(error.code(),
               error.message() +
                   "\n  --verify decodes every value; without it the stored bytes are copied as "
                   "they are");
    for (const std::string& place : error.context()) told.add_context(place);
    throw told;
  }
}

/// Checks filters with which the store encodes typed values.
void require_safe_to_write(const MadeFiles& files, VariableId id, const StoredChain& filters) {
  const Schema& schema = files.output_schema;
  base::with_context(files.options.output, [&] {
    const bool is_by_libhdf5 = is_netcdf4(schema.format);
    if (is_by_libhdf5) require_safe_in_libhdf5(schema, id, filters);
    require_safe_padding(schema, id, filters, choose_full_chunks);
  });
}

/// Decides for elements: libhdf5 reads and writes the values, which requires the filters
/// themselves.
RouteDecision by_elements(const MadeFiles& files, VariableId id, std::string why,
                          StoredChain filters) {
  const Schema& schema = files.source.schema;
  require_to_read(files.input, files.source, id);
  require_to_write(files.options, schema, id, filters);
  return {Route::element, std::move(why), std::move(filters)};
}

/// Decides for passthrough, which decodes only with --verify. Filters that only libhdf5 can run
/// must then be available.
RouteDecision by_passthrough(const MadeFiles& files, VariableId id, model::StoredForm form,
                             const model::StoredForm& to) {
  transcode::RecodingSide from{files.source.input_ids[id], std::move(form), {}};
  if (files.options.verify && to.layout == Layout::chunked) {
    const bool is_for_zarr = is_plain_zarr(files.output_schema.format);
    from.chain =
        files.chains.prepare(is_for_zarr ? filter::as_decoded_in_zarr(to.chain()) : to.chain());
    if (!from.chain) require_to_verify(files, id);
  } else if (files.options.verify) {
    from.places = files.input.find_elements(from.id);
  }
  return {
      Route::passthrough,
      "both files store the same bytes",
      to.filters,
      {},
      transcode::Recoding::of_passed(files.source.schema.variable_path(id), std::move(from), id)};
}

RouteDecision decide_recoding(const MadeFiles& files, VariableId id, std::string no_passthrough,
                              transcode::RecodingSide from, transcode::RecodingSide to) {
  const Schema& schema = files.source.schema;
  auto objection = transcode::why_not_recode(from.form, to.form);
  if (!objection && !to.chain && transcode::needs_padding(to.form, from.form.extent)) {
    to.padding_chain =
        plugin::KernelChains::prepare_beside_libhdf5(to.form.chain(), to.form.optional_filters);
  }
  // The store reads no values if a filter is missing, even one that every chunk skipped.
  const bool can_be_elements = has_all_filters(schema.variables[id]);
  const bool has_chain = from.chain || from.part_bytes > 0 || to.chain || to.padding_chain;
  if (!objection && !has_chain && can_be_elements) {
    objection = "only libhdf5 can run its filters";
  }
  if (objection) return by_elements(files, id, *objection, to.form.filters);
  if (!from.chain && from.part_bytes == 0) from.places = files.input.find_elements(from.id);
  if (!from.chain && from.part_bytes == 0) require_to_read(files.input, files.source, id);
  if (!to.chain) require_to_write(files.options, schema, id, to.form.filters);
  if (!to.chain && !to.padding_chain) require_safe_to_write(files, id, to.form.filters);
  StoredChain filters = to.form.filters;
  transcode::Recoding recoding(schema.variable_path(id), std::move(from), std::move(to),
                               files.quantizers[id],
                               tolerance_of(files.output_schema.variables[id]));
  const Route route = recoding.has_equal_chunks() ? Route::transcode : Route::rechunk;
  return {route, std::move(no_passthrough), std::move(filters), std::move(recoding)};
}

std::optional<std::string> why_not_passthrough(const MadeFiles& files, VariableId id,
                                               const std::optional<std::string>& objection,
                                               const model::StoredForm& from,
                                               const model::StoredForm& to) {
  if (objection) return objection;
  return transcode::why_not_passthrough(
      from, to, [&] { return files.input.stored_chunk_count(files.source.input_ids[id]); });
}

/// Returns whether chunks that a view keeps whole mean the same bytes in the output.
bool may_pass_whole_chunks(const MadeFiles& files, VariableId id, const model::StoredForm& to) {
  const auto parts = files.input.part_size(files.source.input_ids[id]);
  return parts && parts->form && !transcode::difference_of_bytes(*parts->form, to) &&
         !(parts->form->hides_padding && to.shows_padding);
}

/// Decides by the stored forms in both files. objections: from the schemas.
RouteDecision decide(const MadeFiles& files, VariableId id, const Objections& objections) {
  const auto& [to_passthrough, to_recoding, may_pass] = objections;
  model::StoredForm to = files.output_form(id);
  if (!files.source.has_values[id]) return {Route::fill, *to_passthrough, to.filters};
  if (to_passthrough && to_recoding) return {Route::element, *to_passthrough, to.filters};
  const VariableId input_id = files.source.input_ids[id];
  model::StoredForm from = files.input.stored_form(input_id);
  const auto difference = why_not_passthrough(files, id, to_passthrough, from, to);
  if (difference || files.options.verify) {
    require_decodable(files.options, files.source.schema.variable_path(id), from.unreadable_codecs,
                      difference.value_or("--verify decodes every value"));
  }
  if (!difference) return by_passthrough(files, id, std::move(from), to);
  if (to_recoding) return by_elements(files, id, *difference, to.filters);
  const bool passes = may_pass && may_pass_whole_chunks(files, id, to);
  RouteDecision decision =
      decide_recoding(files, id, *difference, make_source_side(files, id, std::move(from)),
                      make_side(id, std::move(to), files.chains));
  if (decision.recoding && passes) {
    decision.recoding->pass_whole_chunks();
    decision.why += "; whole chunks are copied as stored";
  }
  return decision;
}

/// Checks the codecs that a Zarr output keeps; elements of any length are checked by its store.
void require_readable_shuffles(const MadeFiles& files, VariableId id) {
  if (!is_zarr(files.output_schema.format)) return;
  const model::StoredForm form = files.output_form(id);
  if (form.layout != Layout::chunked) return;
  filter::require_whole_shuffles(form.chain(),
                                 model::value_count(form.chunk_shape) * form.element_bytes);
}

/// Checks that the filters, in their order, can encode the values.
void require_order(const MadeFiles& files, VariableId id, const RouteDecision& decision) {
  if (decision.route == Route::passthrough || decision.route == Route::fill) return;
  if (decision.route == Route::element) require_safe_to_write(files, id, decision.filters);
  base::with_context(files.options.input, [&] {
    base::with_context("variable " + files.source.schema.variable_path(id), [&] {
      filter::require_values_first(decision.filters);
      require_readable_shuffles(files, id);
    });
  });
}

}  // namespace

RouteDecision Routes::choose(const MadeFiles& files, VariableId id) const {
  RouteDecision decision = decide(files, id, objections_[id]);
  require_to_encode(files, id, decision.route);
  require_order(files, id, decision);
  return decision;
}

}  // namespace ncf::ops
