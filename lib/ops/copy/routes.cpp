// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/copy/routes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "base/errors/error_context.hpp"
#include "filter/kernels/builtin.hpp"
#include "filter/kernels/filter_source.hpp"
#include "filter/spec/chain_order.hpp"
#include "model/schema/default_chunks.hpp"
#include "ncf/error.hpp"
#include "ops/copy/copy_decision.hpp"
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
  return std::ranges::any_of(filters,
                             [&](const StoredFilter& filter) { return ids.contains(filter.id); });
}

/// Does `work`. An Error names the input and the variable.
template <class Work>
void at_source(const CopyDecision& decision, VariableId id, Work work) {
  base::with_context(decision.options.input,
                     [&] { base::with_context(decision.source.schema.variable_title(id), work); });
}

/// Requires the filters to read a variable.
void require_to_read(const CopyDecision& decision, VariableId id) {
  base::with_context(decision.input->name(), [&] {
    require_filters_to_read(*decision.input, decision.source.input_ids[id],
                            decision.source.schema.variables[id].filters);
  });
}

/// filters: Chain or StoredChain. schema: with the variable.
template <typename AnyChain>
void require_to_write(const CopyDecision& decision, const Schema& schema, VariableId id,
                      const AnyChain& filters) {
  base::with_context(decision.options.output,
                     [&] { require_filters(schema, id, filters, plugin::FilterUse::encode); });
}

/// why: the reason why the stored bytes cannot be copied.
/// throws: Error(unsupported) if a codec of the variable cannot be decoded.
void require_decodable(const CopyDecision& decision, VariableId id,
                       const std::vector<std::string>& codecs, std::string_view why) {
  if (codecs.empty()) return;
  at_source(decision, id, [&] {
    throw Error(
        ErrorCode::unsupported,
        fmt::format("no filter decodes its codec {}, and its stored bytes cannot be copied as "
                    "they are: {}",
                    fmt::join(codecs, ", "), why));
  });
}

/// Returns the facts that the filters in the input were given.
filter::ChunkLayout chunks_in_input(const CopyDecision& decision, VariableId id) {
  if (const auto& packing = decision.packings[id]) return packing->stored_chunks;
  return stored_chunk_layout(decision.source.schema.variables[id],
                             decision.input->stored_form(decision.source.input_ids[id]));
}

void reuse_input_filters(CopyDecision& decision, VariableId id) {
  Variable& made = decision.output_schema.variables[id];
  if (std::ranges::none_of(made.filters, filter::has_unknown_parameters)) return;
  plugin::PluginFilters filters;
  at_source(decision, id, [&] {
    reuse_filters(filters, {decision.source.schema.variables[id], chunks_in_input(decision, id)},
                  model::chunk_shape_to_make(decision.output_schema, made), "-F", made);
  });
}

/// filters: Chain or StoredChain.
template <typename AnyChain>
void add_ids(const AnyChain& filters, std::set<std::uint32_t>& ids) {
  for (const auto& filter : filters) ids.insert(filter.id);
}

// A placeholder neither rewrites parameters nor runs. So a filter gets one only if no variable
// needs the filter itself; otherwise all variables with this filter use the real one, unless
// libhdf5 runs no filters.
void keep_stored_filters(CopyDecision& decision) {
  const Schema& input = decision.source.schema;
  const auto& source = input.variables;
  Schema& output = decision.output_schema;
  std::vector<bool> keeps(source.size());
  std::set<std::uint32_t> needed;
  for (VariableId id = 0; id < source.size(); ++id) {
    const Variable& variable = output.variables[id];
    const bool is_decoded =
        decision.source.has_values[id] && decision.objections[id].to_passthrough.has_value();
    keeps[id] = !decision.filter_choices[id].filters && !is_decoded &&
                source[id].storage.has_same_chunks(variable.storage) &&
                !difference_of_numbers(decision, id);
    if (!keeps[id]) add_ids(variable.filters_to_define(), needed);
    if (is_decoded) add_ids(source[id].filters, needed);
  }
  const bool runs_libhdf5 = !is_zarr(input.format) || !is_zarr(output.format);
  for (std::size_t before = needed.size() + 1; runs_libhdf5 && before != needed.size();) {
    before = needed.size();
    for (VariableId id = 0; id < source.size(); ++id) {
      if (!keeps[id] || !has_any(source[id].filters, needed)) continue;
      keeps[id] = false;
      add_ids(source[id].filters, needed);
    }
  }
  filter::FilterNames placeholders;
  for (VariableId id = 0; id < source.size(); ++id) {
    Variable& variable = output.variables[id];
    variable.keeps_stored_filters = keeps[id];
    if (!keeps[id]) continue;
    for (const StoredFilter& filter : variable.filters) {
      if (needed.contains(filter.id)) continue;
      placeholders.emplace(filter.id, variable.filter_name(filter.id));
    }
  }
  decision.placeholders->add(placeholders);
}

