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
#include "base/file_identity.hpp"
#include "base/stop.hpp"
#include "base/whole_file.hpp"
#include "ncf/error.hpp"
#include "ops/copy/dimension_lengths.hpp"
#include "ops/copy/element_route.hpp"
#include "ops/copy/plan.hpp"
#include "store/input.hpp"
#include "store/open.hpp"
#include "transcode/dataset_elements.hpp"
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
  Progress(const CopyPlan& plan, bool verifies, const ProgressHandler& handler)
      : handler_(handler) {
    for (const VariableCopy& copy : plan.variables) {
      if (copy.route != Route::fill) progress_.bytes += copy.raw_bytes;
    }
    if (verifies) progress_.bytes *= 2;
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

void pass_through(ops::PreparedCopy& prepared, model::ChunkStore& output,
                  const CopyOptions& options, Progress& progress) {
  transcode::Passthrough passthrough(prepared.stored_input(), output,
                                     prepared.recoding_plan.threads, prepared.passthrough_bytes(),
                                     progress.adder());
  for (const transcode::PassedVariable& passed : prepared.chosen.passed) {
    base::throw_if_stopped();
    const std::size_t missing = passthrough.move(passed.input_id, passed.output_id);
    if (missing == 0) continue;
    throw transcode::missing_chunks(missing)
        .add_context("variable " + prepared.input->schema().variable_path(passed.input_id))
        .add_context(options.input);
  }
  passthrough.finish();
}

void recode(ops::PreparedCopy& prepared, model::ChunkStore& output, const CopyOptions& options,
            Progress& progress) {
  const std::vector<std::string> encoders = transcode::recode(
      prepared.chosen.recodings, prepared.recoding_plan, {prepared.stored_input(), options.input},
      {output, options.output}, progress.adder());
  for (std::size_t i = 0; i < encoders.size(); ++i) {
    prepared.plan.variables[prepared.chosen.recodings[i].to().id].encoder = encoders[i];
  }
}

/// Chooses the routes, by what the output says of itself where that matters.
void choose_routes(ops::PreparedCopy& prepared, const std::filesystem::path& path,
                   const CopyOptions& options) {
  if (!has_chunks(prepared.plan.format) || !prepared.routes.need_proof()) {
    return ops::choose_routes(prepared, options, [&](VariableId id) {
      return transcode::elements_form(prepared.output_schema, id);
    });
  }
  const auto output = at_place(options.output, [&] {
    return store::look_at_chunks(path, prepared.output_schema, options.output, *prepared.filters);
  });
  ops::choose_routes(prepared, options, [&](VariableId id) { return output->stored_form(id); });
  at_place(options.output, [&] { output->close(); });
}

/// Whether there is anything that is not written as typed values.
bool has_stored(const ops::PreparedCopy& prepared) {
  if (!has_chunks(prepared.plan.format)) return false;
  return !prepared.chosen.recodings.empty() || !prepared.chosen.passed.empty() ||
         must_extend(prepared);
}

/// Definitions and typed values went through libnetcdf, stored bytes go through what knows chunks.
/// (libnetcdf is not to open the file again: it would write numbers of another byte order than the
/// machine's wrongly.)
void write_stored(ops::PreparedCopy& prepared, base::PendingOutput& file,
                  const CopyOptions& options, Progress& progress) {
  file.reserve(bytes_to_pass(prepared.plan));
  const auto chunks = at_place(options.output, [&] {
    return store::edit_chunks(file.temporary(), prepared.output_schema, options.output,
                              *prepared.filters);
  });
  pass_through(prepared, *chunks, options, progress);
  recode(prepared, *chunks, options, progress);
  at_place(options.output, [&] { extend_to_lengths(prepared, *chunks); });
  for (VariableId id = 0; id < prepared.plan.variables.size(); ++id) {
    prepared.plan.variables[id].output_bytes = chunks->stored_bytes(id);
  }
  at_place(options.output, [&] { chunks->close(); });
}

void measure_elements(ops::PreparedCopy& prepared, const std::filesystem::path& path) {
  const auto sizes = store::stored_bytes(path, prepared.output_schema);
  for (VariableId id = 0; id < sizes.size(); ++id) {
    prepared.plan.variables[id].output_bytes = sizes[id];
  }
}

/// Reads the output back, from the disk, and compares all of it with the input.
void verify_output(ops::PreparedCopy& prepared, const std::filesystem::path& path,
                   const CopyOptions& options, Progress& progress) {
  at_place(options.output, [&] { base::write_out_and_forget(path); });
  const auto dataset = store::open_dataset(path.string(), {}, *prepared.filters);
  verify_elements(prepared, *dataset, options, progress.adder());
  const auto chunks = store::open_chunks(path.string(), prepared.output_schema, *prepared.filters);
  for (const transcode::PassedVariable& passed : prepared.chosen.passed) {
    base::throw_if_stopped();
    at_place(options.output, [&] {
      at_place("variable " + prepared.plan.variables[passed.output_id].path, [&] {
        transcode::verify_passed(passed, prepared.stored_input(), *chunks, prepared.resources,
                                 progress.adder());
      });
    });
  }
  transcode::DatasetElements elements(*dataset, options.output);
  model::ChunkStore& stored = chunks ? *chunks : static_cast<model::ChunkStore&>(elements);
  transcode::verify_recoded(prepared.chosen.recodings, prepared.recoding_plan,
                            {prepared.stored_input(), options.input}, {stored, options.output},
                            progress.adder());
}

/// Makes the output and writes all of it.
void write_output(ops::PreparedCopy& prepared, base::PendingOutput& file,
                  const CopyOptions& options, const NoteHandler& on_note,
                  const ProgressHandler& on_progress) {
  const std::filesystem::path& path = file.temporary();
  const auto output = at_place(options.output, [&] {
    return store::create_dataset(path, prepared.output_schema,
                                 {.in_memory = options.output_in_memory,
                                  .cache_bytes = options.cache_bytes,
                                  .cache_slots = options.cache_slots},
                                 *prepared.filters);
  });
  take_achieved(prepared, output->schema());
  choose_routes(prepared, path, options);
  ops::tell_notes(prepared.plan.notes, options, on_note);
  Progress progress(prepared.plan, options.verify, on_progress);
  const auto notes = copy_elements(prepared, *output, options, progress.adder());
  ops::tell_notes(notes, options, on_note);
  prepared.plan.notes.insert(prepared.plan.notes.end(), notes.begin(), notes.end());
  if (!has_chunks(prepared.plan.format)) {
    transcode::DatasetElements elements(*output, options.output);
    recode(prepared, elements, options, progress);
    at_place(options.output, [&] { extend_to_lengths(prepared, *output); });
  }
  at_place(options.output, [&] { output->close(); });
  if (has_stored(prepared)) {
    write_stored(prepared, file, options, progress);
  } else {
    at_hidden_place(path, options.output, [&] { measure_elements(prepared, path); });
  }
  if (prepared.place.is_consolidated) at_place(options.output, [&] { store::consolidate(path); });
  if (options.verify) {
    at_hidden_place(path, options.output,
                    [&] { verify_output(prepared, path, options, progress); });
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
  prepared.close_input();
  pending->commit();
  report.elapsed = std::chrono::steady_clock::now() - begin;
  return report;
}

void ops::verify_copy(const transcode::Resources& resources, const CopyOptions& options) {
  ops::PreparedCopy prepared = ops::prepare_copy(options, resources);
  ops::rehearse_routes(prepared, options);
  const ProgressHandler on_progress;
  Progress progress(prepared.plan, options.verify, on_progress);
  verify_output(prepared, prepared.place.path, options, progress);
}

CopyReport copy(const CopyOptions& options, const NoteHandler& on_note,
                const ProgressHandler& on_progress) {
  return ops::copy_within(ops::resources_of(options), options, on_note, on_progress);
}

}  // namespace ncf
