// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <map>
#include <utility>

#include "base/error_context.hpp"
#include "base/files/unnamed_file.hpp"
#include "base/output/target_path.hpp"
#include "base/process/library_call.hpp"
#include "ncf/error.hpp"
#include "ops/dataset/definition_state.hpp"
#include "ops/dataset/source_state.hpp"
#include "ops/dataset/target_schema.hpp"
#include "ops/dataset/value_writer.hpp"
#include "ops/pending_dataset.hpp"
#include "ops/required_filters.hpp"
#include "ops/thread_count.hpp"
#include "ops/zarr_losses.hpp"
#include "store/open.hpp"
#include "transcode/passthrough/passthrough.hpp"
#include "transcode/passthrough/streams.hpp"
#include "transcode/tiles/tile_walk.hpp"

namespace ncf {
namespace {

using model::VariableId;

/// Elements in memory, besides the chunks that wait, while a variable is copied.
constexpr std::uint64_t buffer_bytes = 32U << 20U;

/// throws: Error(usage) if the box reaches beyond a dimension that cannot grow.
void require_writable(const model::Schema& schema, const model::Variable& variable,
                      const Box& box) {
  std::vector<std::size_t> limits;
  for (const model::DimensionId id : variable.dimensions) {
    const model::Dimension& dimension = schema.dimensions[id];
    limits.push_back(dimension.is_unlimited ? std::numeric_limits<std::ptrdiff_t>::max()
                                            : dimension.length);
  }
  ops::require_within(box, limits);
}

}  // namespace

// The order of members matters: the target is closed before its output is removed and before its
// filters go.
struct Target::State {
  /// How a variable is written.
  enum class Writing { not_yet, as_stored, as_elements };

  std::string name;
  NoteHandler on_note;
  ops::TargetSchema asked;
  plugin::PluginFilters filters;
  std::optional<base::Descriptor> memory;
  std::unique_ptr<ops::PendingDataset> pending;  ///< null in memory
  std::unique_ptr<model::Target> target;
  std::unique_ptr<ops::ValueWriter> writer;
  Definition definition;
  std::vector<Writing> writing;
  std::map<VariableId, ops::StringLosses> string_losses;
  bool is_open = true;  ///< no write failed, and nothing is committed

  State(std::string output, const Definition& given, Format format, NoteHandler handler)
      : name(std::move(output)),
        on_note(std::move(handler)),
        asked(base::with_context(name, [&] { return ops::TargetSchema(given, format, on_note); })),
        writing(asked.schema.variables.size(), Writing::not_yet) {}

  /// folder: for temporary files.
  void take_made(const TargetOptions& options, std::filesystem::path folder) {
    definition = asked.made(target->schema());
    writer = std::make_unique<ops::ValueWriter>(*target, asked.schema,
                                                ops::thread_count(options.threads),
                                                options.max_memory_bytes, std::move(folder));
  }

  /// Does `work` with the id of a variable. An Error names the output.
  template <class Work>
  decltype(auto) at(const std::string& path, Work&& work) {
    return base::library_call([&]() -> decltype(auto) {
      return work(base::with_context(name, [&] {
        require_open();
        return asked.given.state().find_variable(path);
      }));
    });
  }

  /// Does `work`, which writes. If it fails, the output cannot be completed.
  template <class Work>
  void write(Work&& work) {
    is_open = false;
    work();
    is_open = true;
  }

  /// throws: Error(usage).
  void require_open() const {
    if (is_open) return;
    throw Error(ErrorCode::usage, "a write failed before, or the output is committed");
  }

  [[nodiscard]] const model::Variable& variable(VariableId id) const {
    return asked.schema.variables[id];
  }
  [[nodiscard]] std::vector<std::size_t> shape(VariableId id) const {
    return asked.schema.shape(variable(id));
  }

