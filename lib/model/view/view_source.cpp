// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "model/view/view_source.hpp"

#include <algorithm>
#include <string_view>
#include <tuple>

#include "filter/registry/registry.hpp"
#include "model/dataset/stored_form.hpp"
#include "ncf/error.hpp"

namespace ncf::model {
namespace {

/// Returns whether equal stored chunks mean equal values.
bool is_alike(const StoredForm& a, const StoredForm& b) {
  const auto facts = [](const StoredForm& form) {
    return std::tie(form.layout, form.chunk_shape, form.has_own_values_beyond, form.hides_padding,
                    form.shows_padding, form.unreadable_codecs, form.codecs, form.has_any_streams,
                    form.optional_filters, form.filters_edges, form.element, form.byte_order,
                    form.element_bytes, form.fill);
  };
  return facts(a) == facts(b) && filter::encode_alike(a.chain(), b.chain()) &&
         filter::encode_alike(a.filters, b.filters);
}

/// Names the elements of an enumeration as the integers that they are; others get no name.
void name_element(const Type& type, StoredForm& form) {
  const std::string_view name = element_name(type.type_class);
  for (const ByteOrder order : {ByteOrder::native, ByteOrder::little, ByteOrder::big}) {
    if (name.empty() ||
        !form.element.starts_with("enum of " + describe_element(name, order) + " {"))
      continue;
    form.element = name;
    form.byte_order = order;
    return;
  }
  form.element.clear();
}

}  // namespace

void ViewDefinition::convert(VariableId id, ViewConversion conversion) {
  const auto shared = std::make_shared<const ViewConversion>(std::move(conversion));
  for (Origin& origin : variables[id].origins) {
    origin.conversion = chained(std::move(origin.conversion), shared);
  }
}

ViewDefinition all_of(const Schema& schema, std::size_t source) {
  ViewDefinition definition{schema, {}};
  for (VariableId id = 0; id < schema.variables.size(); ++id) {
    ViewVariable variable;
    for (const std::size_t length : schema.shape(schema.variables[id])) {
      auto& axis = variable.grid.axes.emplace_back();
      if (length > 0) axis.push_back({0, length, 0, 1});
    }
    variable.origins.push_back({source, id, {}});
    definition.variables.push_back(std::move(variable));
  }
  return definition;
}

ViewSource::ViewSource(std::string name, ViewDefinition definition,
                       std::shared_ptr<SourcePool> pool, const Prepare& prepare)
    : Source(std::move(name)),
      definition_(std::move(definition)),
      pool_(std::move(pool)),
      states_(definition_.variables.size()) {
  for (VariableId id = 0; id < states_.size(); ++id) {
    states_[id].facts.resize(definition_.variables[id].origins.size());
  }
  for (std::size_t number = 0; number < pool_->count(); ++number) {
    const auto source = pool_->get(number);
    if (!source->shows_stored_bytes()) shows_stored_bytes_ = false;
    if (number == 0) {
      is_one_file_ = pool_->count() == 1 && source->is_one_file();
      ahead_bytes_ = source->ahead_bytes();
    }
    for (VariableId id = 0; id < states_.size(); ++id) {
      const std::vector<Origin>& origins = definition_.variables[id].origins;
      for (std::size_t i = 0; i < origins.size(); ++i) {
        if (origins[i].source != number) continue;
        if (take_whole(source, id) && (states_[id].kind == Kind::whole || !prepare)) continue;
        look_at(*source, origins[i], states_[id], states_[id].facts[i]);
      }
    }
  }
  for (VariableId id = 0; id < states_.size(); ++id) decide(id, prepare);
}

ViewSource::ViewSource(std::shared_ptr<Source> source, ViewDefinition definition)
    : ViewSource(source->name(), std::move(definition), std::make_shared<SourcePool>(source), {}) {}

/// Returns whether a variable is all of one of a source, which is then read or passed on.
bool ViewSource::take_whole(const std::shared_ptr<Source>& source, VariableId id) {
  const ViewVariable& variable = definition_.variables[id];
  const Schema& schema = source->schema();
  const VariableId whole_id = variable.origins.front().variable;
  if (variable.origins.size() > 1 ||
      !variable.grid.is_all_of(schema.shape(schema.variables[whole_id]))) {
    return false;
  }
  const ViewConversionRef& conversion = conversion_of_whole(id);
  const bool has_other_values = conversion && (conversion->convert || conversion->read);
  states_[id].kind = has_other_values ? Kind::read : Kind::whole;
  states_[id].whole = source;
  states_[id].whole_id = whole_id;
  return true;
}

void ViewSource::look_at(Source& source, const Origin& origin, State& state, Facts& facts) {
  const VariableId id = origin.variable;
  if (const auto fault = source.fault(id)) state.fault = fault;
  const StoredForm form = source.stored_form(id);
  facts.extent = form.extent;
  facts.shows_bytes = source.shows_stored_bytes();
  facts.form = form_like(form);
  if (state.fault) return;
  if (pool_->count() == 1 && form.layout == Layout::chunked) return;  // counted when needed
  facts.chunks = source.stored_chunk_count(id);
  facts.bytes = source.stored_bytes(id);
  if (form.layout != Layout::chunked) facts.places = source.find_elements(id);
}

ViewSource::Form* ViewSource::form_like(StoredForm form) {
  for (const auto& known : forms_) {
    if (is_alike(known->stored, form)) return known.get();
  }
  forms_.push_back(std::make_unique<Form>(Form{std::move(form), {}}));
  return forms_.back().get();
}

void ViewSource::decide(VariableId id, const Prepare& prepare) {
  State& state = states_[id];
  if (state.facts.empty() || state.kind == Kind::whole) return;
  choose_fill(id);
  if (state.whole && !prepare) return;
  if (fits(id)) {
    state.kind = Kind::fits;
  } else if (prepare && can_find_parts(id, prepare)) {
    state.kind = Kind::parts;
  }
  if (state.kind != Kind::read) state.whole.reset();
}

bool ViewSource::fits(VariableId id) const {
  const ViewVariable& variable = definition_.variables[id];
  const State& state = states_[id];
  const Form* const form = state.facts.front().form;
  if (form->stored.layout != Layout::chunked || form->stored.has_own_values_beyond ||
      form->stored.element.empty()) {
    return false;
  }
  std::vector<std::vector<std::size_t>> extents;
  for (std::size_t i = 0; i < state.facts.size(); ++i) {
    if (state.facts[i].form != form || !state.facts[i].shows_bytes ||
        variable.origins[i].conversion)
      return false;
    extents.push_back(state.facts[i].extent);
  }
  return fits_chunks(variable.grid, form->stored.chunk_shape, extents);
}

bool ViewSource::can_find_parts(VariableId id, const Prepare& prepare) const {
  const ViewVariable& variable = definition_.variables[id];
  const Type& type = *definition_.schema.variables[id].type;
  if (!type.is_atomic() || !type.is_fixed_size) return false;
  for (std::size_t i = 0; i < variable.origins.size(); ++i) {
    const Facts& facts = states_[id].facts[i];
    Form& form = *facts.form;
    const Origin& origin = variable.origins[i];
    const Type& original = origin.conversion ? *origin.conversion->original : type;
    if (form.stored.element != element_name(original.type_class) ||
        form.stored.has_own_values_beyond) {
      return false;
    }
    if (form.stored.layout == Layout::chunked) {
      if (!facts.shows_bytes || !form.stored.unreadable_codecs.empty()) return false;
      if (!form.chain) form.chain = prepare(form.stored);
      if (*form.chain == nullptr) return false;
    } else if (!facts.places && facts.chunks > 0) {
      return false;
    }
  }
  return true;
}

std::optional<std::vector<std::byte>> ViewSource::fill_of(const Origin& origin,
                                                          const Facts& facts) const {
  return origin.conversion ? origin.conversion->fill : fill_in_memory(facts.form->stored);
}

void ViewSource::choose_fill(VariableId id) {
  const std::vector<Origin>& origins = definition_.variables[id].origins;
  State& state = states_[id];
  state.fill = fill_of(origins.front(), state.facts.front());
  for (std::size_t i = 1; i < origins.size() && state.fill; ++i) {
    if (fill_of(origins[i], state.facts[i]) != state.fill) state.fill.reset();
  }
}

std::set<std::string> ViewSource::other_files() const {
  return pool_->count() == 1 ? pool_->get(0)->other_files() : std::set<std::string>();
}

std::set<std::string> ViewSource::other_files(VariableId id) const {
  const std::vector<Origin>& origins = definition_.variables[id].origins;
  if (pool_->count() > 1 || origins.empty()) return {};
  return pool_->get(0)->other_files(origins.front().variable);
}

bool ViewSource::announce(VariableId id, std::span<const std::size_t> offset) {
  const State& state = states_[id];
  if (state.whole) return state.whole->announce(state.whole_id, offset);
  if (state.kind != Kind::fits) return true;
  const ViewVariable& variable = definition_.variables[id];
  const Origin& origin = variable.origins[variable.grid.joined_segment(offset)];
  return pool_->get(origin.source)
      ->announce(origin.variable, variable.grid.position_in_source(offset));
}

void ViewSource::forget_announced() {
  if (!pool_->is_limited()) {
    for (std::size_t i = 0; i < pool_->count(); ++i) pool_->get(i)->forget_announced();
  }
}

StoredForm ViewSource::do_stored_form(VariableId id) {
  const State& state = states_[id];
  if (state.kind == Kind::whole) {
    StoredForm form = state.whole->do_stored_form(state.whole_id);
    if (conversion_of_whole(id)) name_element(*definition_.schema.variables[id].type, form);
    return form;
  }
  StoredForm form = elements_form(definition_.schema, id);
  if (state.kind != Kind::fits) {
    form.fill = state.fill;
    return form;
  }
  StoredForm stored = state.facts.front().form->stored;
  stored.extent = std::move(form.extent);
  stored.max_extent = std::move(form.max_extent);
  const RegionGrid& grid = definition_.variables[id].grid;
  grid.add_new_axis(stored.chunk_shape);
  if (!stored.shard_shape.empty()) grid.add_new_axis(stored.shard_shape);
  return stored;
}

/// Returns how many chunks of an origin are stored, and of how many.
std::pair<std::size_t, std::size_t> ViewSource::stored_and_all(VariableId id, std::size_t i) {
  const Facts& facts = states_[id].facts[i];
  const VariableId variable = definition_.variables[id].origins[i].variable;
  const StoredForm& form = facts.form->stored;
  const std::size_t all =
      form.layout == Layout::chunked ? ChunkGrid(facts.extent, form.chunk_shape).chunk_count() : 1;
  const bool is_counted = pool_->count() > 1;
  return {is_counted ? facts.chunks : pool_->get(0)->do_stored_chunk_count(variable), all};
}

/// Counts the stored chunks of a view that may have only some of its origins.
std::size_t ViewSource::count_chunks(VariableId id) {
  const StoredForm form = do_stored_form(id);
  const ChunkGrid grid(form.extent, form.chunk_shape);
  std::size_t stored = 0;
  std::size_t all = 0;
  for (std::size_t i = 0; i < definition_.variables[id].origins.size(); ++i) {
    const auto [stored_here, all_here] = stored_and_all(id, i);
    stored += stored_here;
    all += all_here;
  }
  if (stored == all) return grid.chunk_count();
  if (stored == 0 || all == grid.chunk_count()) return stored;
  if (const auto listed = do_list_chunks(id)) return listed->size();
  stored = 0;
  for (std::size_t chunk = 0; chunk < grid.chunk_count(); ++chunk) {
    if (find_chunk(id, grid.offset(chunk))) ++stored;
  }
  return stored;
}

std::size_t ViewSource::do_stored_chunk_count(VariableId id) {
  State& state = states_[id];
  const std::vector<Origin>& origins = definition_.variables[id].origins;
  if (state.kind == Kind::fits) {
    if (!state.chunks) state.chunks = count_chunks(id);
    return *state.chunks;
  }
  // If nothing is stored and the fill value is not known here, reading still finds it.
  bool has_any = state.kind != Kind::whole && !state.fill;
  if (state.whole) {
    return std::max<std::size_t>(state.whole->do_stored_chunk_count(state.whole_id), has_any);
  }
  for (std::size_t i = 0; i < origins.size() && !has_any; ++i) {
    has_any = stored_and_all(id, i).first > 0;
  }
  return has_any ? 1 : 0;
}

// Of a part, the share of its values.
std::uint64_t ViewSource::do_stored_bytes(VariableId id) {
  const State& state = states_[id];
  const std::vector<Origin>& origins = definition_.variables[id].origins;
  if (state.whole) return state.whole->do_stored_bytes(state.whole_id);
  std::uint64_t bytes = 0;
  std::uint64_t values = 0;
  for (std::size_t i = 0; i < origins.size(); ++i) {
    bytes += pool_->count() == 1 ? pool_->get(0)->do_stored_bytes(origins[i].variable)
                                 : state.facts[i].bytes;
    values += value_count(state.facts[i].extent);
  }
  const Schema& schema = definition_.schema;
  const std::uint64_t own = value_count(schema.shape(schema.variables[id]));
  if (own >= values) return bytes;
  return static_cast<std::uint64_t>(static_cast<double>(bytes) * static_cast<double>(own) /
                                    static_cast<double>(values));
}

std::optional<StoredPlace> ViewSource::do_find_chunk(VariableId id,
                                                     std::span<const std::size_t> offset) {
  const ViewVariable& variable = definition_.variables[id];
  const State& state = states_[id];
  if (state.whole) return state.whole->find_chunk(state.whole_id, offset);
  if (state.kind != Kind::fits) return Source::do_find_chunk(id, offset);
  const Origin& origin = variable.origins[variable.grid.joined_segment(offset)];
  const auto source = pool_->get(origin.source);
  const auto position = variable.grid.position_in_source(offset);
  const auto place = source->find_chunk(origin.variable, position);
  if (place && pool_->is_limited()) {
    std::vector<std::byte> bytes(place->bytes);
    source->read_found(origin.variable, position, *place, bytes);
    const std::lock_guard lock(found_mutex_);
    found_[{id, {offset.begin(), offset.end()}}] = std::move(bytes);
  }
  return place;
}

void ViewSource::do_read_found(VariableId id, std::span<const std::size_t> offset,
                               const StoredPlace& place, std::span<std::byte> bytes) {
  const ViewVariable& variable = definition_.variables[id];
  const State& state = states_[id];
  if (state.whole) return state.whole->read_found(state.whole_id, offset, place, bytes);
  if (pool_->is_limited()) {
    const std::lock_guard lock(found_mutex_);
    const auto found = found_.find({id, {offset.begin(), offset.end()}});
    std::copy_n(found->second.begin(), bytes.size(), bytes.begin());
    if (bytes.size() == found->second.size()) found_.erase(found);
    return;
  }
  const Origin& origin = variable.origins[variable.grid.joined_segment(offset)];
  pool_->opened(origin.source)
      .read_found(origin.variable, variable.grid.position_in_source(offset), place, bytes);
}

std::optional<std::vector<std::vector<std::size_t>>> ViewSource::do_list_chunks(VariableId id) {
  const State& state = states_[id];
  const ViewVariable& variable = definition_.variables[id];
  if (state.whole) return state.whole->do_list_chunks(state.whole_id);
  if (state.kind != Kind::fits || pool_->is_limited()) return std::nullopt;
  std::vector<std::vector<std::size_t>> offsets;
  for (std::size_t segment = 0; segment < variable.origins.size(); ++segment) {
    const Origin& origin = variable.origins[segment];
    const auto listed = pool_->get(origin.source)->do_list_chunks(origin.variable);
    if (!listed) return std::nullopt;
    for (const std::vector<std::size_t>& offset : *listed) {
      if (auto found = variable.grid.find_in_view(offset, segment)) {
        offsets.push_back(*std::move(found));
      }
    }
  }
  return offsets;
}

void ViewSource::do_expect_found(VariableId id) {
  if (pool_->is_limited()) {
    throw Error(ErrorCode::unsupported,
                "is in more files than several processes can keep open; leave out --mpi");
  }
  for (const Origin& origin : definition_.variables[id].origins) {
    pool_->get(origin.source)->expect_found(origin.variable);
  }
}

std::optional<ElementPlaces> ViewSource::do_find_elements(VariableId id) {
  const State& state = states_[id];
  return state.kind == Kind::whole ? state.whole->find_elements(state.whole_id) : std::nullopt;
}

void ViewSource::do_read_bytes(VariableId id, std::uint64_t offset, std::span<std::byte> bytes) {
  states_[id].whole->do_read_bytes(states_[id].whole_id, offset, bytes);
}

void ViewSource::do_will_read(VariableId id, std::uint64_t begin, std::uint64_t bytes) noexcept {
  const State& state = states_[id];
  if (state.whole) state.whole->do_will_read(state.whole_id, begin, bytes);
}

}  // namespace ncf::model
