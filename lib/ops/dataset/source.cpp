// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "base/errors/error_context.hpp"
#include "base/files/byte_source.hpp"
#include "base/threads/machine.hpp"
#include "model/grid/chunk_grid.hpp"
#include "ncf/error.hpp"
#include "ops/dataset/states.hpp"
#include "store/open/input.hpp"
#include "store/open/open.hpp"

namespace ncf {
namespace {

using model::VariableId;

std::size_t bytes_of(const model::Type& type, const Box& box) {
  return ops::to_model(box).value_count() * type.size_bytes;
}

const model::Variable& variable_of(const Source::State& state, VariableId id) {
  return state.source->schema().variables[id];
}

/// throws: Error(usage).
void require_within(const Source::State& state, VariableId id, const Box& box) {
  ops::require_within(box, state.source->schema().shape(variable_of(state, id)));
}

/// chunk_box: also the elements beyond the variable's shape.
StoredChunk shown(const Source::State& state, VariableId id, const model::Box& chunk_box,
                  const model::StoredPlace& place) {
  const model::Box all{std::vector<std::size_t>(chunk_box.start.size(), 0),
                       state.source->schema().shape(variable_of(state, id))};
  model::Box box = model::intersection(chunk_box, all);
  StoredChunk chunk{
      {std::move(box.start), std::move(box.count)}, place.bytes, place.filter_mask, {}};
  if (state.source->is_one_file()) chunk.position = place.begin;
  return chunk;
}

}  // namespace

Source::State::State(std::unique_ptr<plugin::PluginFilters> needed,
                     std::unique_ptr<model::Source> opened, const SourceOptions& options)
    : filters(std::move(needed)),
      source(std::move(opened)),
      definition(ops::make_definition(source->schema())),
      reader(*source, base::thread_count(options.threads), options.max_memory_bytes) {}

Source::Source(std::unique_ptr<State> state) noexcept : state_(std::move(state)) {}
Source::Source(Source&& other) noexcept = default;

Source& Source::operator=(Source&& other) noexcept {
  ops::close_dataset(std::exchange(state_, std::move(other.state_)));
  return *this;
}

Source::~Source() { ops::close_dataset(std::move(state_)); }

Source Source::open(const std::string& input, const SourceOptions& options) {
  return base::library_call([&] {
    auto filters = std::make_unique<plugin::PluginFilters>();
    auto source = store::open_source(input,
                                     {.in_memory = options.in_memory,
                                      .connections = options.connections,
                                      .follow_external = options.follow_external},
                                     *filters);
    return Source(std::make_unique<State>(std::move(filters), std::move(source), options));
  });
}

Source Source::open(std::vector<std::byte> bytes, const std::string& name,
                    const SourceOptions& options) {
  return base::library_call([&] {
    auto filters = std::make_unique<plugin::PluginFilters>();
    const store::Input input = base::with_context(
        name, [&] { return store::input_in_memory(base::bytes_in_memory(std::move(bytes))); });
    auto source =
        store::open_source(input, name, {.follow_external = options.follow_external}, *filters);
    return Source(std::make_unique<State>(std::move(filters), std::move(source), options));
  });
}

const Definition& Source::definition() const { return state_->definition; }

void Source::walk_chunks(const std::string& variable,
                         const std::function<void(const StoredChunk&)>& visit) {
  state_->at(variable, [&](VariableId id) {
    const model::StoredForm form = state_->source->stored_form(id);
    if (form.layout != model::Layout::chunked) return;
    const model::ChunkGrid grid(form.extent, form.chunk_shape);
    const auto show = [&](std::size_t chunk, const model::StoredPlace& place) {
      visit(shown(*state_, id, grid.chunk_box(chunk), place));
      return true;
    };
    state_->source->visit_chunks(id, grid, show);
  });
}

std::optional<StoredChunk> Source::find_chunk(const std::string& variable,
                                              const std::vector<std::size_t>& start) {
  return state_->at(variable, [&](VariableId id) -> std::optional<StoredChunk> {
    const model::StoredForm form = state_->source->stored_form(id);
    const model::Box box{start, form.chunk_shape};
    state_->source->at_variable(id, [&] { ops::require_chunk(form, start); });
    for (std::size_t i = 0; i < start.size(); ++i) {
      if (start[i] >= form.extent[i]) return std::nullopt;
    }
    const auto place = state_->source->find_chunk(id, start);
    return place ? std::optional(shown(*state_, id, box, *place)) : std::nullopt;
  });
}

std::vector<std::byte> Source::read_stored(const std::string& variable, const StoredChunk& chunk) {
  return state_->at(variable, [&](VariableId id) {
    const model::StoredForm form = state_->source->stored_form(id);
    state_->source->at_variable(id, [&] { ops::require_chunk(form, chunk.box.start); });
    model::StoredChunk stored;
    if (state_->source->read_chunk(id, chunk.box.start, stored)) return std::move(stored.bytes);
    return state_->source->at_chunk(id, chunk.box.start, []() -> std::vector<std::byte> {
      throw Error(ErrorCode::not_found, "was never written");
    });
  });
}

void Source::read(const std::string& variable, const Box& box, std::span<std::byte> elements) {
  state_->at(variable, [&](VariableId id) {
    state_->source->at_variable(id, [&] {
      require_within(*state_, id, box);
      ops::require_bytes(*variable_of(*state_, id).type, box, elements.size());
    });
    state_->reader.read(id, ops::to_model(box), elements);
  });
}

std::vector<std::byte> Source::read(const std::string& variable, const Box& box) {
  std::vector<std::byte> elements = state_->at(variable, [&](VariableId id) {
    return state_->source->at_variable(id, [&] {
      require_within(*state_, id, box);
      return std::vector<std::byte>(bytes_of(*variable_of(*state_, id).type, box));
    });
  });
  read(variable, box, elements);
  return elements;
}

Elements Source::read_elements(const std::string& variable, const Box& box) {
  return state_->at(variable, [&](VariableId id) {
    const model::TypeRef& type = variable_of(*state_, id).type;
    state_->source->at_variable(id, [&] { require_within(*state_, id, box); });
    const model::Box elements = ops::to_model(box);
    model::Values values(type, type->is_fixed_size ? elements.value_count() : 0);
    if (type->is_fixed_size) {
      state_->reader.read(id, elements, {values.data(), values.size_bytes()});
    } else {
      state_->source->read(id, elements, values);
    }
    return Elements(std::move(values));
  });
}

std::vector<std::string> Source::read_texts(const std::string& variable, const Box& box) {
  state_->at(variable, [&](VariableId id) {
    state_->source->at_variable(id, [&] { ops::require_text(*variable_of(*state_, id).type); });
  });
  return read_elements(variable, box).texts();
}

}  // namespace ncf
