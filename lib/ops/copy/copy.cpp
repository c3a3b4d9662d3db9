// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ncf/copy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "base/pending_file.hpp"
#include "base/stop.hpp"
#include "ncf/error.hpp"
#include "ops/copy/plan.hpp"
#include "store/input.hpp"
#include "store/open.hpp"
#include "transcode/passthrough.hpp"
#include "transcode/tiles.hpp"

namespace ncf {
namespace {

using model::VariableId;

void copy_variable(model::Dataset& input, VariableId input_id, model::Dataset& output,
                   VariableId output_id, std::uint64_t buffer_bytes) {
  const model::Variable& from = input.schema().variables[input_id];
  const auto input_chunks = ops::chunks_of(from);
  const auto output_chunks = ops::chunks_of(output.schema().variables[output_id]);
  const std::size_t most_values =
      std::max<std::size_t>(1, buffer_bytes / std::max<std::size_t>(1, from.type->size_bytes));
  transcode::TileWalk tiles(input.schema().shape(from),
                            output_chunks.empty() ? input_chunks : output_chunks, most_values);
  model::Values values(from.type);
  while (const auto box = tiles.next()) {
    base::throw_if_stopped();
    input.read(input_id, *box, values);
    output.write(output_id, *box, values);
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
    copy_variable(*prepared.input, prepared.source.input_ids[id], output, id, options.buffer_bytes);
  }
}

void pass_through(ops::PreparedCopy& prepared, model::ChunkStore& output) {
  for (VariableId id = 0; id < prepared.plan.variables.size(); ++id) {
    base::throw_if_stopped();
    if (!goes(prepared, id, Route::passthrough)) continue;
    transcode::pass_through(*prepared.input_chunks, prepared.source.input_ids[id], output, id);
  }
}

/// Makes the output and writes all of it. Definitions and elements go through libnetcdf, stored
/// bytes through what knows chunks; a file is open in one of the two at a time.
void write_output(ops::PreparedCopy& prepared, const std::filesystem::path& path,
                  const CopyOptions& options, const NoteHandler& on_note) {
  const store::Tuning tuning{.in_memory = options.output_in_memory,
                             .cache_bytes = options.cache_bytes,
                             .cache_slots = options.cache_slots};
  auto output = store::create_dataset(path, prepared.output_schema, tuning);
  take_achieved(prepared, output->schema());
  if (prepared.routes.need_proof()) {
    output->close();
    output.reset();
    const auto chunks = store::edit_chunks(path, prepared.output_schema);
    choose_routes(prepared, chunks.get());
    ops::tell_notes(prepared.plan, options, on_note);
    pass_through(prepared, *chunks);
    chunks->close();
  } else {
    choose_routes(prepared, nullptr);
    ops::tell_notes(prepared.plan, options, on_note);
  }
  const auto& variables = prepared.plan.variables;
  const bool has_elements = std::any_of(variables.begin(), variables.end(), [](const auto& copy) {
    return copy.route == Route::element;
  });
  if (!output && !has_elements) return;
  if (!output) output = store::reopen_dataset(path, prepared.output_schema, tuning);
  copy_elements(prepared, *output, options);
  output->close();
}

}  // namespace

CopyReport copy(const CopyOptions& options, const NoteHandler& on_note) {
  const auto begin = std::chrono::steady_clock::now();
  ops::PreparedCopy prepared = ops::prepare_copy(options);
  const store::Input input = store::find_input(options.input);
  if (input.path && base::is_same_file(*input.path, options.output)) {
    throw Error(ErrorCode::usage,
                fmt::format("{}: input and output are the same file", options.output));
  }
  base::PendingFile pending(options.output);
  write_output(prepared, pending.temporary(), options, on_note);

  CopyReport report;
  report.plan = std::move(prepared.plan);
  const auto sizes = store::stored_bytes(pending.temporary(), prepared.output_schema);
  for (VariableId id = 0; id < sizes.size(); ++id) {
    report.plan.variables[id].output_bytes = sizes[id];
  }
  report.input_file_bytes = store::input_bytes(input);
  report.output_file_bytes = std::filesystem::file_size(pending.temporary());
  pending.commit();
  report.elapsed = std::chrono::steady_clock::now() - begin;
  return report;
}

}  // namespace ncf
