// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <limits>
#include <utility>

#include "base/files/descriptor.hpp"
#include "ncf/error.hpp"
#include "ops/dataset/states.hpp"
#include "ops/filters/required_filters.hpp"
#include "store/open/open.hpp"
#include "transcode/passthrough/streams.hpp"
#include "transcode/recoding/form_difference.hpp"

namespace ncf {
namespace {

using model::VariableId;

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

/// throws: Error(usage) if elements are of another type than the variable.
void require_type(const model::Type& given, const model::Type& wanted) {
  if (model::same_type(given, wanted)) return;
  throw Error(ErrorCode::usage,
              fmt::format("has elements of type {}, not of the {} given", wanted.name, given.name));
}

}  // namespace

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
    state->set_layout(options);
    state->pending = ops::make_pending(place, chosen, output, {});
    state->target = state->pending->create(
        state->asked.schema, {.is_consolidated = place.is_consolidated}, state->filters);
    state->take_made(options, place.temporary_folder());
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
    state->set_layout(options);
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

void Target::write_elements(const std::string& variable, const Box& box, const Elements& elements) {
  state_->at(variable, [&](VariableId id) {
    const model::Values& values = elements.model();
    state_->target->at_variable(id, [&] {
      require_writable(state_->asked.schema, state_->variable(id), box);
      require_type(*values.type(), *state_->variable(id).type);
      if (values.count() != ops::to_model(box).value_count()) {
        throw Error(ErrorCode::usage,
                    fmt::format("the box has {} elements, not {}", ops::to_model(box).value_count(),
                                values.count()));
      }
    });
    state_->begin(id, State::Writing::as_elements);
    state_->write([&] {
      if (values.type()->is_fixed_size) {
        return state_->writer->write(id, ops::to_model(box), elements.bytes());
      }
      state_->writer->write(id, ops::to_model(box), values);
    });
  });
}

void Target::write_texts(const std::string& variable, const Box& box,
                         std::span<const std::string> texts) {
  write_elements(variable, box, state_->at(variable, [&](VariableId id) {
    return state_->target->at_variable(id, [&] {
      ops::require_text(*state_->variable(id).type);
      return Elements::of_texts(texts);
    });
  }));
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
        require_type(*read.type, *written.type);
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
    state_->close(/*in_memory=*/false);
    state_->pending->commit();
  });
}

std::vector<std::byte> Target::commit_to_memory() {
  return base::library_call([&] {
    state_->close(/*in_memory=*/true);
    return base::with_context(state_->name, [&] {
      std::vector<std::byte> bytes(state_->memory->size_bytes());
      state_->memory->read_all_at(0, bytes);
      return bytes;
    });
  });
}

}  // namespace ncf
