// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ncf/copy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "base/at_place.hpp"
#include "base/pending_file.hpp"
#include "base/stop.hpp"
#include "ncf/error.hpp"
#include "ops/copy/plan.hpp"
#include "ops/copy/tiles.hpp"
#include "store/input.hpp"
#include "store/open.hpp"

namespace ncf {
namespace {

using base::at_place;
using model::VariableId;

void copy_variable(model::Dataset& input, VariableId input_id, model::Dataset& output,
                   VariableId output_id, const CopyOptions& options) {
  const model::Variable& from = input.schema().variables[input_id];
  const auto input_chunks = ops::chunks_of(from);
  const auto output_chunks = ops::chunks_of(output.schema().variables[output_id]);
  const std::size_t most_values = std::max<std::size_t>(
      1, options.buffer_bytes / std::max<std::size_t>(1, from.type->size_bytes));
  ops::TileWalk tiles(input.schema().shape(from),
                      output_chunks.empty() ? input_chunks : output_chunks, most_values);
  model::Values values(from.type);
  while (const auto box = tiles.next()) {
    base::throw_if_stopped();
    at_place(options.input, [&] { input.read(input_id, *box, values); });
    at_place(options.output, [&] { output.write(output_id, *box, values); });
  }
}

void copy_values(ops::PreparedCopy& prepared, model::Dataset& output, const CopyOptions& options) {
  const ops::Subset& source = prepared.source;
  for (VariableId id = 0; id < source.input_ids.size(); ++id) {
    base::throw_if_stopped();
    if (!source.has_values[id]) continue;
    copy_variable(*prepared.input, source.input_ids[id], output, id, options);
  }
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
  if (input.path && base::is_same_file(*input.path, options.output)) {
    throw Error(ErrorCode::usage,
                fmt::format("{}: input and output are the same file", options.output));
  }
  const std::uint64_t input_bytes =
      at_place(options.input, [&] { return store::input_bytes(input); });
  base::PendingFile pending(options.output);
  auto output = at_place(options.output, [&] {
    return store::create_dataset(pending.temporary(), prepared.output_schema,
                                 {.in_memory = options.output_in_memory,
                                  .cache_bytes = options.cache_bytes,
                                  .cache_slots = options.cache_slots});
  });
  take_achieved(prepared, output->schema());
  ops::tell_notes(prepared.plan, options, on_note);

  copy_values(prepared, *output, options);

  CopyReport report;
  report.input_file_bytes = input_bytes;
  at_place(options.input, [&] { require_unchanged(input, input_bytes); });
  at_place(options.output, [&] {
    output->close();
    measure_output(pending.temporary(), prepared, report);
  });
  pending.commit();
  report.elapsed = std::chrono::steady_clock::now() - begin;
  return report;
}

}  // namespace ncf
