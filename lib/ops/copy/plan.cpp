// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/copy/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <system_error>
#include <utility>

#include "base/at_place.hpp"
#include "base/file_identity.hpp"
#include "base/machine.hpp"
#include "base/stop.hpp"
#include "filter/describe.hpp"
#include "filter/registry.hpp"
#include "ncf/error.hpp"
#include "ops/copy/chunk_spec.hpp"
#include "ops/copy/filter_choice.hpp"
#include "ops/copy/output_schema.hpp"
#include "ops/copy/peak_memory.hpp"
#include "ops/copy/reader_notes.hpp"
#include "ops/findings.hpp"
#include "plugin/plugin_filters.hpp"
#include "store/format_check.hpp"
#include "store/input.hpp"
#include "store/open.hpp"
#include "transcode/passthrough.hpp"
#include "transcode/tile_walk.hpp"

namespace ncf {
namespace ops {
namespace {

using model::Schema;
using model::VariableId;

VariableCopy plan_variable(const Subset& source, VariableId id, const model::Variable& output,
                           std::string filters_by, std::uint64_t input_bytes) {
  const model::Variable& variable = source.schema.variables[id];
  VariableCopy copy;
  copy.path = source.schema.variable_path(id);
  copy.type = variable.type->name;
  copy.shape = source.schema.shape(variable);
  copy.input_filters = variable.filters;
  copy.filters_by = std::move(filters_by);
  copy.input_chunks = chunks_of(variable);
  copy.chunks = chunks_of(output);
  copy.raw_bytes = source.schema.raw_bytes(id);
  copy.input_bytes = input_bytes;
  return copy;
}

/// The ids of a chain of either form, in its order.
template <typename AnyChain>
std::vector<std::uint32_t> ids_of(const AnyChain& chain) {
  std::vector<std::uint32_t> ids;
  for (const auto& filter : chain) ids.push_back(filter.id);
  return ids;
}

store::Input find_input(const CopyOptions& options) {
  return base::at_place(options.input, [&] { return store::find_input(options.input); });
}

/// Of an input by its path, before anything is read.
std::optional<base::SourceStatus> find_input_status(const std::string& path) {
  return base::at_place(path, [&]() -> std::optional<base::SourceStatus> {
    if (!base::find_identity(path)) return std::nullopt;
    return base::source_status(path);
  });
}

/// What the options ask for, understood before any file is opened.
struct Requests {
  Requests(const CopyOptions& options, std::vector<std::string>& notes)
      : filters(options, notes), quantize(options), chunking(parse_chunk_specs(options.chunking)) {}

