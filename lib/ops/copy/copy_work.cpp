// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/copy/copy_work.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "base/errors/error_context.hpp"
#include "base/files/descriptor.hpp"
#include "base/threads/stop.hpp"
#include "filter/codecs/own_codecs.hpp"
#include "filter/registry/registry.hpp"
#include "ncf/error.hpp"
#include "ops/filters/required_filters.hpp"
#include "ops/output/reader_notes.hpp"
#include "ops/report/quantities.hpp"
#include "store/open/format_check.hpp"
#include "store/open/open.hpp"
#include "transcode/passthrough/passthrough.hpp"
#include "transcode/recoding/tolerance.hpp"

namespace ncf::ops {
namespace {

using model::Schema;
using model::VariableId;

/// Returns the ids of a chain of either form, in its order.
template <typename AnyChain>
std::vector<std::uint32_t> ids_of(const AnyChain& chain) {
  std::vector<std::uint32_t> ids;
  for (const auto& filter : chain) ids.push_back(filter.id);
  return ids;
}

template <typename AnyChain>
std::string describe_or_none(const AnyChain& chain) {
  return chain.empty() ? "none" : filter::describe(chain);
}

/// Notes shards that hold more than requested.
void tell_rounded_shards(CopyPlan& plan, const VariableCopy& copy,
                         const std::vector<std::size_t>& asked) {
  if (copy.shards.empty() || asked == copy.input_shards) return;
  for (std::size_t i = 0; i < asked.size(); ++i) {
    if (asked[i] == 0 || asked[i] >= std::min(copy.shape[i], copy.shards[i])) continue;
    plan.notes.push_back(fmt::format(
        "variable {}: shards of {}, more than requested, because they hold whole chunks of {}",
        copy.path, fmt::join(copy.shards, " x "), fmt::join(copy.chunks, " x ")));
    return;
  }
}

/// throws: Error(internal) naming the variable if its filters differ from those requested.
void take_made(CopyPlan& plan, const Schema& asked, const Schema& made) {
  for (VariableId id = 0; id < made.variables.size(); ++id) {
    const model::Variable& variable = made.variables[id];
    const Chain filters = asked.variables[id].filters_to_define();
    VariableCopy& copy = plan.variables[id];
    if (ids_of(variable.filters) != filter::ids_of_filters(filters)) {
      throw Error(ErrorCode::internal,
                  fmt::format("variable {}: requested filters {}, got {}", copy.path,
                              describe_or_none(filters), describe_or_none(variable.filters)));
    }
    copy.chunks = chunks_of(variable);
    copy.shards = variable.storage.shard_shape;
    tell_rounded_shards(plan, copy, asked.variables[id].storage.shard_shape);
  }
}

void choose_routes(CopyWork& work, const MadeOutput& output) {
  plugin::KernelChains chains;
  for (VariableId id = 0; id < work.plan.variables.size(); ++id) {
    RouteDecision chosen = choose_route(work.decision, output, chains, id);
    VariableCopy& copy = work.plan.variables[id];
    copy.route = chosen.route;
    copy.route_by = std::move(chosen.why);
    copy.filters = std::move(chosen.filters);
    if (chosen.recoding) work.recodings.push_back(std::move(*chosen.recoding));
    if (chosen.passed) work.passed.push_back(std::move(*chosen.passed));
  }
}

/// Notes filters without an error bound whose changes are not reported. Passthrough keeps the
/// input's bytes, whatever the filters.
void tell_unbounded(CopyWork& work) {
  for (VariableId id = 0; id < work.plan.variables.size(); ++id) {
    const VariableCopy& copy = work.plan.variables[id];
    if (copy.route == Route::passthrough || copy.route == Route::fill) continue;
    const transcode::Tolerance tolerance = tolerance_of(work, id);
    if (!tolerance.is_unbounded() || tolerance.has_unknown_filters()) continue;
    work.plan.notes.push_back(
        fmt::format("variable {}: {} may change values and promises no bound: --verify checks that "
                    "they can be read and that missing ones stay missing, but not their errors",
                    copy.path, tolerance.filters()));
  }
}

/// Notes lossy filters of the input that run again and whose changes are not reported.
void tell_encoded_again(CopyWork& work) {
  std::vector<std::string> again;
  for (VariableId id = 0; id < work.plan.variables.size(); ++id) {
    const VariableCopy& copy = work.plan.variables[id];
    if (copy.route == Route::passthrough || copy.route == Route::fill) continue;
    const bool is_asked = work.decision.output_schema.variables[id].asked_filters.has_value();
    const transcode::Tolerance tolerance = tolerance_of(work, id);
    if (is_asked || !tolerance.allows_changes() || tolerance.has_unknown_filters()) continue;
    again.push_back(fmt::format("{} ({})", copy.path, tolerance.filters()));
  }
  if (again.empty()) return;
  std::string note = fmt::format(
      "lossy filters of the input run again, because its stored bytes cannot be copied, and may "
      "change values once more; -F with a lossless filter keeps them: {}",
      format_few(again));
  if (work.decision.options.in_place) {
    throw Error(ErrorCode::unsupported, note).add_context(work.decision.options.input);
  }
  work.plan.notes.push_back(std::move(note));
}

/// Notes codecs without a filter that NCZarr gets with the stored bytes of another format.
void tell_codecs_without_filter(CopyWork& work, const MadeOutput& output) {
  CopyPlan& plan = work.plan;
  if (plan.format != Format::nczarr || plan.input_format == Format::nczarr) return;
  std::map<std::string, std::vector<std::string>> paths_by_codec;
  for (VariableId id = 0; id < plan.variables.size(); ++id) {
    for (const std::string& codec : output.form(id).unreadable_codecs) {
      paths_by_codec[codec].push_back(plan.variables[id].path);
    }
  }
  for (const auto& [codec, paths] : paths_by_codec) {
    plan.notes.push_back(fmt::format(
        "libnetcdf may lack a filter for codec {}, of {}; -k zarr makes a store for zarr-python",
        codec, format_few(paths)));
  }
}

/// Adds notes about what the routes do to values, and about readers of the output.
void add_notes(CopyWork& work, const MadeOutput& output) {
  if (work.decision.options.verify) tell_unbounded(work);
  tell_encoded_again(work);
  add_extra_notes(work.decision.output_schema, output.schema, work.plan);
  tell_codecs_without_filter(work, output);
  add_reader_notes(work.decision.output_schema, work.plan);
  note_uncompressed(work.decision.roundings, work.plan);
}

/// Returns the bytes that a new file may take; 0 if that is unknown.
std::uint64_t free_bytes(const std::filesystem::path& folder) {
  std::error_code error;
  const auto space = std::filesystem::space(folder, error);
  return error ? 0 : space.available;
}

/// Plans two passes for a recoding if they are less work than one, and there is space for them.
/// one: the plan for a single pass.
std::optional<transcode::TwoPasses> find_two_passes(const CopyWork& work,
                                                    const transcode::Recoding& recoding,
                                                    const transcode::TilePlan& one,
                                                    VariableCopy& copy) {
  auto passes = transcode::plan_two_passes(recoding, one, work.decision.resources);
  if (!passes) return std::nullopt;
  if (passes->file_bytes() + copy.raw_bytes > free_bytes(temporary_folder(work.decision))) {
    copy.route_by +=
        fmt::format("; in one pass, because there is no space for a temporary file of {}",
                    format_bytes(passes->file_bytes()));
    return std::nullopt;
  }
  copy.intermediate_chunks = passes->intermediate_chunks();
  copy.intermediate_bytes = passes->file_bytes();
  copy.one_pass_decodes = one.decodes;
  return passes;
}

/// Plans all recodings. Those that take two passes are moved to `two_passes`.
void plan_all_recodings(CopyWork& work) {
  const transcode::Resources& resources = work.decision.resources;
  work.recoding_plan = transcode::plan_recodings(work.recodings, resources);
  if (work.decision.options.mpi) return;  // ranks share only work of a single pass
  std::vector<transcode::Recoding> others;
  for (std::size_t i = 0; i < work.recodings.size(); ++i) {
    transcode::Recoding& recoding = work.recodings[i];
    auto passes = find_two_passes(work, recoding, work.recoding_plan.tiles[i],
                                  work.plan.variables[recoding.to().id]);
    if (passes) {
      work.two_passes.push_back(std::move(*passes));
    } else {
      others.push_back(std::move(recoding));
    }
  }
  work.recodings = std::move(others);
  if (!work.two_passes.empty()) {
    work.recoding_plan = transcode::plan_recodings(work.recodings, resources);
  }
}

/// Notes facts about a recoding. source: the plan for reading the input. target: the plan for
/// writing the output.
void tell_recoding(CopyPlan& plan, const transcode::RecodingSide& to,
                   const transcode::TilePlan& source, const transcode::TilePlan& target) {
  VariableCopy& copy = plan.variables[to.id];
  if (copy.route == Route::rechunk) copy.tile = target.shape;
  copy.input_chunk_count = source.source_chunks;
  copy.decodes = source.decodes;
  if (to.chain && to.chain->has_strategies()) copy.encoder = "chosen by the first chunk";
}

/// Returns the peak memory for a variable of the route `passthrough`. throws: Error(usage) if the
/// user set a lower limit than a chunk needs.
std::uint64_t passed_peak_bytes(const CopyWork& work, const transcode::Recoding& passed) {
  const CopyDecision& decision = work.decision;
  const transcode::Resources& resources = decision.resources;
  const model::StoredForm form = decision.input->stored_form(passed.from().id);
  const VariableCopy& copy = work.plan.variables[passed.to().id];
  // If there is memory for all values, the stored size need not be looked up.
  const std::uint64_t stored = copy.raw_bytes <= resources.max_bytes
                                   ? copy.raw_bytes
                                   : decision.input->stored_bytes(passed.from().id);
  const auto need = transcode::passthrough_need(form, stored, resources);
  if (need.least_bytes <= resources.max_bytes || !resources.is_strict) return need.peak_bytes;
  throw Error(ErrorCode::usage,
              fmt::format("a chunk of variable {} needs up to {} bytes of memory; allow this with "
                          "--max-memory",
                          copy.path, need.least_bytes));
}

/// Returns the maximum memory for values at any time. The routes run one after the other,
/// so their peaks do not add up. throws: as passed_peak_bytes.
std::uint64_t peak_bytes(const CopyWork& work) {
  std::uint64_t peak = std::max(
      {work.recoding_plan.peak_bytes, work.passed_plan.peak_bytes, work.decision.measuring_bytes});
  for (const transcode::TwoPasses& passes : work.two_passes) {
    peak = std::max(peak, passes.peak_bytes);
  }
  for (const transcode::Recoding& passed : work.passed) {
    peak = std::max(peak, passed_peak_bytes(work, passed));
  }
  for (VariableId id = 0; id < work.plan.variables.size(); ++id) {
    if (work.plan.variables[id].route != Route::element) continue;
    peak = std::max(peak, element_peak_bytes(work, id));
  }
  return peak;
}

/// Returns whether the input itself packs a variable. Workers pack only in recodings.
bool does_input_pack(const CopyWork& work) {
  for (VariableId id = 0; id < work.plan.variables.size(); ++id) {
    const auto& packing = work.decision.packings[id];
    const Route route = work.plan.variables[id].route;
    const bool is_recoded = route == Route::transcode || route == Route::rechunk;
    if (packing && !(packing->for_workers && is_recoded)) return true;
  }
  return false;
}

/// Plans the recodings, and the memory of all routes.
void plan_resources(CopyWork& work) {
  plan_all_recodings(work);
  if (work.decision.options.verify) {
    work.passed_plan = transcode::plan_recodings(work.passed, work.decision.resources);
  }
  work.plan.threads = work.recoding_plan.threads;
  work.plan.peak_memory_bytes = peak_bytes(work) + work.decision.input_file.found.cache_bytes;
  if (does_input_pack(work)) work.plan.peak_memory_bytes += work.decision.packing_bytes;
  if (work.decision.place.url) {
    work.plan.peak_memory_bytes +=
        network_of(work.decision.options, work.decision.resources).cache_bytes;
  }
  for (std::size_t i = 0; i < work.recodings.size(); ++i) {
    const transcode::TilePlan& tiles = work.recoding_plan.tiles[i];
    tell_recoding(work.plan, work.recodings[i].to(), tiles, tiles);
  }
  for (const transcode::TwoPasses& passes : work.two_passes) {
    tell_recoding(work.plan, passes.second.to(), passes.first_plan.tiles.front(),
                  passes.second_plan.tiles.front());
  }
}

}  // namespace

CopyWork plan_work(const CopyDecision& decision, const MadeOutput& output) {
  CopyWork work{decision, decision.plan};
  take_made(work.plan, decision.output_schema, output.schema);
  choose_routes(work, output);
  add_notes(work, output);
  base::with_context(decision.options.input, [&] { plan_resources(work); });
  return work;
}

CopyWork plan_in_memory(const CopyDecision& decision) {
  const Schema& asked = decision.output_schema;
  base::with_context(decision.options.output, [&] { store::check_format(asked); });
  std::unique_ptr<model::Target> output;
  if (has_chunks(asked.format)) output = store::create_in_memory(asked, *decision.filters);
  CopyWork work = plan_work(decision, {output ? output->schema() : asked, [&](VariableId id) {
                                         return output ? output->stored_form(id)
                                                       : model::elements_form(asked, id);
                                       }});
  if (output) work.definition_bytes = output->definition_bytes();
  return work;
}

CopyWork plan_dry_run(const CopyDecision& decision) {
  CopyWork work = plan_in_memory(decision);
  take_input_bytes(work);
  return work;
}

std::filesystem::path temporary_folder(const CopyDecision& decision) {
  return decision.options.output_in_memory ? base::temporary_folder()
                                           : decision.place.temporary_folder();
}

transcode::Tolerance tolerance_of(const CopyWork& work, VariableId id) {
  return tolerance_of(work.decision.output_schema.variables[id]);
}

bool is_read_back(const CopyWork& work, VariableId id) {
  const VariableCopy& copy = work.plan.variables[id];
  if (copy.route == Route::fill) return false;
  if (work.decision.options.verify) return true;
  return copy.route != Route::passthrough && !work.within_bounds.contains(id) &&
         tolerance_of(work, id).allows_changes();
}

std::vector<std::string> describe_excesses(const CopyWork& work,
                                           const transcode::Excesses& excesses) {
  const CopyOptions& options = work.decision.options;
  std::vector<std::string> notes;
  for (const auto& [id, excess] : excesses) {
    const std::string variable = "variable " + work.plan.variables[id].path;
    const transcode::Tolerance tolerance = tolerance_of(work, id);
    const auto accept = [&, &excess = excess] { return tolerance.accept(excess); };
    std::string text =
        base::with_context(options.output, [&] { return base::with_context(variable, accept); });
    const bool is_asked = work.decision.output_schema.variables[id].asked_filters.has_value();
    const bool is_promise_kept = tolerance.breaks_no_promise(excess);
    const bool may_be_note = tolerance.has_unknown_filters() || (is_asked && is_promise_kept);
    if (options.verify && !may_be_note) {
      if (is_promise_kept) text += ", or, to accept such changes, request this one with -F";
      throw Error(ErrorCode::corrupt, text).add_context(variable).add_context(options.output);
    }
    notes.push_back(variable + ": " + text);
  }
  return notes;
}

std::string unknown_filters(const CopyWork& work) {
  std::set<std::string> filters;
  for (VariableId id = 0; id < work.plan.variables.size(); ++id) {
    const transcode::Tolerance tolerance = tolerance_of(work, id);
    if (is_read_back(work, id) && tolerance.has_unknown_filters()) {
      filters.insert(tolerance.filters());
    }
  }
  return fmt::format("{}", fmt::join(filters, " or "));
}

void take_input_bytes(CopyWork& work) {
  const CopyDecision& decision = work.decision;
  for (VariableId id = 0; id < work.plan.variables.size(); ++id) {
    base::throw_if_stopped();
    work.plan.variables[id].input_bytes =
        decision.input->stored_bytes(decision.source.input_ids[id]);
  }
}

}  // namespace ncf::ops
