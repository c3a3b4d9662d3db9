// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/copy/copy_decision.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "base/errors/error_context.hpp"
#include "base/text/messages.hpp"
#include "base/threads/machine.hpp"
#include "model/schema/coordinates.hpp"
#include "ncf/error.hpp"
#include "ops/copy/copy_input.hpp"
#include "ops/copy/copy_options.hpp"
#include "ops/copy/copy_output.hpp"
#include "ops/filters/filter_choice.hpp"
#include "ops/output/fitted_types.hpp"
#include "ops/output/output_definitions.hpp"
#include "ops/output/output_format.hpp"
#include "ops/output/output_schema.hpp"
#include "ops/output/pending_dataset.hpp"
#include "ops/output/text_forms.hpp"
#include "ops/output/zarr_losses.hpp"
#include "ops/report/findings.hpp"
#include "ops/report/quantities.hpp"
#include "ops/rounding/measured_rounding.hpp"
#include "ops/rounding/packing.hpp"

namespace ncf::ops {
namespace {

using model::Schema;
using model::VariableId;

/// Decides the roundings. roundings: as in decide_copy.
MeasuredRoundings decide_roundings(const CopyDecision& decision, const AskedPrecisions& asked,
                                   const Roundings* roundings) {
  if (roundings != nullptr && roundings->empty()) return {Roundings(asked.size())};
  if (roundings != nullptr) return {*roundings};
  return measure_roundings(asked, {*decision.input, decision.source, decision.output_schema},
                           decision.resources);
}

/// Call it before any work. throws: Error naming a variable whose values must not be read.
void require_readable(const CopyDecision& decision) {
  const Subset& source = decision.source;
  for (VariableId id = 0; id < source.input_ids.size(); ++id) {
    if (!source.has_values[id]) continue;
    const auto fault = decision.input->fault(source.input_ids[id]);
    if (!fault) continue;
    throw Error(fault->code(),
                fault->message() + "; to leave it out, name the other variables with -V")
        .add_context(source.schema.variable_title(id))
        .add_context(decision.options.input);
  }
  ops::require_readable(source.schema, decision.options.input,
                        "; to leave it out, name the variables to copy with -V");
}

/// Replaces the input by one of packed values, if that was requested.
void pack_values(CopyDecision& decision, AskedPrecisions& asked, std::vector<std::string>& notes) {
  base::with_context(decision.options.input, [&] {
    PackedInput packed =
        pack_input(asked, decision.input, decision.source, decision.resources, notes);
    decision.measuring_bytes = packed.peak_bytes;
    decision.packing_bytes = packed.reading_bytes;
    decision.packings = std::move(packed.packings);
  });
}

/// Does all checks that need no values, because reading values may take hours.
void check_before_reading(CopyDecision& decision, const CopyRequests& requests,
                          const DecisionCheck& check) {
  const CopyOptions& options = decision.options;
  const Schema& source = decision.source.schema;
  decision.plan.format = choose_format(options, decision.place, requests.filters, source).format;
  require_shards(options, decision.plan.format);
  require_layout(options.layout.empty() ? "--for" : "--layout", asked_layout(options),
                 decision.plan.format);
  base::with_context(options.input, [&] {
    check_chunk_spec(requests.chunking, source);
    check_chunk_spec(requests.sharding, source);
  });
  if (check) check(decision);
}

/// Chooses the output's format and schema, and the rounding of values.
void plan_output(CopyDecision& decision, const CopyRequests& requests, const Roundings* roundings) {
  const CopyOptions& options = decision.options;
  CopyPlan& plan = decision.plan;
  std::vector<std::string> notes_on_values;
  std::vector<std::string>* const absent = options.allow_absent ? &plan.absent : nullptr;
  AskedPrecisions asked = base::with_context(options.input, [&] {
    return requests.quantize.choose(decision.source, notes_on_values, absent);
  });
  pack_values(decision, asked, notes_on_values);
  const Schema& source = decision.source.schema;
  Schema& output = decision.output_schema;
  const ChosenFormat chosen = choose_format(options, decision.place, requests.filters, source);
  plan.format = chosen.format;
  plan.format_by = chosen.by;
  tell_findings(source, plan.format, [&](const std::string& note) {
    // Otherwise the original would be lost.
    if (options.in_place) throw Error(ErrorCode::unsupported, note).add_context(options.input);
    plan.notes.push_back(note);
  });
  tell_kind_by_shuffle(options, decision.place, requests.filters, source, plan);
  base::with_context(options.input, [&] {
    decision.filter_choices =
        has_chunks(plan.format)
            ? requests.filters.choose(decision.source, plan.format, plan.notes, absent)
            : choose_no_filters(source);
    output = make_output_schema(options, source, plan.format, requests.chunking, requests.sharding,
                                decision.filter_choices, plan.notes);
    plan.made_fixed = find_made_fixed(output);
    leave_out_by_packing(decision.packings, output, decision.filter_choices, plan.notes);
    plan.notes.insert(plan.notes.end(), notes_on_values.begin(), notes_on_values.end());
    MeasuredRoundings measured = decide_roundings(decision, asked, roundings);
    decision.roundings = std::move(measured.roundings);
    decision.measuring_bytes = std::max(decision.measuring_bytes, measured.peak_bytes);
    plan.notes.insert(plan.notes.end(), measured.notes.begin(), measured.notes.end());
  });
  decision.quantizers = make_quantizers(output, decision.roundings);
  mark_quantized(output, decision.roundings, plan.notes);
  make_filled(output, decision.source.has_values, plan.notes);
}

/// Notes that nothing is selected, for example `-v a -g g` if a is not in g.
void tell_empty_selection(const Subset& source, const CopyOptions& options, CopyPlan& plan) {
  if (!options.variables && !options.groups) return;
  const auto& has_values = source.has_values;
  if (std::find(has_values.begin(), has_values.end(), true) != has_values.end()) return;
  plan.notes.emplace_back(
      "no variable is in all that -v, -V, -g and -G select: the output has no values");
}

/// Fills in what the schemas determine.
void plan_variables(CopyDecision& decision) {
  for (VariableId id = 0; id < decision.output_schema.variables.size(); ++id) {
    const Schema& source = decision.source.schema;
    const model::Variable& variable = source.variables[id];
    const model::Variable& output = decision.output_schema.variables[id];
    VariableCopy copy;
    copy.path = source.variable_path(id);
    copy.type = variable.type->name;
    copy.shape = source.shape(variable);
    copy.input_filters = variable.filters;
    copy.filters_by = decision.filter_choices[id].by;
    copy.input_chunks = chunks_of(variable);
    copy.chunks = chunks_of(output);
    copy.input_shards = variable.storage.shard_shape;
    copy.raw_bytes = source.raw_bytes(id);
    copy.units = model::units_of(output);
    if (const auto& packing = decision.packings[id]) {
      copy.quantized_by = packing->how;
      copy.quantized_why = packing->why;
    }
    if (const auto& rounding = decision.roundings[id]) {
      copy.quantized_by = describe(rounding->quantization);
      copy.quantized_why = rounding->why;
      copy.information = rounding->information;
    }
    decision.plan.variables.push_back(std::move(copy));
  }
}

/// Strict options turn notes into errors, and this one is only advice.
void tell_left_out(const Subset& source, const CopyOptions& options, CopyPlan& plan) {
  if (source.without.empty() || options.strict) return;
  plan.notes.push_back(
      fmt::format("variables that the selected ones refer to are left out: {}; "
                  "--with-coordinates copies them, too",
                  format_few(source.without)));
}

}  // namespace

void tell_notes(const std::vector<std::string>& notes, const CopyOptions& options,
                const NoteHandler& on_note) {
  if (options.strict && !notes.empty()) {
    throw Error(ErrorCode::unsupported, fmt::format("{}", fmt::join(notes, "\n  ")));
  }
  if (on_note) std::for_each(notes.begin(), notes.end(), on_note);
}

std::vector<std::size_t> chunks_of(const model::Variable& variable) {
  return variable.storage.layout == model::Layout::chunked ? variable.storage.chunk_shape
                                                           : std::vector<std::size_t>{};
}

store::Network network_of(const CopyOptions& options, const transcode::Resources& resources) {
  constexpr std::uint64_t least_cache_bytes = std::uint64_t{1} << 20U;
  store::Network network{.connections = options.connections};
  network.cache_bytes = std::clamp(resources.max_bytes / 4, least_cache_bytes, network.cache_bytes);
  return network;
}

transcode::Resources resources_of(const CopyOptions& options) {
  return {base::thread_count(options.threads),
          options.max_memory_bytes.value_or(base::machine_memory_bytes() / 4),
          options.max_memory_bytes.has_value()};
}

CopyDecision decide_copy(const CopyOptions& options, const transcode::Resources& resources,
                         const DecisionCheck& check, const Roundings* roundings) {
  CopyDecision decision(options, resources);
  const CopyRequests requests(options, decision.plan.notes);
  decision.place =
      base::with_context(options.output, [&] { return find_output_place(options.output); });
  if (options.in_place && decision.place.url) {
    throw Error(ErrorCode::unsupported,
                "--in-place replaces files on this machine; a store on a server cannot be replaced "
                "as a whole, so name another output")
        .add_context(options.input);
  }
  open_input(decision);
  const Schema& input = decision.input->schema();
  decision.source =
      base::with_context(options.input, [&] { return choose_subset(options, input); });
  require_readable(decision);
  watch_other_files(decision);
  tell_empty_selection(decision.source, options, decision.plan);
  tell_left_out(decision.source, options, decision.plan);
  decision.plan.input = base::without_secrets(options.input);
  decision.plan.output = options.output;
  decision.plan.input_format = input.format;
  check_before_reading(decision, requests, check);
  base::with_context(options.input, [&] {
    if (options.strings) {
      change_texts(decision.input, decision.source, *options.strings, decision.plan.notes);
    }
    fit_types(decision.input, decision.source, decision.plan.format, decision.plan.notes);
  });
  plan_output(decision, requests, roundings);
  rule_out_routes(decision);
  choose_layout(decision);
  plan_variables(decision);
  if (!options.history.empty()) add_history(decision.output_schema, options.history);
  return decision;
}

void check_output(const CopyDecision& decision) {
  const std::filesystem::path& path = decision.place.path;
  std::error_code not_there;
  if (std::filesystem::is_directory(path, not_there) &&
      !is_folder(decision.place, decision.plan.format)) {
    throw Error(ErrorCode::io,
                fmt::format("{}: is a {}", decision.options.output,
                            is_zarr_store(path)
                                ? "Zarr store, which a file cannot replace; remove it first, or "
                                  "make another store with -k"
                                : "folder, not a file that can be replaced; to copy into it under "
                                  "the input's name, use --into"));
  }
  check_pending(decision.place, decision.plan.format,
                network_of(decision.options, decision.resources));
}

}  // namespace ncf::ops
