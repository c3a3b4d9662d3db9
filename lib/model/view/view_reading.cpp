// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// How a view reads values: through its sources, or in parts that it finds and workers read.
#include <algorithm>
#include <atomic>
#include <span>
#include <utility>

#include "model/grid/chunk_grid.hpp"
#include "model/view/view_source.hpp"

namespace ncf::model {
namespace {

/// The most bytes that are read at a time, of elements without chunks or where elements in between
/// are left out.
constexpr std::uint64_t read_bytes = std::uint64_t{1} << 20U;

/// Returns whether the segments that a box touches leave no elements out.
bool is_dense(const RegionGrid& grid, const Box& box) {
  for (std::size_t i = 0; i < grid.axes.size(); ++i) {
    const std::size_t end = box.start[i] + box.count[i];
    const bool has_gaps = std::ranges::any_of(grid.axes[i], [&](const Segment& segment) {
      return segment.step != 1 && segment.to < end && segment.to + segment.count > box.start[i];
    });
    if (has_gaps) return false;
  }
  return true;
}

/// Returns the lengths at which reads of a source's variable are cut: none if all elements are
/// needed; otherwise slabs of single indices along all dimensions but the last.
std::vector<std::size_t> lengths_of_reads(const RegionGrid& grid, const Box& box,
                                          const std::vector<std::size_t>& shape,
                                          std::size_t value_bytes) {
  std::vector<std::size_t> lengths = shape;
  for (std::size_t& length : lengths) length = std::max<std::size_t>(1, length);
  if (is_dense(grid, box)) return lengths;
  grid.cut_at_gaps(lengths);
  return slab_shape(lengths, value_bytes, read_bytes);
}

/// Copies the elements of a cell, all of which `from` has, to their places in the values of `box`.
void place_values(const Cell& cell, const Values& from, const Box& box, Values& values) {
  const Type& type = *from.type();
  if (type.is_fixed_size) {
    std::vector<std::byte> dense(cell.box.value_count() * type.size_bytes);
    cell.copy_from_source(from.data(), dense.data(), {type.size_bytes});
    copy_part(cell.box, cell.box, dense.data(), box, values.data(), {type.size_bytes});
    return;
  }
  std::vector<std::size_t> places(cell.box.value_count());
  for_each_of_comb(cell.comb_in_source(), cell.in_source.count,
                   [&](std::size_t source, std::size_t target) { places[target] = source; });
  for_each_run(cell.box, cell.box, box, [&](const Run& run) {
    for (std::size_t i = 0; i < run.count; ++i) {
      copy_values(type, from.data() + places[run.from + i] * type.size_bytes,
                  values.data() + (run.to + i) * type.size_bytes, 1);
    }
  });
}

/// Converts the elements of a cell.
Values converted(const ViewConversion& conversion, const Cell& cell, const Values& from,
                 const TypeRef& to) {
  Values dense(from.type(), cell.box.value_count());
  cell.copy_from_source(from.data(), dense.data(), {from.type()->size_bytes});
  Values result(to, dense.count());
  conversion.convert(cell.box, {dense.data(), dense.size_bytes()},
                     {result.data(), result.size_bytes()});
  return result;
}

std::span<std::byte> memory_of(base::ByteBuffer& buffer, std::size_t bytes) {
  buffer.reserve(bytes);
  return buffer.bytes().first(bytes);
}

/// A part in one chunk, or one slab of elements, of a source's variable.
struct PartInChunk {
  std::shared_ptr<Source> source;
  VariableId variable = 0;
  Cell cell;
  Element element;                        ///< as stored
  std::optional<StoredPlace> place;       ///< of a chunk
  ViewSource::Chain chain;                ///< that decodes it
  std::optional<ElementPlaces> elements;  ///< of a variable without chunks
  ViewConversionRef conversion;

  void read(std::span<std::byte> values, PartBuffers& buffers) const {
    if (!conversion) return read_originals(values, buffers);
    const auto originals = memory_of(buffers.original, cell.box.value_count() * element.bytes);
    read_originals(originals, buffers);
    conversion->convert(cell.box, originals, values);
  }

