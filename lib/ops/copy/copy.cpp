// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ncf/copy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <numeric>
#include <utility>

#include "base/at_place.hpp"
#include "base/pending_file.hpp"
#include "base/stop.hpp"
#include "ncf/error.hpp"
#include "ops/copy/plan.hpp"
#include "store/input.hpp"
#include "store/open.hpp"
#include "transcode/dataset_elements.hpp"
#include "transcode/passthrough.hpp"
#include "transcode/pipeline.hpp"
#include "transcode/tiles.hpp"

namespace ncf {
namespace {

using base::at_place;
using model::VariableId;

std::size_t values_in(const std::vector<std::size_t>& chunk) {
  return std::accumulate(chunk.begin(), chunk.end(), std::size_t{1}, std::multiplies<>());
}

/// What is read and written in one call: as many values as the buffer holds, of not too many
/// chunks, since HDF5 takes some 6 kB for each chunk of a call.
std::size_t most_values_at_once(const model::Variable& from, const std::vector<std::size_t>& input,
                                const std::vector<std::size_t>& output,
                                const CopyOptions& options) {
  constexpr std::size_t most_chunks = 2048;
  std::size_t most = options.buffer_bytes / std::max<std::size_t>(1, from.type->size_bytes);
  for (const auto& chunk : {input, output}) {
    if (!chunk.empty()) most = std::min(most, most_chunks * values_in(chunk));
  }
  return std::max<std::size_t>(1, most);
}

void copy_variable(model::Dataset& input, VariableId input_id, model::Dataset& output,
                   VariableId output_id, const CopyOptions& options) {
  const model::Variable& from = input.schema().variables[input_id];
  const auto input_chunks = ops::chunks_of(from);
  const auto output_chunks = ops::chunks_of(output.schema().variables[output_id]);
  transcode::TileWalk tiles(input.schema().shape(from),
                            output_chunks.empty() ? input_chunks : output_chunks,
                            most_values_at_once(from, input_chunks, output_chunks, options));
  model::Values values(from.type);
  while (const auto box = tiles.next()) {
    base::throw_if_stopped();
    at_place(options.input, [&] { input.read(input_id, *box, values); });
    at_place(options.output, [&] { output.write(output_id, *box, values); });
  }
}

bool goes(const ops::PreparedCopy& prepared, VariableId id, Route route) {
  return prepared.plan.variables[id].route == route;
}

void copy_elements(ops::PreparedCopy& prepared, model::Dataset& output,
                   const CopyOptions& options) {
  for (VariableId id = 0; id < prepared.plan.variables.size(); ++id) {
    base::throw_if_stopped();
    if (!goes(prepared, id, Route::element)) continue;
    copy_variable(*prepared.input, prepared.source.input_ids[id], output, id, options);
  }
}

std::uint64_t bytes_to_pass(const CopyPlan& plan) {
  return std::accumulate(plan.variables.begin(), plan.variables.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const VariableCopy& copy) {
                           return copy.route == Route::passthrough ? sum + copy.input_bytes : sum;
                         });
}

void pass_through(ops::PreparedCopy& prepared, model::ChunkStore& output) {
  for (VariableId id = 0; id < prepared.plan.variables.size(); ++id) {
    base::throw_if_stopped();
    if (!goes(prepared, id, Route::passthrough)) continue;
    transcode::pass_through(*prepared.input_chunks, prepared.source.input_ids[id], output, id);
  }
}

void recode(ops::PreparedCopy& prepared, model::ChunkStore& output, const CopyOptions& options) {
  transcode::recode(prepared.recodings, prepared.recoding_plan,
                    {prepared.stored_input(), options.input}, {output, options.output});
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

/// What is not written as typed values. Definitions and typed values go through libnetcdf, then
/// stored bytes through what knows chunks. (libnetcdf is not to open the file again: it would write
/// numbers of another byte order than the machine's wrongly.)
void write_stored(ops::PreparedCopy& prepared, base::PendingOutput& file,
                  const CopyOptions& options) {
  const std::uint64_t to_pass = bytes_to_pass(prepared.plan);
  const bool passes_any =
      std::any_of(prepared.plan.variables.begin(), prepared.plan.variables.end(),
                  [](const VariableCopy& copy) { return copy.route == Route::passthrough; });
  if (!passes_any && prepared.recodings.empty()) return;
  file.reserve(to_pass);
  const auto chunks = at_place(options.output, [&] {
    return store::edit_chunks(file.temporary(), prepared.output_schema, options.output,
                              *prepared.filters);
  });
  pass_through(prepared, *chunks);
  recode(prepared, *chunks, options);
  at_place(options.output, [&] { chunks->close(); });
}

/// Makes the output and writes all of it.
void write_output(ops::PreparedCopy& prepared, base::PendingOutput& file,
                  const CopyOptions& options, const NoteHandler& on_note) {
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
  ops::tell_notes(prepared.plan, options, on_note);
  copy_elements(prepared, *output, options);
  if (!has_chunks(prepared.plan.format)) {
    transcode::DatasetElements elements(*output, options.output);
    recode(prepared, elements, options);
  }
  at_place(options.output, [&] { output->close(); });
  if (has_chunks(prepared.plan.format)) write_stored(prepared, file, options);
  if (prepared.place.is_consolidated) at_place(options.output, [&] { store::consolidate(path); });
}

// What a classic file lost while it was read has been read as zeros.
void require_unchanged(const store::Input& input, std::uint64_t bytes) {
  if (store::input_bytes(input) == bytes) return;
  throw Error(ErrorCode::io, "the file changed its size while it was read");
}

/// Takes the plan over and adds what was made of it.
void measure_output(const std::filesystem::path& path, ops::PreparedCopy& prepared,
                    CopyReport& report) {
  report.plan = std::move(prepared.plan);
  const auto sizes = store::stored_bytes(path, prepared.output_schema);
  for (VariableId id = 0; id < sizes.size(); ++id) {
    report.plan.variables[id].output_bytes = sizes[id];
  }
  report.output_file_bytes = store::input_bytes(store::find_input(path));
}

}  // namespace

CopyReport copy(const CopyOptions& options, const NoteHandler& on_note) {
  const auto begin = std::chrono::steady_clock::now();
  ops::PreparedCopy prepared = ops::prepare_copy(options);
  const store::Input input =
      at_place(options.input, [&] { return store::find_input(options.input); });
  if (input.path && base::is_same_file(*input.path, prepared.place.path)) {
    throw Error(ErrorCode::usage,
                fmt::format("{}: input and output are the same file", options.output));
  }
  const std::uint64_t input_bytes =
      at_place(options.input, [&] { return store::input_bytes(input); });
  const auto pending = ops::make_pending(prepared.place, prepared.plan.format);
  write_output(prepared, *pending, options, on_note);

  CopyReport report;
  report.input_file_bytes = input_bytes;
  at_place(options.input, [&] { require_unchanged(input, input_bytes); });
  at_place(options.output, [&] { measure_output(pending->temporary(), prepared, report); });
  pending->commit();
  report.elapsed = std::chrono::steady_clock::now() - begin;
  return report;
}

}  // namespace ncf
