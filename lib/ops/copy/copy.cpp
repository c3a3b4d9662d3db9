// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/copy/copy.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <filesystem>
#include <utility>

#include "base/errors/error_context.hpp"
#include "base/files/descriptor.hpp"
#include "base/files/file_state.hpp"
#include "base/files/paths.hpp"
#include "base/threads/library_call.hpp"
#include "base/threads/machine.hpp"
#include "ncf/copy.hpp"
#include "ncf/error.hpp"
#include "ops/copy/copy_decision.hpp"
#include "ops/copy/copy_input.hpp"
#include "ops/copy/copy_output.hpp"
#include "ops/copy/copy_values.hpp"
#include "ops/copy/copy_work.hpp"
#include "ops/output/pending_dataset.hpp"
#include "ops/rounding/measured_rounding.hpp"
#include "store/open/open.hpp"

namespace ncf::ops {
namespace {

using base::with_context;
using model::VariableId;

/// Returns the bytes of the work known in advance. For small variables the sizes are not worth
/// looking up.
std::uint64_t bytes_to_pass(const CopyWork& work) {
  constexpr std::uint64_t small_bytes = std::uint64_t{1} << 20;
  std::uint64_t bytes = 0;
  for (const transcode::Recoding& passed : work.passed) {
    if (work.plan.variables[passed.to().id].raw_bytes < small_bytes) continue;
    bytes += work.decision.input->stored_bytes(passed.from().id);
  }
  return bytes;
}

bool is_any_read_back(const CopyWork& work) {
  bool is_any = work.decision.options.verify;
  for (VariableId id = 0; id < work.plan.variables.size() && !is_any; ++id) {
    is_any = is_read_back(work, id);
  }
  return is_any;
}

/// Compares the values; an error also names filters that may have changed the data.
transcode::Excesses compare_or_blame(const CopyWork& work, ValueCopy& values, model::Source& source,
                                     transcode::OtherRanks* ranks) {
  try {
    return values.compare(source, ranks);
  } catch (const Error& error) {
    const std::string unknown = unknown_filters(work);
    if (error.code() != ErrorCode::corrupt || unknown.empty()) throw;
    Error told(error.code(), fmt::format("{}; ncf does not know whether {} keeps what it gets",
                                         error.message(), unknown));
    for (const std::string& place : error.context()) told.add_context(place);
    throw told;
  }
}

std::unique_ptr<model::Target> make_target(const CopyDecision& decision, PendingDataset& pending) {
  const CopyOptions& options = decision.options;
  return pending.create(decision.output_schema,
                        {.in_memory = options.output_in_memory && !is_netcdf4(decision.plan.format),
                         .cache_bytes = options.cache_bytes,
                         .cache_slots = options.cache_slots,
                         .is_consolidated = decision.place.is_consolidated},
                        *decision.filters);
}

/// Takes the largest errors of rounding.
void take_errors(const Quantizers& quantizers, CopyPlan& plan) {
  for (VariableId id = 0; id < plan.variables.size(); ++id) {
    if (quantizers[id]) plan.variables[id].largest_error = quantizers[id]->largest_change();
  }
}

/// Classic formats store all values, also where the input stores none.
/// throws: Error(io) if there is no space for them.
void require_space(const CopyWork& work, const PendingDataset& pending) {
  if (has_chunks(work.plan.format)) return;
  std::uint64_t bytes = 0;
  for (const VariableCopy& copy : work.plan.variables) {
    if (__builtin_add_overflow(bytes, copy.raw_bytes, &bytes)) bytes = UINT64_MAX;
  }
  pending.require_space(bytes);
}

/// Tells notes, and records them in the plan. throws: Error(unsupported) with `strict`.
void tell_and_record(const std::vector<std::string>& notes, const CopyOptions& options,
                     CopyPlan& plan, const NoteHandler& on_note) {
  tell_notes(notes, options, on_note);
  plan.notes.insert(plan.notes.end(), notes.begin(), notes.end());
}

/// Creates the output, writes it and reads it back. Fills in the report.
void write_output(const CopyDecision& decision, PendingDataset& pending, CopyReport& report,
                  const NoteHandler& on_note, const ProgressHandler& on_progress,
                  transcode::OtherRanks* ranks) {
  const CopyOptions& options = decision.options;
  const auto output = make_target(decision, pending);
  CopyWork work = plan_work(
      decision, {output->schema(), [&](VariableId id) { return output->stored_form(id); }});
  if (!work.plan.layout.empty()) output->expect(expected_chunks(work));
  tell_notes(work.plan.notes, options, on_note);
  ValueCopy values(work, on_progress);
  require_space(work, pending);
  pending.reserve(bytes_to_pass(work));
  const auto tell = [&](const std::vector<std::string>& notes) {
    tell_and_record(notes, options, work.plan, on_note);
  };
  if (ranks != nullptr && !begin_to_share(*ranks, work, *output, pending.local_path(), tell)) {
    ranks = nullptr;
  }
  values.write(*output, ranks, tell);
  if (ranks != nullptr) ranks->flush();
  extend_to_lengths(decision, *output);
  output->close();
  for (VariableId id = 0; id < work.plan.variables.size(); ++id) {
    work.plan.variables[id].output_bytes = output->stored_bytes(id);
  }
  if (ranks == nullptr) take_errors(decision.quantizers, work.plan);
  take_input_bytes(work);
  report.output_file_bytes = pending.size_bytes();
  report.original_kept =
      options.if_smaller && report.output_file_bytes >= decision.input_file.bytes;
  if (!report.original_kept && is_any_read_back(work)) {
    pending.read_back(
        options.verify ? ReadFrom::disk : ReadFrom::anywhere, *decision.filters,
        [&](model::Source& source) {
          tell(describe_excesses(work, compare_or_blame(work, values, source, ranks)));
        });
    report.verified = options.verify;
  }
  values.finish();
  report.plan = std::move(work.plan);
}

/// Copies the input file's properties that the options keep. In place, they are those of the target
/// anyway.
void take_status(const CopyDecision& decision, PendingDataset& output) {
  if (decision.other_readers) output.limit_readers(*decision.other_readers);
  if (!decision.input_status) return;
  const CopyOptions& options = decision.options;
  if (options.preserve) return output.preserve(*decision.input_status);
  if (!options.in_place) output.limit_readers(*decision.input_status);
}

void check_places(const CopyDecision& decision) {
  check_original(decision);
  check_output(decision);
}

/// Gives the output its name, or keeps the original.
void finish(const CopyDecision& decision, std::unique_ptr<PendingDataset>& pending,
            ReplacedInput* replaced, CopyReport& report, const NoteHandler& on_note) {
  if (report.original_kept) {
    pending.reset();
    keep_original(decision);
    report.output_file_bytes = decision.input_file.bytes;
    return;
  }
  if (replaced != nullptr) {
    with_context(decision.options.input, [&] { replaced->lock(); });
    pending->take_over_target(
        [&](const std::filesystem::path& path) {
          with_context(decision.options.input, [&] { replaced->require_unchanged(path); });
        },
        [&](const std::string& note) {
          tell_and_record({note}, decision.options, report.plan, on_note);
        });
  }
  pending->commit();
}

}  // namespace

CopyReport copy_with(const transcode::Resources& resources, const CopyOptions& options,
                     const NoteHandler& on_note, const ProgressHandler& on_progress,
                     transcode::OtherRanks* ranks) {
  const base::StopScope stop(options.stop);
  const auto begin = std::chrono::steady_clock::now();
  const base::CpuTimes cpu_before = base::cpu_times();
  std::optional<ReplacedInput> replaced;
  if (options.in_place && base::find_identity(options.input)) {
    with_context(options.input, [&] { replaced.emplace(options.input); });
  }
  CopyDecision decision = decide_copy(options, resources, check_places);
  auto pending = make_pending(decision.place, decision.plan.format, options.output,
                              network_of(options, resources));
  take_status(decision, *pending);

  CopyReport report;
  report.input_file_bytes = decision.input_file.bytes;
  make_or_discard(pending, [&] {
    try {
      try {
        write_output(decision, *pending, report, on_note, on_progress, ranks);
      } catch (...) {
        if (ranks != nullptr) ranks->leave();  // before what they write to is removed
        throw;
      }
    } catch (const Error& error) {
      // Values may be wrong because the input changed.
      if (error.code() != ErrorCode::corrupt) throw;
      with_context(options.input, [&] { require_inputs_unchanged(decision); });
      throw;
    }
    const base::CpuTimes cpu = base::cpu_times();
    report.cpu_seconds = (cpu.of_process - cpu_before.of_process).count();
    report.coordinator_cpu_seconds = (cpu.of_thread - cpu_before.of_thread).count();
    with_context(options.input, [&] { require_inputs_unchanged(decision); });
    // libhdf5 crashes on closing some damaged files; the target must then still be unchanged.
    decision.input.reset();
    finish(decision, pending, replaced ? &*replaced : nullptr, report, on_note);
  });
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return report;
}

void verify_copy(const transcode::Resources& resources, const CopyOptions& options) {
  const CopyDecision decision = decide_copy(options, resources);
  CopyWork work = plan_dry_run(decision);
  const ProgressHandler on_progress;
  ValueCopy values(work, on_progress);
  if (options.verify) {
    with_context(options.output, [&] { base::write_out_and_forget(decision.place.path); });
  }
  const auto source = store::open_source(decision.place.path.string(), {}, *decision.filters);
  (void)describe_excesses(work, values.compare(*source, nullptr));
}

void plan_with(const transcode::Resources& resources, const CopyOptions& options,
               const NoteHandler& on_note, const std::function<void(const CopyWork&)>& use) {
  if (options.in_place && base::find_identity(options.input)) {
    with_context(options.input, [&] { const ReplacedInput input(options.input); });
  }
  const CopyDecision decision = decide_copy(options, resources, [](const CopyDecision& begun) {
    std::error_code unknown;
    const auto folder = base::folder_of(begun.place.path);
    std::filesystem::exists(folder, unknown) ? check_places(begun) : check_original(begun);
  });
  const CopyWork work = plan_dry_run(decision);
  tell_notes(work.plan.notes, options, on_note);
  with_context(options.input, [&] { use(work); });
}

}  // namespace ncf::ops

namespace ncf {

CopyPlan plan_copy(const CopyOptions& options, const NoteHandler& on_note) {
  return base::library_call(options.stop, [&] {
    if (options.append) return ops::plan_append(options, on_note);
    const auto decision = ops::decide_copy(options, ops::resources_of(options), ops::check_places);
    CopyPlan plan = ops::plan_dry_run(decision).plan;
    ops::tell_notes(plan.notes, options, on_note);
    const bool are_tried = base::with_context(options.input, [&] {
      return ops::try_quantizers(decision.quantizers,
                                 {*decision.input, decision.source, decision.output_schema},
                                 decision.resources);
    });
    if (are_tried) ops::take_errors(decision.quantizers, plan);
    return plan;
  });
}

CopyReport copy(const CopyOptions& options, const NoteHandler& on_note,
                const ProgressHandler& on_progress) {
  return base::library_call(options.stop, [&] {
    if (options.append) return ops::append(options, on_note, on_progress);
    if (options.mpi) return ops::copy_by_ranks(options, on_note, on_progress);
    return ops::copy_with(ops::resources_of(options), options, on_note, on_progress);
  });
}

}  // namespace ncf