  void read_originals(std::span<std::byte> values, PartBuffers& buffers) const {
    if (place) return decode(values, buffers);
    const Box& box = cell.in_source;
    const auto read = memory_of(buffers.decoded, box.value_count() * element.bytes);
    source->read_found_elements(variable, *elements, box, read);
    cell.copy_from_source(read.data(), values.data(), element);
  }

  void decode(std::span<std::byte> values, PartBuffers& buffers) const {
    const auto stored = memory_of(buffers.stored, place->bytes);
    source->read_found(variable, cell.chunk.start, *place, stored);
    const auto decoded = memory_of(buffers.decoded, cell.chunk.value_count() * element.bytes);
    source->at_chunk(variable, cell.chunk.start,
                     [&] { chain->decode(stored, place->filter_mask, decoded, buffers.chain); });
    copy_comb(cell.in_chunk, cell.chunk.count, decoded.data(), values.data(), element);
  }
};

/// Returns whether a cell is all of its chunk within a source's variable.
bool is_whole_chunk(const Cell& cell, const std::vector<std::size_t>& extent) {
  for (std::size_t i = 0; i < extent.size(); ++i) {
    const std::size_t begin = cell.chunk.start[i];
    const std::size_t count = std::min(cell.chunk.count[i], extent[i] - begin);
    if (cell.in_source.start[i] != begin || cell.in_source.count[i] != count ||
        cell.in_chunk.count[i] != count) {
      return false;
    }
  }
  return true;
}

bool is_beyond(const Box& box, const std::vector<std::size_t>& extent) {
  for (std::size_t i = 0; i < extent.size(); ++i) {
    if (box.start[i] + box.count[i] > extent[i]) return true;
  }
  return false;
}

}  // namespace

std::shared_ptr<Source> SourcePool::get(std::size_t number) {
  Slot& slot = slots_[number];
  if (!slot.source) {
    if (open_count_ >= most_open) close_one();
    slot.source = open_(number);
    ++open_count_;
  }
  slot.last_use = ++uses_;
  return slot.source;
}

/// Closes the source that was not used for the longest time. Workers only give sources back, so one
/// that nobody holds stays unused.
void SourcePool::close_one() {
  Slot* oldest = nullptr;
  for (Slot& slot : slots_) {
    if (slot.source.use_count() != 1) continue;
    if (oldest == nullptr || slot.last_use < oldest->last_use) oldest = &slot;
  }
  if (oldest == nullptr) return;
  std::atomic_thread_fence(std::memory_order_acquire);
  oldest->source.reset();
  --open_count_;
}

ViewConversionRef chained(ViewConversionRef first, ViewConversionRef second) {
  if (!first) return second;
  ViewConversion both{first->original, {}, {}};
  both.convert = [first = std::move(first), second = std::move(second)](
                     const Box& box, std::span<const std::byte> originals,
                     std::span<std::byte> values) {
    std::vector<std::byte> between(box.value_count() * second->original->size_bytes);
    first->convert(box, originals, between);
    second->convert(box, between, values);
  };
  return std::make_shared<const ViewConversion>(std::move(both));
}

void read_values(const ViewVariable& variable, SourcePool& pool, const Box& box, Values& values) {
  values.reset(box.value_count());
  if (values.count() == 0) return;
  const auto [begin, end] = segments_of(variable.grid, box);
  for (std::size_t segment = begin; segment < end; ++segment) {
    const Origin& origin = variable.origins[segment];
    const auto source = pool.get(origin.source);
    const Schema& schema = source->schema();
    const Variable& original = schema.variables[origin.variable];
    Values from(original.type);
    const auto lengths =
        lengths_of_reads(variable.grid, box, schema.shape(original), original.type->size_bytes);
    for_each_cell(variable.grid, segment, box, lengths, [&](const Cell& cell) {
      source->read(origin.variable, cell.in_source, from);
      if (!origin.conversion) return place_values(cell, from, box, values);
      const Values made = converted(*origin.conversion, cell, from, values.type());
      copy_part(cell.box, cell.box, made.data(), box, values.data(), {made.type()->size_bytes});
    });
  }
}

void ViewSource::do_read(VariableId id, const Box& box, Values& values) {
  if (states_[id].whole) return read_whole(id, box, values);
  read_values(definition_.variables[id], *pool_, box, values);
}

void ViewSource::do_read_elements(VariableId id, const Box& box, std::span<std::byte> elements) {
  const State& state = states_[id];
  if (state.kind == Kind::whole) {
    return state.whole->read_elements(state.whole_id, box, elements);
  }
  Source::do_read_elements(id, box, elements);
  if (state.kind != Kind::fits) return;
  const StoredForm& form = state.facts.front().form->stored;
  if (is_foreign(form.byte_order)) swap_elements(elements, form.element_bytes);
}

// ---- All of one variable, converted -------------------------------------------------------------

/// Slabs consist of whole chunks, so that no two slabs need the same chunk.
ChunkGrid ViewSource::slabs_of(VariableId id) const {
  const State& state = states_[id];
  const Schema& schema = state.whole->schema();
  const Variable& variable = schema.variables[state.whole_id];
  const std::vector<std::size_t> shape = schema.shape(variable);
  const StoredForm form = state.whole->do_stored_form(state.whole_id);
  const bool has_chunks = form.layout == Layout::chunked;
  return {shape,
          slab_of_chunks(shape,
                         has_chunks ? form.chunk_shape : std::vector<std::size_t>(shape.size(), 1),
                         variable.type->size_bytes, read_bytes)};
}

std::uint64_t ViewSource::reading_bytes(VariableId id) const {
  const State& state = states_[id];
  const std::uint64_t value_bytes =
      state.whole->schema().variables[state.whole_id].type->size_bytes +
      definition_.schema.variables[id].type->size_bytes;
  return slabs_of(id).chunk_values() * value_bytes;
}

void ViewSource::read_whole(VariableId id, const Box& box, Values& values) {
  const State& state = states_[id];
  const ViewConversion* const conversion = conversion_of_whole(id).get();
  if (conversion == nullptr) return state.whole->read(state.whole_id, box, values);
  if (conversion->read) return conversion->read(*state.whole, box, values);
  Values original(state.whole->schema().variables[state.whole_id].type);
  if (!conversion->convert) {
    state.whole->read(state.whole_id, box, original);
    values = as_type(original, values.type());
    return;
  }
  const std::size_t value_bytes = values.type()->size_bytes;
  const ChunkGrid slabs = slabs_of(id);
  std::vector<std::byte> converted;
  for (const std::size_t slab : slabs.chunks_of(box)) {
    const Box part = intersection(slabs.chunk_box(slab), box);
    state.whole->read(state.whole_id, part, original);
    converted.resize(part.value_count() * value_bytes);
    conversion->convert(part, {original.data(), original.size_bytes()}, converted);
    copy_part(part, part, converted.data(), box, values.data(), {value_bytes});
  }
}

// ---- Parts --------------------------------------------------------------------------------------

/// Returns the lengths at which parts of an origin are cut.
std::vector<std::size_t> ViewSource::cell_shape(VariableId id, std::size_t segment) const {
  const Facts& facts = states_[id].facts[segment];
  const StoredForm& form = facts.form->stored;
  if (form.layout == Layout::chunked) return form.chunk_shape;
  std::vector<std::size_t> lengths = facts.extent;
  for (std::size_t& length : lengths) length = std::max<std::size_t>(1, length);
  definition_.variables[id].grid.cut_at_gaps(lengths);
  return slab_shape(lengths, form.element_bytes, read_bytes);
}

std::optional<PartSize> ViewSource::part_size(VariableId id) {
  const State& state = states_[id];
  if (state.kind == Kind::whole) return state.whole->part_size(state.whole_id);
  if (state.kind != Kind::parts) return std::nullopt;
  const ViewVariable& variable = definition_.variables[id];
  PartSize size{cell_shape(id, 0), 0, {}};
  variable.grid.add_new_axis(size.shape);
  const std::vector<std::size_t> shape = definition_.schema.shape(definition_.schema.variables[id]);
  for (std::size_t i = 0; i < shape.size(); ++i) {
    size.shape[i] = std::clamp<std::size_t>(size.shape[i], 1, std::max<std::size_t>(1, shape[i]));
  }
  bool has_conversion = false;
  for (std::size_t i = 0; i < variable.origins.size(); ++i) {
    const Form& form = *state.facts[i].form;
    const std::size_t decoded = value_count(cell_shape(id, i)) * form.stored.element_bytes;
    const std::size_t stored = form.chain && *form.chain ? (*form.chain)->bound(decoded) : decoded;
    const bool is_converted = variable.origins[i].conversion != nullptr;
    has_conversion = has_conversion || is_converted;
    size.bytes = std::max(size.bytes, decoded * (is_converted ? 2 : 1) + 3 * stored);
  }
  size.why = has_conversion                ? "its values are converted"
             : variable.origins.size() > 1 ? "the chunks of the files do not fit together"
                                           : "the selection does not begin and end at chunks";
  const StoredForm& first = state.facts.front().form->stored;
  if (!has_conversion && first.layout == Layout::chunked) {
    size.form = first;
    variable.grid.add_new_axis(size.form->chunk_shape);
  }
  return size;
}

std::vector<FoundPart> ViewSource::do_find_parts(VariableId id, const Box& box) {
  const ViewVariable& variable = definition_.variables[id];
  const State& state = states_[id];
  if (state.kind == Kind::whole) return state.whole->find_parts(state.whole_id, box);
  std::vector<FoundPart> parts;
  const auto [begin, end] = segments_of(variable.grid, box);
  for (std::size_t segment = begin; segment < end; ++segment) {
    const auto each_cell = [&](const std::function<void(const Cell&)>& visit) {
      for_each_cell(variable.grid, segment, box, cell_shape(id, segment), visit);
    };
    if (ahead_bytes_ > 0) {
      const Origin& origin = variable.origins[segment];
      each_cell([&](const Cell& cell) {
        pool_->get(origin.source)->announce(origin.variable, cell.chunk.start);
      });
    }
    each_cell([&](const Cell& cell) { parts.push_back(find_part(id, segment, cell)); });
  }
  return parts;
}

FoundPart ViewSource::find_part(VariableId id, std::size_t segment, const Cell& cell) {
  const Origin& origin = definition_.variables[id].origins[segment];
  const State& state = states_[id];
  const Facts& facts = state.facts[segment];
  const StoredForm& form = facts.form->stored;
  if (is_beyond(cell.in_source, facts.extent)) return read_part(id, cell.box);
  PartInChunk part{pool_->get(origin.source),
                   origin.variable,
                   cell,
                   {form.element_bytes, is_foreign(form.byte_order)},
                   {},
                   {},
                   facts.places,
                   origin.conversion};
  if (form.layout == Layout::chunked) {
    part.place = part.source->find_chunk(origin.variable, cell.chunk.start);
    part.chain = *facts.form->chain;
  }
  if (!part.place && !part.elements) {
    if (state.fill) return {cell.box, {}};
    return read_part(id, cell.box);
  }
  FoundPart found{cell.box, {}};
  const bool is_alike = facts.form == state.facts.front().form && !origin.conversion;
  if (part.place && is_alike && is_whole_chunk(cell, facts.extent)) {
    found.place = part.place;
    found.read_stored = [part](std::span<std::byte> stored) {
      part.source->read_found(part.variable, part.cell.chunk.start, *part.place, stored);
    };
  }
  found.read = [part = std::move(part)](std::span<std::byte> values, PartBuffers& buffers) {
    part.read(values, buffers);
  };
  return found;
}

/// Reads a part at once, because no worker can.
FoundPart ViewSource::read_part(VariableId id, Box box) {
  auto values = std::make_shared<Values>(definition_.schema.variables[id].type);
  read_values(definition_.variables[id], *pool_, box, *values);
  return {std::move(box), [values](std::span<std::byte> elements, PartBuffers& /*buffers*/) {
            std::copy_n(values->data(), values->size_bytes(), elements.begin());
          }};
}

}  // namespace ncf::model
