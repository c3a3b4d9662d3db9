// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/copy/copy.hpp"

#include <fmt/format.h>

#include <algorithm>
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
#include "ops/copy/copy_work.hpp"
#include "ops/definitions/definitions.hpp"
#include "ops/output/pending_dataset.hpp"
#include "ops/rounding/measured_rounding.hpp"
#include "store/open/open.hpp"
#include "transcode/passthrough/passthrough.hpp"
#include "transcode/pipeline/pipeline.hpp"
#include "transcode/recoding/form_difference.hpp"

namespace ncf::ops {
namespace {

using base::with_context;
using model::VariableId;

/// Reports the progress of the work, from 0 bytes on. Work is counted in whole chunks, which may
/// contain more than the values, so the sum is limited.
class Progress {
 public:
  Progress(const CopyWork& work, const ProgressHandler& handler) : handler_(handler) {
    for (VariableId id = 0; id < work.plan.variables.size(); ++id) {
      const VariableCopy& copy = work.plan.variables[id];
      if (copy.route == Route::fill) continue;
      const std::uint64_t passes = copy.intermediate_chunks.empty() ? 1 : 2;
      progress_.bytes += copy.raw_bytes * passes * (is_read_back(work, id) ? 2 : 1);
    }
    add(0);
  }

  void add(std::uint64_t bytes) {
    progress_.bytes_done = std::min(progress_.bytes_done + bytes, progress_.bytes);
    if (handler_) handler_(progress_);
  }

  /// Reports what needed no work, for example missing chunks and variables that are not read back.
  void finish() { add(progress_.bytes - progress_.bytes_done); }

  [[nodiscard]] BytesHandler adder() {
    return [this](std::uint64_t bytes) { add(bytes); };
  }

 private:
  const ProgressHandler& handler_;
  CopyProgress progress_;
};

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

void pass_through(const CopyWork& work, model::Target& output, Progress& progress,
                  transcode::OtherRanks* ranks) {
  if (work.passed.empty()) return;
  model::Source& input = *work.decision.input;
  transcode::Passthrough passthrough(input, output, work.decision.resources, progress.adder(),
                                     transcode::movers_of(ranks));
  for (const transcode::Recoding& passed : work.passed) {
    base::throw_if_stopped();
    const std::size_t missing = passthrough.move(passed.from().id, passed.to().id);
    if (missing == 0) continue;
    input.at_variable(passed.from().id, [&] { throw transcode::missing_chunks(missing); });
  }
  passthrough.finish();
}

void take_recoded(CopyWork& work, VariableId id, transcode::Recoded recoded) {
  work.plan.variables[id].encoder = std::move(recoded.encoder);
  if (!recoded.is_in_doubt) work.within_bounds.insert(id);
}

void recode(CopyWork& work, model::Target& output, Progress& progress,
            transcode::OtherRanks* ranks) {
  std::vector<transcode::Recoded> recoded =
      transcode::recode(work.recodings, work.recoding_plan, *work.decision.input, output,
                        progress.adder(), transcode::crews_of(ranks));
  for (std::size_t i = 0; i < recoded.size(); ++i) {
    take_recoded(work, work.recodings[i].to().id, std::move(recoded[i]));
  }
  for (const transcode::TwoPasses& passes : work.two_passes) {
    take_recoded(
        work, passes.second.to().id,
        transcode::recode_in_two_passes(passes, *work.decision.input, output,
                                        temporary_folder(work.decision), progress.adder()));
  }
}

bool is_any_read_back(const CopyWork& work) {
  bool is_any = work.decision.options.verify;
  for (VariableId id = 0; id < work.plan.variables.size() && !is_any; ++id) {
    is_any = is_read_back(work, id);
  }
  return is_any;
}

/// Compares the output, which is read back, with the input: everything with --verify; otherwise
/// only variables whose lossy filters may have exceeded their bounds. Returns the variables with
/// values beyond their error bound.
transcode::Excesses compare(const CopyWork& work, model::Source& source, Progress& progress,
                            transcode::OtherRanks* ranks) {
  const CopyDecision& decision = work.decision;
  const transcode::ReopenedOutput output{
      source,
      source.named([&] { return model::find_variables(decision.output_schema, source.schema()); })};
  if (decision.options.verify) {
    source.named([&] {
      verify_definitions(decision.output_schema, source.schema());
      verify_layout(decision.output_schema.layout, source);
    });
  }
  if (ranks != nullptr) ranks->begin_verifying();
  transcode::Excesses excesses = verify_elements(work, output, progress.adder());
  const auto is_wanted = [&](const transcode::Recoding& recoding) {
    return is_read_back(work, recoding.to().id);
  };
  const auto is_stored = [&](const transcode::Recoding& recoding) {
    const transcode::RecodingSide& from = recoding.from();
    return from.form.layout == model::Layout::chunked ||
           decision.input->stored_chunk_count(from.id) > 0;
  };
  if (decision.options.verify) {
    excesses.merge(transcode::verify_recoded(work.passed, work.passed_plan, *decision.input, output,
                                             is_stored, progress.adder(),
                                             transcode::crews_of(ranks)));
  }
  excesses.merge(transcode::verify_recoded(work.recodings, work.recoding_plan, *decision.input,
                                           output, is_wanted, progress.adder(),
                                           transcode::crews_of(ranks)));
  for (const transcode::TwoPasses& passes : work.two_passes) {
    if (!is_wanted(passes.second)) continue;
    excesses.merge(transcode::verify_two_passes(passes, *decision.input, output,
                                                temporary_folder(decision), progress.adder()));
  }
  return excesses;
}

/// Does what `compare` does; an error also names filters that may have changed the data.
transcode::Excesses compare_or_blame(const CopyWork& work, model::Source& source,
                                     Progress& progress, transcode::OtherRanks* ranks) {
  try {
    return compare(work, source, progress, ranks);
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
  Progress progress(work, on_progress);
  require_space(work, pending);
  pending.reserve(bytes_to_pass(work));
  const auto tell = [&](const std::vector<std::string>& notes) {
    tell_and_record(notes, options, work.plan, on_note);
  };
  if (ranks != nullptr && !begin_to_share(*ranks, work, *output, pending.local_path(), tell)) {
    ranks = nullptr;
  }
  tell(copy_elements(work, *output, progress.adder()));
  pass_through(work, *output, progress, ranks);
  recode(work, *output, progress, ranks);
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
          tell(describe_excesses(work, compare_or_blame(work, source, progress, ranks)));
        });
    report.verified = options.verify;
  }
  progress.finish();
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
  const CopyWork work = plan_dry_run(decision);
  const ProgressHandler on_progress;
  Progress progress(work, on_progress);
  if (options.verify) {
    with_context(options.output, [&] { base::write_out_and_forget(decision.place.path); });
  }
  const auto source = store::open_source(decision.place.path.string(), {}, *decision.filters);
  (void)describe_excesses(work, compare(work, *source, progress, nullptr));
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
