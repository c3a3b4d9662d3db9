// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/copy/copy_within.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <numeric>
#include <utility>

#include "base/at_place.hpp"
#include "base/stop.hpp"
#include "base/whole_file.hpp"
#include "ncf/error.hpp"
#include "ops/copy/dimension_lengths.hpp"
#include "ops/copy/element_route.hpp"
#include "ops/copy/plan.hpp"
#include "store/input.hpp"
#include "store/open.hpp"
#include "transcode/missing_chunks.hpp"
#include "transcode/passthrough.hpp"
#include "transcode/pipeline.hpp"
#include "transcode/verify.hpp"

namespace ncf {
namespace {

using base::at_hidden_place;
using base::at_place;
using model::VariableId;

/// Tells how far the work is.
class Progress {
 public:
  Progress(const ops::PreparedCopy& prepared, const CopyOptions& options,
           const ProgressHandler& handler)
      : handler_(handler) {
    for (VariableId id = 0; id < prepared.plan.variables.size(); ++id) {
      const VariableCopy& copy = prepared.plan.variables[id];
      if (copy.route == Route::fill) continue;
      progress_.bytes += copy.raw_bytes * (is_read_back(prepared, id, options) ? 2 : 1);
    }
  }

  void add(std::uint64_t bytes) {
    progress_.bytes_done += bytes;
    if (handler_) handler_(progress_);
  }

  [[nodiscard]] ops::BytesHandler adder() {
    return [this](std::uint64_t bytes) { add(bytes); };
  }

 private:
  const ProgressHandler& handler_;
  CopyProgress progress_;
};

std::uint64_t bytes_to_pass(const CopyPlan& plan) {
  return std::accumulate(plan.variables.begin(), plan.variables.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const VariableCopy& copy) {
                           return copy.route == Route::passthrough ? sum + copy.input_bytes : sum;
                         });
}

void pass_through(ops::PreparedCopy& prepared, model::Target& output, Progress& progress) {
  if (prepared.chosen.passed.empty()) return;
  transcode::Passthrough passthrough(*prepared.input, output, prepared.recoding_plan.threads,
                                     prepared.passthrough_bytes(), progress.adder());
  for (const transcode::PassedVariable& passed : prepared.chosen.passed) {
    base::throw_if_stopped();
    const std::size_t missing = passthrough.move(passed.input_id, passed.output_id);
    if (missing == 0) continue;
    throw transcode::missing_chunks(missing)
        .add_context("variable " + prepared.input->schema().variable_path(passed.input_id))
        .add_context(prepared.input->name());
  }
  passthrough.finish();
}

void recode(ops::PreparedCopy& prepared, model::Target& output, Progress& progress) {
  const std::vector<std::string> encoders = transcode::recode(
      prepared.chosen.recodings, prepared.recoding_plan, *prepared.input, output, progress.adder());
  for (std::size_t i = 0; i < encoders.size(); ++i) {
    prepared.plan.variables[prepared.chosen.recodings[i].to().id].encoder = encoders[i];
  }
}

bool is_any_read_back(const ops::PreparedCopy& prepared, const CopyOptions& options) {
  for (VariableId id = 0; id < prepared.plan.variables.size(); ++id) {
    if (is_read_back(prepared, id, options)) return true;
  }
  return false;
}

/// Reads the output back and compares it with the input: all of it to verify it, from the disk,
/// else what filters changed. Returns the variables whose values break a bound.
transcode::Excesses read_back(ops::PreparedCopy& prepared, const std::filesystem::path& path,
                              const CopyOptions& options, Progress& progress) {
  if (options.verify) at_place(options.output, [&] { base::write_out_and_forget(path); });
  const auto source = store::open_source(path.string(), {}, *prepared.filters);
  const transcode::ReadBack output{*source,
                                   model::find_variables(prepared.output_schema, source->schema())};
  transcode::Excesses excesses = verify_elements(prepared, output, options, progress.adder());
  for (const transcode::PassedVariable& passed : prepared.chosen.passed) {
    if (!is_read_back(prepared, passed.output_id, options)) continue;
    base::throw_if_stopped();
    source->at_variable(output.ids[passed.output_id], [&] {
      transcode::verify_passed(passed, *prepared.input, output, prepared.resources,
                               progress.adder());
    });
  }
  const auto is_wanted = [&](const transcode::Recoding& recoding) {
    return is_read_back(prepared, recoding.to().id, options);
  };
  excesses.merge(transcode::verify_recoded(prepared.chosen.recodings, prepared.recoding_plan,
                                           *prepared.input, output, is_wanted, progress.adder()));
  return excesses;
}

/// Broken bounds are notes, or errors where the copy is to be verified.
std::vector<std::string> describe_excesses(const ops::PreparedCopy& prepared,
                                           const transcode::Excesses& excesses,
                                           const CopyOptions& options) {
  std::vector<std::string> notes;
  for (const auto& [id, excess] : excesses) {
    const std::string variable = "variable " + prepared.plan.variables[id].path;
    const std::string text = tolerance_of(prepared, id).describe(excess);
    if (options.verify) {
      throw Error(ErrorCode::corrupt, text).add_context(variable).add_context(options.output);
    }
    notes.push_back(variable + ": " + text);
  }
  return notes;
}

std::unique_ptr<model::Target> make_target(const ops::PreparedCopy& prepared,
                                           const std::filesystem::path& path,
                                           const CopyOptions& options) {
  return store::create_target(path, options.output, prepared.output_schema,
                              {.in_memory = options.output_in_memory,
                               .cache_bytes = options.cache_bytes,
                               .cache_slots = options.cache_slots},
                              *prepared.filters);
}

/// Makes the output and writes all of it. The routes are chosen by what the output says of itself.
void write_output(ops::PreparedCopy& prepared, base::PendingOutput& file,
                  const CopyOptions& options, const NoteHandler& on_note,
                  const ProgressHandler& on_progress) {
  const std::filesystem::path& path = file.temporary();
  const auto output = make_target(prepared, path, options);
  take_achieved(prepared, output->schema());
  ops::choose_routes(prepared, options, [&](VariableId id) { return output->stored_form(id); });
  ops::tell_notes(prepared.plan.notes, options, on_note);
  Progress progress(prepared, options, on_progress);
  file.reserve(bytes_to_pass(prepared.plan));
  const auto tell = [&](const std::vector<std::string>& notes) {
    ops::tell_notes(notes, options, on_note);
    prepared.plan.notes.insert(prepared.plan.notes.end(), notes.begin(), notes.end());
  };
  tell(copy_elements(prepared, *output, options, progress.adder()));
  pass_through(prepared, *output, progress);
  recode(prepared, *output, progress);
  extend_to_lengths(prepared, *output);
  output->close();
  for (VariableId id = 0; id < prepared.plan.variables.size(); ++id) {
    prepared.plan.variables[id].output_bytes = output->stored_bytes(id);
  }
  if (prepared.place.is_consolidated) at_place(options.output, [&] { store::consolidate(path); });
  if (is_any_read_back(prepared, options)) {
    at_hidden_place(path, options.output, [&] {
      tell(describe_excesses(prepared, read_back(prepared, path, options, progress), options));
    });
  }
}

/// What the output takes over from the input as a file.
void take_status(const ops::PreparedCopy& prepared, const CopyOptions& options,
                 base::PendingOutput& output) {
  if (!prepared.input_status) return;
  options.preserve ? output.preserve(*prepared.input_status)
                   : output.limit_readers(*prepared.input_status);
}

// What a classic file lost while it was read has been read as zeros.
void require_unchanged(const store::Input& input, std::uint64_t bytes) {
  if (store::input_bytes(input) == bytes) return;
  throw Error(ErrorCode::io, "the file changed its size while it was read");
}

}  // namespace