/// Chooses the route of a variable by the stored forms in both files.
class RouteChoice {
 public:
  RouteChoice(const CopyDecision& decision, const MadeOutput& made, plugin::KernelChains& chains,
              VariableId id)
      : decision_(decision),
        output_form_(made.form),
        chains_(chains),
        id_(id),
        input_id_(decision.source.input_ids[id]) {}

  [[nodiscard]] RouteDecision choose() const {
    RouteDecision chosen = decide();
    if (chosen.route == Route::passthrough || chosen.route == Route::fill) return chosen;
    at_source(decision_, id_,
              [&] { require_codecs_to_encode(decision_.output_schema.variables[id_]); });
    if (chosen.route == Route::element) require_safe_to_write(chosen.filters);
    at_source(decision_, id_, [&] {
      filter::require_values_first(chosen.filters);
      require_readable_shuffles();
    });
    return chosen;
  }

 private:
  [[nodiscard]] model::Source& input() const { return *decision_.input; }

  [[nodiscard]] RouteDecision decide() const {
    const auto& [to_passthrough, to_recoding, may_pass] = decision_.objections[id_];
    model::StoredForm to = output_form_(id_);
    if (!decision_.source.has_values[id_]) return {Route::fill, *to_passthrough, to.filters};
    if (to_passthrough && to_recoding) return {Route::element, *to_passthrough, to.filters};
    model::StoredForm from = input().stored_form(input_id_);
    const auto difference = why_not_passthrough(from, to);
    if (difference || decision_.options.verify) {
      require_decodable(decision_, id_, from.unreadable_codecs,
                        difference.value_or("--verify decodes every value"));
    }
    if (!difference) return by_passthrough(std::move(from), to);
    if (to_recoding) return by_elements(*difference, to.filters);
    const bool passes = may_pass && may_pass_whole_chunks(to);
    RouteDecision chosen =
        decide_recoding(*difference, source_side(std::move(from)), make_side(id_, std::move(to)));
    if (chosen.recoding && passes) {
      chosen.recoding->pass_whole_chunks();
      chosen.why += "; whole chunks are copied as stored";
    }
    return chosen;
  }

  [[nodiscard]] std::optional<std::string> why_not_passthrough(const model::StoredForm& from,
                                                               const model::StoredForm& to) const {
    const auto& objection = decision_.objections[id_].to_passthrough;
    if (objection) return objection;
    return transcode::why_not_passthrough(from, to,
                                          [&] { return input().stored_chunk_count(input_id_); });
  }

  /// Returns whether chunks that a view keeps whole mean the same bytes in the output.
  [[nodiscard]] bool may_pass_whole_chunks(const model::StoredForm& to) const {
    const auto parts = input().part_size(input_id_);
    return parts && parts->form && !transcode::difference_of_bytes(*parts->form, to) &&
           !(parts->form->hides_padding && to.shows_padding);
  }

  /// Makes a side. Its chain is set if our kernels can work on its chunks.
  [[nodiscard]] transcode::RecodingSide make_side(VariableId id, model::StoredForm form) const {
    transcode::RecodingSide side{id, std::move(form), {}};
    if (side.form.layout == Layout::chunked) {
      side.chain = chains_.prepare(side.form.chain(), side.form.optional_filters);
    }
    return side;
  }

  /// Does the same for the input. form: of its elements.
  [[nodiscard]] transcode::RecodingSide source_side(model::StoredForm form) const {
    const auto& packing = decision_.packings[id_];
    if (packing && packing->for_workers) return *packing->for_workers;
    const auto parts = input().part_size(input_id_);
    if (!parts) return make_side(input_id_, std::move(form));
    transcode::RecodingSide side{input_id_, std::move(form), {}};
    side.form.layout = Layout::chunked;
    side.form.chunk_shape = parts->shape;
    side.part_bytes = parts->bytes;
    return side;
  }

  /// Decides for elements: libhdf5 reads and writes the values, which requires the filters
  /// themselves.
  [[nodiscard]] RouteDecision by_elements(std::string why, StoredChain filters) const {
    require_to_read(decision_, id_);
    require_to_write(decision_, decision_.source.schema, id_, filters);
    return {Route::element, std::move(why), std::move(filters)};
  }

