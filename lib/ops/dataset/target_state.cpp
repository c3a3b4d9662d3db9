// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/dataset/target_state.hpp"

#include <algorithm>

#include "ncf/error.hpp"
#include "ops/filters/required_filters.hpp"
#include "transcode/walks/walks.hpp"

namespace ncf {

namespace {

using model::VariableId;

/// Elements in memory, besides the chunks that wait, while a variable is copied.
constexpr std::uint64_t buffer_bytes = 32U << 20U;

}  // namespace

/// throws: Error(usage) if the variable is written in another way; Error if its filters cannot
/// encode.
void Target::State::begin(VariableId id, Writing how) {
  if (writing[id] == how) return;
  target->at_variable(id, [&] {
    if (writing[id] != Writing::not_yet) {
      throw Error(ErrorCode::usage, "is written both as stored chunks and as elements");
    }
  });
  if (how == Writing::as_elements) {
    target->named([&] {
      ops::require_filters(asked.schema, id, target->schema().variables[id].filters,
                           plugin::FilterUse::encode);
    });
    target->allow_rewriting(id);
  } else {
    reach_length(id);
  }
  writing[id] = how;
}

/// Extends a variable to the defined lengths of its unlimited dimensions.
void Target::State::reach_length(VariableId id) {
  if (!asked.schema.has_unlimited(variable(id))) return;
  const std::vector<std::size_t> extent = target->stored_form(id).extent;
  std::vector<std::size_t> wanted = shape(id);
  for (std::size_t i = 0; i < extent.size(); ++i) wanted[i] = std::max(wanted[i], extent[i]);
  if (wanted == extent) return;
  writer->write_whole();  // so that when chunks are encoded does not show in the output
  target->extend(id, wanted);
}

void Target::State::write_values(VariableId id, const model::Box& box,
                                 const model::Values& values) {
  if (is_zarr(asked.schema.format)) {
    string_losses[id].add(values);
    if (model::count_null_strings(values) > 0) {
      model::Values without_null(values);
      model::empty_null_strings(without_null);
      return writer->write(id, box, without_null);
    }
  }
  writer->write(id, box, values);
}

void Target::State::copy_values(Source::State& from, VariableId from_id, VariableId id) {
  const model::Variable& read = from.source->schema().variables[from_id];
  const model::Type& type = *read.type;
  const std::vector<std::size_t>& read_chunk = read.storage.chunk_shape;
  const std::vector<std::size_t>& chunk = target->schema().variables[id].storage.chunk_shape;
  const std::size_t values_of_a_chunk = chunk.empty() ? 1 : model::value_count(chunk);
  transcode::TileWalk boxes(
      from.source->schema().shape(read), chunk.empty() ? read_chunk : chunk,
      std::max(values_of_a_chunk,
               transcode::values_of_a_call(buffer_bytes, type.size_bytes, {read_chunk, chunk})));
  model::Values values(read.type);
  std::vector<std::byte> elements;
  while (const auto box = boxes.next()) {
    if (!type.is_fixed_size) {
      from.source->read(from_id, *box, values);
      write_values(id, *box, values);
      continue;
    }
    elements.resize(box->value_count() * type.size_bytes);
    from.reader.read(from_id, *box, elements);
    writer->write(id, *box, elements);
  }
}

void Target::State::close() {
  writer->finish();
  for (VariableId id = 0; id < writing.size(); ++id) reach_length(id);
  const std::vector<std::string> notes = writer->notes();
  writer.reset();
  target->close();
  target.reset();
  for (const std::string& note : notes) {
    if (on_note) on_note(note);
  }
  for (const auto& [id, losses] : string_losses) {
    for (const std::string& loss :
         losses.describe(asked.schema.variable_path(id), asked.schema.format)) {
      if (on_note) on_note(loss);
    }
  }
}

}  // namespace ncf
