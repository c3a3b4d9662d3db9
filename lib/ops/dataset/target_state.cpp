// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/dataset/states.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "base/errors/error_context.hpp"
#include "model/schema/default_chunks.hpp"
#include "ncf/error.hpp"
#include "ops/filters/required_filters.hpp"
#include "ops/output/output_schema.hpp"
#include "plugin/plugin_filters.hpp"
#include "transcode/walks/walks.hpp"

namespace ncf::ops {
namespace {

using model::Schema;
using model::VariableId;

/// throws: Error(usage) for filters that the format cannot have.
std::vector<FilterChoice> choices_of(const Schema& given, Format format) {
  std::vector<FilterChoice> choices;
  for (VariableId id = 0; id < given.variables.size(); ++id) {
    const auto& asked = given.variables[id].asked_filters;
    if (!has_chunks(format) && asked && !asked->empty()) {
      throw Error(ErrorCode::usage,
                  fmt::format("{} has no filters; use another format", format_name(format)))
          .add_context(given.variable_title(id));
    }
    choices.push_back({has_chunks(format) ? asked : Chain{}, ""});
  }
  return choices;
}

bool can_encode(const Schema& schema, VariableId id, const StoredChain& filters) {
  try {
    require_filters(schema, id, filters, plugin::FilterUse::encode);
    return true;
  } catch (const Error&) {
    return false;
  }
}

}  // namespace

TargetSchema::TargetSchema(const Definition& definition, Format format, const NoteHandler& on_note)
    : given(definition), placeholders(std::make_unique<plugin::PlaceholderFilters>()) {
  const Schema& defined = given.state().schema;
  std::vector<std::string> notes;
  std::vector<FilterChoice> choices = choices_of(defined, format);
  schema = make_output_schema({}, defined, format, {}, {}, choices, notes);
  for (const std::string& note : notes) {
    if (on_note) on_note(note);
  }
  const bool keeps_filters = is_netcdf4(defined.format) && is_netcdf4(format);
  for (VariableId id = 0; id < schema.variables.size(); ++id) {
    model::Variable& variable = schema.variables[id];
    // A copy writes all values of a classic file, but a caller need not.
    if (!has_chunks(format)) variable.no_fill = defined.variables[id].no_fill;
    variable.keeps_stored_filters =
        keeps_filters && !variable.asked_filters && !can_encode(schema, id, variable.filters);
    if (!variable.keeps_stored_filters) {
      require_filters(schema, id, variable.filters_to_define(), plugin::FilterUse::encode);
      if (!variable.asked_filters) reuse(id);
      continue;
    }
    filter::FilterNames missing;
    for (const StoredFilter& filter : variable.filters) {
      if (can_encode(schema, id, {filter})) continue;
      missing.emplace(filter.id, variable.filter_name(filter.id));
    }
    placeholders->add(missing);
  }
}

/// Gives filters of a file again, with the parameters that they had there.
void TargetSchema::reuse(VariableId id) {
  model::Variable existing = given.state().schema.variables[id];
  const auto& changed = given.state().storage_in_file;
  if (const auto found = changed.find(id); found != changed.end()) existing.storage = found->second;
  plugin::PluginFilters filters;
  base::with_context(schema.variable_title(id), [&] {
    model::Variable& made = schema.variables[id];
    reuse_filters(filters, {existing, chunk_layout(existing, existing.storage.chunk_shape)},
                  model::chunk_shape_to_make(schema, made), "set_filters", made);
  });
}

Definition TargetSchema::made(const Schema& created) const {
  Schema shown = schema;
  for (VariableId id = 0; id < shown.variables.size(); ++id) {
    model::Variable& variable = shown.variables[id];
    if (variable.keeps_stored_filters && created.variables[id].filters != variable.filters) {
      throw Error(ErrorCode::unsupported,
                  "a filter is missing, and others would change their parameters; install it")
          .add_context(shown.variable_title(id));
    }
    variable.storage = created.variables[id].storage;
    variable.filters = created.variables[id].filters;
    variable.asked_filters.reset();
    variable.keeps_stored_filters = false;
  }
  return make_definition(std::move(shown));
}

// As a copy: a Zarr store stays of its kind, and becomes netCDF-4 in a file.
Format format_of_target(const OutputPlace& place, Format defined, std::optional<Format> requested) {
  const std::optional<Format> named = format_of_place(place, requested);
  if (place.format || requested) return *named;
  if (!is_zarr(defined)) return named.value_or(defined);
  return named ? defined : Format::netcdf4;
}

}  // namespace ncf::ops

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
      writer->write(id, *box, values);
      continue;
    }
    elements.resize(box->value_count() * type.size_bytes);
    from.reader.read(from_id, *box, elements);
    writer->write(id, *box, elements);
  }
}

/// Closes an output to be committed. throws: Error(usage) if it is not in memory as expected, or
/// cannot be committed any more.
void Target::State::close(bool in_memory) {
  base::with_context(name, [&] {
    require_open();
    if (memory.has_value() == in_memory) return;
    throw Error(ErrorCode::usage,
                in_memory ? "is not in memory; use commit" : "is in memory; use commit_to_memory");
  });
  is_open = false;
  writer->finish();
  for (VariableId id = 0; id < writing.size(); ++id) reach_length(id);
  const std::vector<std::string> notes = writer->notes();
  writer.reset();
  target->close();
  target.reset();
  for (const std::string& note : notes) {
    if (on_note) on_note(note);
  }
}

}  // namespace ncf