  /// Decides for passthrough, which decodes only with --verify. Filters that only libhdf5 can run
  /// must then be available.
  [[nodiscard]] RouteDecision by_passthrough(model::StoredForm form,
                                             const model::StoredForm& to) const {
    transcode::RecodingSide from{input_id_, std::move(form), {}};
    if (decision_.options.verify && to.layout == Layout::chunked) {
      const bool is_for_zarr = is_plain_zarr(decision_.output_schema.format);
      from.chain =
          chains_.prepare(is_for_zarr ? filter::as_decoded_in_zarr(to.chain()) : to.chain());
      if (!from.chain) require_to_verify();
    } else if (decision_.options.verify) {
      from.places = input().find_elements(from.id);
    }
    return {Route::passthrough,
            "both files store the same bytes",
            to.filters,
            {},
            transcode::Recoding::of_passed(decision_.source.schema.variable_path(id_),
                                           std::move(from), id_)};
  }

  /// Requires the filters for --verify: equal stored bytes do not prove that they can be decoded.
  void require_to_verify() const {
    try {
      require_to_read(decision_, id_);
    } catch (const Error& error) {
      Error told(error.code(),
                 error.message() +
                     "\n  --verify decodes every value; without it the stored bytes are copied as "
                     "they are");
      for (const std::string& place : error.context()) told.add_context(place);
      throw told;
    }
  }

  [[nodiscard]] RouteDecision decide_recoding(std::string no_passthrough,
                                              transcode::RecodingSide from,
                                              transcode::RecodingSide to) const {
    const Schema& schema = decision_.source.schema;
    auto objection = transcode::why_not_recode(from.form, to.form);
    if (!objection && !to.chain && transcode::needs_padding(to.form, from.form.extent)) {
      to.padding_chain =
          plugin::KernelChains::prepare_beside_libhdf5(to.form.chain(), to.form.optional_filters);
    }
    const bool decodes_itself = from.chain || from.part_bytes > 0;
    // The store reads no values if a filter is missing, even one that every chunk skipped.
    const bool can_be_elements = has_all_filters(schema.variables[id_]);
    if (!objection && !decodes_itself && !to.chain && !to.padding_chain && can_be_elements) {
      objection = "only libhdf5 can run its filters";
    }
    if (objection) return by_elements(*objection, to.form.filters);
    if (!decodes_itself) {
      if (!from.places) from.places = input().find_elements(from.id);
      require_to_read(decision_, id_);
    }
    if (!to.chain) require_to_write(decision_, schema, id_, to.form.filters);
    if (!to.chain && !to.padding_chain) require_safe_to_write(to.form.filters);
    StoredChain filters = to.form.filters;
    transcode::Recoding recoding(schema.variable_path(id_), std::move(from), std::move(to),
                                 decision_.quantizers[id_],
                                 tolerance_of(decision_.output_schema.variables[id_]));
    const Route route = recoding.has_equal_chunks() ? Route::transcode : Route::rechunk;
    return {route, std::move(no_passthrough), std::move(filters), std::move(recoding)};
  }

  /// Checks filters with which the store encodes typed values.
  void require_safe_to_write(const StoredChain& filters) const {
    const Schema& schema = decision_.output_schema;
    base::with_context(decision_.options.output, [&] {
      if (is_netcdf4(schema.format)) require_safe_in_libhdf5(schema, id_, filters);
      require_safe_padding(schema, id_, filters, choose_full_chunks);
    });
  }

  /// Checks the codecs that a Zarr output keeps; elements of any length are checked by its store.
  void require_readable_shuffles() const {
    if (!is_zarr(decision_.output_schema.format)) return;
    const model::StoredForm form = output_form_(id_);
    if (form.layout != Layout::chunked) return;
    filter::require_whole_shuffles(form.chain(),
                                   model::value_count(form.chunk_shape) * form.element_bytes);
  }

  const CopyDecision& decision_;
  const std::function<model::StoredForm(VariableId)>& output_form_;
  plugin::KernelChains& chains_;
  VariableId id_;
  VariableId input_id_;
};

}  // namespace

void rule_out_routes(CopyDecision& decision) {
  const Subset& source = decision.source;
  Schema& output = decision.output_schema;
  for (VariableId id = 0; id < output.variables.size(); ++id) {
    decision.objections.push_back(find_objections(decision, id));
  }
  keep_stored_filters(decision);
  for (VariableId id = 0; id < output.variables.size(); ++id) {
    const Variable& variable = output.variables[id];
    const auto& to_passthrough = decision.objections[id].to_passthrough;
    if (source.has_values[id] && to_passthrough) {
      require_decodable(decision, id, unreadable_codecs(decision, id), *to_passthrough);
      require_to_read(decision, id);
    }
    if (variable.keeps_stored_filters) continue;
    require_to_write(decision, output, id, variable.filters_to_define());
    if (!variable.asked_filters) reuse_input_filters(decision, id);
  }
}

RouteDecision choose_route(const CopyDecision& decision, const MadeOutput& made,
                           plugin::KernelChains& chains, VariableId id) {
  return RouteChoice(decision, made, chains, id).choose();
}

}  // namespace ncf::ops