CopyReport ops::copy_within(const transcode::Resources& resources, const CopyOptions& options,
                            const NoteHandler& on_note, const ProgressHandler& on_progress) {
  const base::StopScope stop(options.stop);
  const auto begin = std::chrono::steady_clock::now();
  ops::PreparedCopy prepared = ops::prepare_copy(options, resources);
  const store::Input input =
      at_place(options.input, [&] { return store::find_input(options.input); });
  const std::uint64_t input_bytes =
      at_place(options.input, [&] { return store::input_bytes(input); });
  ops::check_output(prepared, options);
  const auto pending = ops::make_pending(prepared.place, prepared.plan.format);
  take_status(prepared, options, *pending);
  write_output(prepared, *pending, options, on_note, on_progress);

  CopyReport report;
  report.is_verified = options.verify;
  report.input_file_bytes = input_bytes;
  at_place(options.input, [&] { require_unchanged(input, input_bytes); });
  report.plan = std::move(prepared.plan);
  report.output_file_bytes = at_place(options.output, [&] {
    return store::input_bytes(store::find_input(pending->temporary().string()));
  });
  // libhdf5 crashes on closing some damaged files: then the target is to be what it was.
  prepared.input.reset();
  pending->commit();
  report.elapsed = std::chrono::steady_clock::now() - begin;
  return report;
}

void ops::verify_copy(const transcode::Resources& resources, const CopyOptions& options) {
  ops::PreparedCopy prepared = ops::prepare_copy(options, resources);
  ops::rehearse_routes(prepared, options);
  const ProgressHandler on_progress;
  Progress progress(prepared, options, on_progress);
  const auto excesses = read_back(prepared, prepared.place.path, options, progress);
  (void)describe_excesses(prepared, excesses, options);
}

CopyReport copy(const CopyOptions& options, const NoteHandler& on_note,
                const ProgressHandler& on_progress) {
  return ops::copy_within(ops::resources_of(options), options, on_note, on_progress);
}

}  // namespace ncf