  FilterRequest filters;
  QuantizeRequest quantize;
  ChunkSpec chunking;
};

/// What that comes to for each variable of the source.
struct Choices {
  std::vector<FilterChoice> filters;
  Quantizations quantizations;
};

std::unique_ptr<model::Source> open_input(const CopyOptions& options,
                                          filter::FilterSource& filters) {
  return store::open_source(options.input,
                            {.in_memory = options.input_in_memory,
                             .cache_bytes = options.cache_bytes,
                             .cache_slots = options.cache_slots,
                             .follow_external = options.follow_external},
                            filters);
}

/// Before any work. throws: Error naming a variable whose values must not be read.
void require_readable(const PreparedCopy& prepared, const CopyOptions& options) {
  const Subset& source = prepared.source;
  for (VariableId id = 0; id < source.input_ids.size(); ++id) {
    if (!source.has_values[id]) continue;
    const auto fault = prepared.input->fault(source.input_ids[id]);
    if (!fault) continue;
    throw Error(fault->code(),
                fault->message() + "; to leave it out, name the other variables with -V")
        .add_context("variable " + source.schema.variable_path(id))
        .add_context(options.input);
  }
  ops::require_readable(source.schema, options.input,
                        "; to leave it out, name the variables to copy with -V");
}

/// `-s` alone is a wish for netCDF-4, as in nccopy, and for nothing else.
void tell_kind_by_shuffle(const CopyOptions& options, const OutputPlace& place,
                          const FilterRequest& filters, const Schema& source, CopyPlan& plan) {
  if (!options.shuffle || options.deflate_level.value_or(0) > 0) return;
  CopyOptions others = options;
  others.shuffle = false;
  if (choose_format(others, place, filters, source) == plan.format) return;
  plan.notes.push_back(
      fmt::format("the output is {} all the same, for -s asks for it", format_name(plan.format)));
}

/// Filters that nobody asked to remove, and that the output cannot have.
void explain_left_out(const Schema& source, const Schema& output,
                      std::vector<FilterChoice>& choices) {
  for (VariableId id = 0; id < output.variables.size(); ++id) {
    const bool is_left_out = !choices[id].filters && !source.variables[id].filters.empty() &&
                             output.variables[id].filters.empty();
    if (is_left_out) choices[id].by = "the input's left out: netCDF-4 has none for strings";
  }
}

/// Decides the output's format and schema, and how values are rounded.
Choices plan_output(PreparedCopy& prepared, const Requests& requests, const CopyOptions& options) {
  CopyPlan& plan = prepared.plan;
  const Schema& source = prepared.source.schema;
  Schema& output = prepared.output_schema;
  plan.format = choose_format(options, prepared.place, requests.filters, source);
  tell_kind_by_shuffle(options, prepared.place, requests.filters, source, plan);
  Choices choices;
  base::at_place(options.input, [&] {
    check_chunk_spec(requests.chunking, source);
    choices.filters = has_chunks(plan.format) ? requests.filters.choose(prepared.source, plan.notes)
                                              : choose_no_filters(source);
    output = make_output_schema(options, source, plan.format, requests.chunking, choices.filters,
                                plan.notes);
    choices.quantizations = requests.quantize.choose(prepared.source, plan.notes);
  });
  explain_left_out(source, output, choices.filters);
  prepared.quantizers = make_quantizers(output, choices.quantizations);
  mark_quantized(output, choices.quantizations, plan.notes);
  for (VariableId id = 0; id < output.variables.size(); ++id) {
    if (!prepared.source.has_values[id]) make_filled(output, id, plan.notes);
  }
  return choices;
}

/// `-v a -g g` where a is not in g.
void tell_empty_selection(const Subset& source, const CopyOptions& options, CopyPlan& plan) {
  if (!options.variables && !options.groups) return;
  const auto& has_values = source.has_values;
  if (std::find(has_values.begin(), has_values.end(), true) != has_values.end()) return;
  plan.notes.emplace_back(
      "no variable is in all that -v, -V, -g and -G select: the output has no values");
}

void plan_variables(PreparedCopy& prepared, const Choices& choices) {
  for (VariableId id = 0; id < prepared.output_schema.variables.size(); ++id) {
    VariableCopy copy = plan_variable(prepared.source, id, prepared.output_schema.variables[id],
                                      choices.filters[id].by,
                                      prepared.input->stored_bytes(prepared.source.input_ids[id]));
    const auto& quantization = choices.quantizations[id];
    if (quantization) copy.quantized_by = describe(*quantization);
    prepared.plan.variables.push_back(std::move(copy));
  }
}

/// Bytes that are passed through are those of the input, whatever filters made them.
void tell_unbounded(CopyPlan& plan) {
  for (const VariableCopy& copy : plan.variables) {
    if (copy.route == Route::passthrough || copy.route == Route::fill) continue;
    const transcode::Tolerance tolerance(copy.filters);
    if (!tolerance.is_unbounded()) continue;
    plan.notes.push_back(
        fmt::format("variable {}: {} changes values and promises no bound: --verify checks that "
                    "they can be read, not how near they are",
                    copy.path, tolerance.filters()));
  }
}

/// Filters of the input that change values do so once more where they run again.
void tell_encoded_again(PreparedCopy& prepared) {
  CopyPlan& plan = prepared.plan;
  for (VariableId id = 0; id < plan.variables.size(); ++id) {
    const VariableCopy& copy = plan.variables[id];
    if (copy.route == Route::passthrough || copy.route == Route::fill) continue;
    const bool is_asked = prepared.output_schema.variables[id].asked_filters.has_value();
    const transcode::Tolerance tolerance(copy.filters);
    if (is_asked || tolerance.filters().empty()) continue;
    plan.notes.push_back(
        fmt::format("variable {}: {} of the input runs again, since its stored bytes do not fit "
                    "the output, and may change values once more; -F with a lossless filter keeps "
                    "them",
                    copy.path, tolerance.filters()));
  }
}

}  // namespace

void tell_notes(const std::vector<std::string>& notes, const CopyOptions& options,
                const NoteHandler& on_note) {
  if (options.strict && !notes.empty()) {
    throw Error(ErrorCode::unsupported, fmt::format("{}", fmt::join(notes, "\n  ")));
  }
  if (on_note) std::for_each(notes.begin(), notes.end(), on_note);
}

transcode::Tolerance tolerance_of(const PreparedCopy& prepared, VariableId id) {
  return transcode::Tolerance(prepared.plan.variables[id].filters,
                              missing_values_of(prepared.output_schema.variables[id]));
}

bool is_read_back(const PreparedCopy& prepared, VariableId id, const CopyOptions& options) {
  const VariableCopy& copy = prepared.plan.variables[id];
  if (copy.route == Route::fill) return false;
  if (options.verify) return true;
  return copy.route != Route::passthrough && transcode::Tolerance(copy.filters).promises_bound();
}

std::vector<std::size_t> chunks_of(const model::Variable& variable) {
  return variable.storage.layout == model::Layout::chunked ? variable.storage.chunk_shape
                                                           : std::vector<std::size_t>{};
}

transcode::Resources resources_of(const CopyOptions& options) {
  return {options.threads.value_or(base::processor_count()),
          options.max_memory_bytes.value_or(base::machine_memory_bytes() / 4),
          options.max_memory_bytes.has_value()};
}

PreparedCopy prepare_copy(const CopyOptions& options, const transcode::Resources& resources) {
  PreparedCopy prepared;
  prepared.resources = resources;
  const Requests requests(options, prepared.plan.notes);
  prepared.place =
      base::at_place(options.output, [&] { return find_output_place(options.output); });
  prepared.filters = std::make_unique<plugin::PluginFilters>();
  prepared.input_status = find_input_status(options.input);
  const store::Input found = find_input(options);
  if (!prepared.input_status && found.path) {
    prepared.input_status = find_input_status(*found.path);
  }
  if (options.preserve && !prepared.input_status) {
    prepared.plan.notes.emplace_back(
        "the input is not on this machine: there are no mode and times that --preserve could keep");
  }
  if (found.path) require_apart(*found.path, prepared.place, options.output);
  prepared.stand_ins = std::make_unique<plugin::StandInFilters>();
  prepared.input = open_input(options, *prepared.filters);
  const Schema& input = prepared.input->schema();
  prepared.source = base::at_place(options.input, [&] { return choose_subset(options, input); });
  require_readable(prepared, options);
  tell_empty_selection(prepared.source, options, prepared.plan);
  tell_findings(prepared.source.schema,
                [&](const std::string& note) { prepared.plan.notes.push_back(note); });
  prepared.plan.input = options.input;
  prepared.plan.output = options.output;
  prepared.plan.input_format = input.format;
  const Choices choices = plan_output(prepared, requests, options);
  prepared.routes =
      Routes({options, prepared.source, choices.filters, choices.quantizations, *prepared.input},
             prepared.output_schema);
  prepared.stand_ins->add(prepared.routes.stand_ins());
  plan_variables(prepared, choices);
  return prepared;
}

std::uint64_t PreparedCopy::passthrough_bytes() const noexcept {
  return std::min(resources.max_bytes, transcode::passthrough_bytes);
}

void choose_routes(PreparedCopy& prepared, const CopyOptions& options,
                   const std::function<model::StoredForm(VariableId)>& output_form) {
  CopyPlan& plan = prepared.plan;
  prepared.chosen = prepared.routes.choose(
      {options, prepared.source, *prepared.input, output_form, prepared.quantizers}, plan);
  if (options.verify) tell_unbounded(plan);
  tell_encoded_again(prepared);
  add_reader_notes(prepared.output_schema, plan);
  base::at_place(options.input, [&] {
    prepared.recoding_plan =
        transcode::plan_recodings(prepared.chosen.recodings, prepared.resources);
    plan.threads = prepared.recoding_plan.threads;
    plan.peak_memory_bytes = peak_bytes(prepared, options);
  });
  for (std::size_t i = 0; i < prepared.chosen.recodings.size(); ++i) {
    const transcode::TilePlan& tiles = prepared.recoding_plan.tiles[i];
    VariableCopy& copy = plan.variables[prepared.chosen.recodings[i].to().id];
    if (copy.route == Route::rechunk) copy.tile = tiles.shape;
    copy.input_chunk_count = tiles.source_chunks;
    copy.decodes = tiles.decodes;
    const auto& chain = prepared.chosen.recodings[i].to().chain;
    if (chain && chain->has_ways()) copy.encoder = "chosen by the first chunk";
  }
}

void take_achieved(PreparedCopy& prepared, const Schema& achieved) {
  for (VariableId id = 0; id < achieved.variables.size(); ++id) {
    const model::Variable& made = achieved.variables[id];
    const Chain asked = prepared.output_schema.variables[id].filters_to_define();
    VariableCopy& copy = prepared.plan.variables[id];
    if (ids_of(made.filters) != ids_of(asked)) {
      throw Error(ErrorCode::internal,
                  fmt::format("variable {}: asked for filters {}, made were {}", copy.path,
                              filter::describe(asked), filter::describe(made.filters)));
    }
    copy.filters = made.filters;
    copy.chunks = chunks_of(made);
  }
}

void check_output(const PreparedCopy& prepared, const CopyOptions& options) {
  const std::filesystem::path& path = prepared.place.path;
  std::error_code not_there;
  const bool is_folder = std::filesystem::is_directory(path, not_there);
  if (is_folder && !is_zarr(prepared.plan.format)) {
    throw Error(ErrorCode::io,
                fmt::format("{}: is a {}", options.output,
                            is_zarr_store(path)
                                ? "Zarr store, which a file does not replace; remove it first, or "
                                  "make another store with -k"
                                : "folder, not a file that can be replaced; to copy into it under "
                                  "the input's name, use --into"));
  }
  check_pending(prepared.place, prepared.plan.format);
}

void rehearse_routes(PreparedCopy& prepared, const CopyOptions& options) {
  base::at_place(options.output, [&] { store::check_format(prepared.output_schema); });
  const auto output = has_chunks(prepared.plan.format)
                          ? store::rehearse_target(prepared.output_schema, *prepared.filters)
                          : nullptr;
  if (output) take_achieved(prepared, output->schema());
  choose_routes(prepared, options, [&](VariableId id) {
    return output ? output->stored_form(id) : model::elements_form(prepared.output_schema, id);
  });
}

}  // namespace ops

CopyPlan plan_copy(const CopyOptions& options, const NoteHandler& on_note) {
  const base::StopScope stop(options.stop);
  ops::PreparedCopy prepared = ops::prepare_copy(options, ops::resources_of(options));
  ops::check_output(prepared, options);
  ops::rehearse_routes(prepared, options);
  ops::tell_notes(prepared.plan.notes, options, on_note);
  return std::move(prepared.plan);
}

}  // namespace ncf