  void begin(VariableId id, Writing how);
  void reach_length(VariableId id);
  void write_values(VariableId id, const model::Box& box, model::Values& values);
  void copy_values(Source::State& from, VariableId from_id, VariableId id);
  void close();
};

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

void Target::State::write_values(VariableId id, const model::Box& box, model::Values& values) {
  if (is_zarr(asked.schema.format)) {
    string_losses[id].add(values);
    model::empty_null_strings(values);
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

Target::Target(std::unique_ptr<State> state) noexcept : state_(std::move(state)) {}
Target::Target(Target&& other) noexcept = default;

Target& Target::operator=(Target&& other) noexcept {
  ops::close_dataset(std::exchange(state_, std::move(other.state_)));
  return *this;
}

Target::~Target() { ops::close_dataset(std::move(state_)); }

Target Target::create(const std::string& output, const Definition& definition,
                      const TargetOptions& options, const NoteHandler& on_note) {
  return base::library_call([&] {
    const auto place = base::with_context(output, [&] { return ops::find_output_place(output); });
    const Format chosen = base::with_context(
        output, [&] { return ops::format_of_target(place, definition.format(), options.format); });
    auto state = std::make_unique<State>(output, definition, chosen, on_note);
    state->pending = ops::make_pending(place, chosen, output, {});
    state->target = state->pending->create(
        state->asked.schema, {.is_consolidated = place.is_consolidated}, state->filters);
    state->take_made(options, place.url ? base::temporary_folder() : base::folder_of(place.path));
    return Target(std::move(state));
  });
}

Target Target::create_in_memory(const Definition& definition, const TargetOptions& options,
                                const NoteHandler& on_note) {
  return base::library_call([&] {
    const Format chosen = options.format.value_or(definition.format());
    if (is_zarr(chosen)) {
      throw Error(ErrorCode::unsupported,
                  fmt::format("only netCDF files can be made in memory, not {}; give a format",
                              format_name(chosen)));
    }
    auto state = std::make_unique<State>("file in memory", definition, chosen, on_note);
    state->memory = base::make_file_in_memory();
    state->target = store::create_target(base::path_of(*state->memory), state->name,
                                         state->asked.schema, {}, state->filters);
    state->take_made(options, base::temporary_folder());
    return Target(std::move(state));
  });
}

const Definition& Target::definition() const { return state_->definition; }

std::optional<std::string> Target::why_not_stored(Source& source, const std::string& variable) {
  return base::library_call([&] {
    Source::State& from = source.state();
    const VariableId from_id = from.at(variable, [](VariableId id) { return id; });
    return state_->at(variable, [&](VariableId id) -> std::optional<std::string> {
      const model::StoredForm stored = from.source->stored_form(from_id);
      const model::StoredForm here = state_->target->stored_form(id);
      if (stored.layout != model::Layout::chunked || here.layout != model::Layout::chunked) {
        return "it has no chunks in one of the two datasets";
      }
      if (stored.extent != state_->shape(id)) return "it is shorter than its dimensions";
      const Format format = state_->target->schema().format;
      if (auto reason = transcode::why_not_decoded_in(format, *from.source, from_id)) return reason;
      return transcode::why_not_passthrough(
          stored, here, [&] { return from.source->stored_chunk_count(from_id); });
    });
  });
}

void Target::write_stored(const std::string& variable, const std::vector<std::size_t>& start,
                          std::span<const std::byte> bytes, std::uint32_t filter_mask) {
  state_->at(variable, [&](VariableId id) {
    model::Target& target = *state_->target;
    const model::StoredForm form = target.stored_form(id);
    target.at_variable(id, [&] {
      ops::require_chunk(form, start);
      ops::require_within({start, std::vector<std::size_t>(start.size(), 1)}, state_->shape(id));
      const std::size_t decoded = model::value_count(form.chunk_shape) * form.element_bytes;
      const bool is_plain = form.chain().empty() && form.codecs.empty();
      if (bytes.empty() || (is_plain && bytes.size() != decoded)) {
        throw Error(ErrorCode::usage,
                    fmt::format("{} bytes are not a chunk of {}", bytes.size(), decoded));
      }
    });
    state_->begin(id, State::Writing::as_stored);
    state_->write([&] {
      state_->writer->write_whole();
      if (filter_mask != 0 && !target.keeps_masks()) {
        return target.encode_anew(id, start, {{bytes.begin(), bytes.end()}, filter_mask});
      }
      const model::PlacedChunk placed = target.place_chunk(id, start, bytes.size(), filter_mask);
      target.write_placed({&placed, 1}, {&bytes, 1});
    });
  });
}

void Target::write(const std::string& variable, const Box& box,
                   std::span<const std::byte> elements) {
  state_->at(variable, [&](VariableId id) {
    const model::TypeRef& type = state_->variable(id).type;
    state_->target->at_variable(id, [&] {
      require_writable(state_->asked.schema, state_->variable(id), box);
      ops::require_bytes(*type, box, elements.size());
    });
    state_->begin(id, State::Writing::as_elements);
    state_->write([&] { state_->writer->write(id, ops::to_model(box), elements); });
  });
}

void Target::write_texts(const std::string& variable, const Box& box,
                         std::span<const std::string> texts) {
  state_->at(variable, [&](VariableId id) {
    state_->target->at_variable(id, [&] {
      require_writable(state_->asked.schema, state_->variable(id), box);
      ops::require_text(*state_->variable(id).type);
      if (texts.size() != ops::to_model(box).value_count()) {
        throw Error(ErrorCode::usage, "there are not as many texts as elements in the box");
      }
    });
    model::Values values =
        state_->target->at_variable(id, [&] { return ops::values_of_texts(texts); });
    state_->begin(id, State::Writing::as_elements);
    state_->write([&] { state_->write_values(id, ops::to_model(box), values); });
  });
}

void Target::write_all(Source& source, const std::string& variable) {
  base::library_call([&] {
    Source::State& from = source.state();
    const VariableId from_id = from.at(variable, [](VariableId id) { return id; });
    state_->at(variable, [&](VariableId id) {
      const model::Variable& read = from.source->schema().variables[from_id];
      const model::Variable& written = state_->variable(id);
      const std::vector<std::size_t> shape = from.source->schema().shape(read);
      state_->target->at_variable(id, [&] {
        if (!model::same_type(*read.type, *written.type)) {
          throw Error(ErrorCode::usage, "has another type in the source");
        }
        require_writable(state_->asked.schema, written,
                         {std::vector<std::size_t>(shape.size(), 0), shape});
      });
      from.source->named(
          [&] { ops::require_filters_to_read(*from.source, from_id, read.filters); });
      state_->begin(id, State::Writing::as_elements);
      state_->write([&] { state_->copy_values(from, from_id, id); });
    });
  });
}

void Target::commit() {
  base::library_call([&] {
    base::with_context(state_->name, [&] {
      state_->require_open();
      if (state_->memory) throw Error(ErrorCode::usage, "is in memory; use commit_to_memory");
    });
    state_->is_open = false;
    state_->close();
    state_->pending->commit();
  });
}

std::vector<std::byte> Target::commit_to_memory() {
  return base::library_call([&] {
    base::with_context(state_->name, [&] {
      state_->require_open();
      if (!state_->memory) throw Error(ErrorCode::usage, "is not in memory; use commit");
    });
    state_->is_open = false;
    state_->close();
    return base::with_context(state_->name, [&] {
      std::vector<std::byte> bytes(state_->memory->size_bytes());
      state_->memory->read_all_at(0, bytes);
      return bytes;
    });
  });
}

}  // namespace ncf
