// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/zarr/zarr_store.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "base/errors/error_context.hpp"
#include "base/threads/stop.hpp"
#include "model/grid/chunk_grid.hpp"
#include "ncf/error.hpp"
#include "store/zarr/chunks/codec_chain.hpp"

namespace ncf::store::zarr {
namespace {

using model::Box;
using model::Values;
using model::VariableId;

constexpr std::size_t default_held_bytes = std::size_t{64} << 20U;

/// Returns the box in the array's own dimensions.
Box box_of_array(const OpenArray& array, const Box& box) {
  return array.is_scalar_of_one ? Box{{0}, {1}} : box;
}

/// Checks that strings can be written as texts of one length, and read again.
void check_texts(const Element& texts, const ArrayMetadata& strings) {
  if (texts.bytes <= max_element_bytes &&
      texts.bytes * strings.chunk_elements() <= max_chunk_bytes) {
    return;
  }
  throw Error(ErrorCode::unsupported,
              fmt::format("its longest text has {} bytes, and NCZarr gives every text as many; "
                          "choose -k zarr2 or -k zarr3",
                          texts.bytes));
}

/// Copies the values of `part`, which is within both blocks, with the text of strings. from, to:
/// the boxes of `source` and `target`, which have the same type.
void copy_part(const Box& part, const Box& from, const Values& source, const Box& to,
               Values& target) {
  const model::Type& type = *source.type();
  if (type.is_fixed_size) {
    return model::copy_part(part, from, source.data(), to, target.data(), {type.size_bytes});
  }
  model::for_each_run(part, from, to, [&](const model::Run& run) {
    for (std::size_t i = 0; i < run.count; ++i) {
      set_string(target, run.to + i, get_string(source, run.from + i));
    }
  });
}

/// Sets all values of `part`, which is within `to`. one: the value.
void fill_part(const Box& part, const Values& one, const Box& to, Values& target) {
  const model::Type& type = *one.type();
  if (type.is_fixed_size) {
    return model::fill_part(part, {one.data(), type.size_bytes}, to, target.data());
  }
  model::for_each_run(part, to, to, [&](const model::Run& run) {
    for (std::size_t i = 0; i < run.count; ++i) {
      set_string(target, run.to + i, get_string(one, 0));
    }
  });
}

/// Returns the values that a missing chunk reads as.
Values filled(const ArrayMetadata& array) {
  const Values one = value_of_missing(array);
  Values values(one.type(), array.chunk_elements());
  const Box all{{0}, {values.count()}};
  fill_part(all, one, all, values);
  return values;
}

model::ChunkGrid grid_of(const ArrayMetadata& array) { return {array.shape, array.chunk_shape}; }

/// Calls `visit` as `visit_chunks` does, for an array with `chunk_ends`.
template <class Visit>
void visit_uneven_chunks(const ArrayMetadata& array, const Box& box, Visit visit) {
  Box chunks;
  std::vector<std::size_t> counts;
  for (std::size_t d = 0; d < box.start.size(); ++d) {
    const auto& ends = array.chunk_ends[d];
    const auto first = std::ranges::upper_bound(ends, box.start[d]);
    const auto last = std::lower_bound(first, ends.end(), box.start[d] + box.count[d]);
    chunks.start.push_back(static_cast<std::size_t>(first - ends.begin()));
    chunks.count.push_back(static_cast<std::size_t>(last - first) + (last != ends.end()));
    counts.push_back(ends.size());
  }
  const model::ChunkGrid numbers(counts, std::vector<std::size_t>(counts.size(), 1));
  for (const std::size_t chunk : numbers.chunks_of(chunks)) {
    base::throw_if_stopped();
    visit(numbers.numbers(chunk), uneven_chunk(array, numbers.numbers(chunk)));
  }
}

}  // namespace

ZarrStore::ZarrStore(std::shared_ptr<KeyStore> keys, OpenStore open, filter::FilterSource& filters,
                     const Tuning& tuning)
    : keys_(std::move(keys)),
      open_(std::move(open)),
      filters_(filters),
      max_held_bytes_(tuning.cache_bytes.value_or(default_held_bytes)),
      places_(open_.arrays.size()) {
  for (const OpenArray& array : open_.arrays) {
    io_.push_back(std::make_unique<ChunkIo>(*keys_, array, filters_));
  }
}

template <class Visit>
void ZarrStore::visit_chunks(VariableId id, const Box& box, Visit visit) {
  if (!array(id).metadata.chunk_ends.empty()) {
    return visit_uneven_chunks(array(id).metadata, box, visit);
  }
  // A dimension of NCZarr may be longer than the array, whose last chunk holds arbitrary values
  // beyond its end.
  std::vector<std::size_t> extent = box.start;
  for (std::size_t d = 0; d < extent.size(); ++d) extent[d] += box.count[d];
  const model::ChunkGrid grid(std::move(extent), array(id).metadata.chunk_shape);
  for (const std::size_t chunk : grid.chunks_of(box)) {
    base::throw_if_stopped();
    visit(grid.numbers(chunk), grid.chunk_box(chunk));
  }
}

std::optional<Error> ZarrStore::fault(VariableId id) const {
  return array(id).is_opaque() ? std::nullopt : array(id).metadata.fault;
}

std::vector<std::size_t> ZarrStore::coordinates(VariableId id,
                                                std::span<const std::size_t> offset) const {
  if (array(id).is_scalar_of_one) return {0};
  std::vector<std::size_t> coordinates(offset.begin(), offset.end());
  const auto& chunk_shape = array(id).metadata.chunk_shape;
  for (std::size_t d = 0; d < offset.size(); ++d) coordinates[d] /= chunk_shape[d];
  return coordinates;
}

void ZarrStore::read(VariableId id, const Box& box, Values& values) {
  if (array(id).metadata.fault) throw *array(id).metadata.fault;
  const Box own = box_of_array(array(id), box);
  values.reset(own.value_count());
  const Values fill = value_of_missing(array(id).metadata);
  const auto& shape = array(id).metadata.shape;
  const Box extent{std::vector<std::size_t>(shape.size(), 0), shape};
  // A dimension may be longer than the array, and then than all chunks.
  if (!array(id).metadata.chunk_ends.empty()) fill_part(own, fill, own, values);
  visit_chunks(id, own, [&](const std::vector<std::size_t>& numbers, const Box& chunk_box) {
    const Box part = intersection(chunk_box, own);
    const Box written = intersection(part, extent);
    const HeldChunk* const chunk = written.value_count() > 0 ? find({id, numbers}) : nullptr;
    if (chunk == nullptr || written.count != part.count) fill_part(part, fill, own, values);
    if (chunk != nullptr) copy_part(written, chunk_box, chunk->values, own, values);
  });
}

void ZarrStore::write(VariableId id, const Box& box, const Values& values) {
  const OpenArray& to = array(id);
  const Box own = box_of_array(to, box);
  if (!to.is_scalar_of_one) {
    std::vector<std::size_t> extent = to.metadata.shape;
    for (std::size_t d = 0; d < extent.size(); ++d) {
      extent[d] = std::max(extent[d], own.start[d] + own.count[d]);
    }
    grow(id, extent);
  }
  visit_chunks(id, own, [&](const std::vector<std::size_t>& numbers, const Box& chunk_box) {
    const Box part = intersection(chunk_box, own);
    const bool is_overwritten = part.count == chunk_box.count;
    HeldChunk* chunk = is_overwritten ? nullptr : find({id, numbers});
    if (chunk == nullptr) chunk = &hold({id, numbers}, filled(array(id).metadata));
    copy_part(part, own, values, chunk_box, chunk->values);
    chunk->is_changed = true;
  });
}

// Finishing the store extends all arrays to the length of the dimension.
void ZarrStore::grow(VariableId id, std::span<const std::size_t> extent) {
  const model::Variable& variable = open_.schema.variables[id];
  ArrayMetadata& metadata = open_.arrays[id].metadata;
  for (std::size_t d = 0; d < extent.size(); ++d) {
    if (extent[d] <= metadata.shape[d]) continue;
    model::Dimension& dimension = open_.schema.dimensions[variable.dimensions[d]];
    if (!dimension.is_unlimited) {
      throw Error(ErrorCode::internal, "values beyond the end of dimension " + dimension.name);
    }
    metadata.shape[d] = extent[d];
    dimension.length = std::max(dimension.length, extent[d]);
  }
}

ZarrStore::HeldChunk* ZarrStore::find(const ChunkName& name) {
  auto& places = places_[name.first];
  if (const auto found = places.find(name.second); found != places.end()) {
    held_.splice(held_.begin(), held_, found->second);
    return &held_.front();
  }
  auto values = io_[name.first]->read(name.second);
  return values ? &hold(name, std::move(*values)) : nullptr;
}

ZarrStore::HeldChunk& ZarrStore::hold(const ChunkName& name, Values values) {
  auto& places = places_[name.first];
  if (const auto found = places.find(name.second); found != places.end()) {
    held_.splice(held_.begin(), held_, found->second);
    held_.front().values = std::move(values);
    return held_.front();
  }
  const std::size_t bytes = io_[name.first]->memory_bytes();
  free_memory_for(bytes);
  held_.push_front({name, std::move(values)});
  held_bytes_ += bytes;
  places.emplace(name.second, held_.begin());
  return held_.front();
}

void ZarrStore::free_memory_for(std::size_t bytes) {
  while (!held_.empty() && held_bytes_ + bytes > max_held_bytes_) {
    HeldChunk& chunk = held_.back();
    write_back(chunk);
    held_bytes_ -= io_[chunk.name.first]->memory_bytes();
    places_[chunk.name.first].erase(chunk.name.second);
    held_.pop_back();
  }
}

void ZarrStore::write_back(HeldChunk& chunk) {
  if (!chunk.is_changed) return;
  base::with_context([&] { return open_.schema.variable_title(chunk.name.first); },
                     [&] { io_[chunk.name.first]->write(chunk.name.second, chunk.values); });
  chunk.is_changed = false;
}

// ---- Finishing ----------------------------------------------------------------------------------

template <class Visit>
void ZarrStore::visit_all_chunks(VariableId id, Visit visit) {
  const model::ChunkGrid grid = grid_of(array(id).metadata);
  for (std::size_t chunk = 0; chunk < grid.chunk_count(); ++chunk) {
    base::throw_if_stopped();
    visit(grid.numbers(chunk));
  }
}

void ZarrStore::finish(MissingChunks missing) {
  // The oldest first, so that values are in order in a store that keeps an order.
  for (auto chunk = held_.rbegin(); chunk != held_.rend(); ++chunk) write_back(*chunk);
  for (VariableId id = 0; id < open_.arrays.size(); ++id) {
    base::throw_if_stopped();
    const std::string name = open_.schema.variable_title(id);
    base::with_context(name, [&] { io_[id]->finish_shards(); });
    const model::Variable& variable = open_.schema.variables[id];
    for (std::size_t d = 0; d < variable.dimensions.size(); ++d) {
      open_.arrays[id].metadata.shape[d] = open_.schema.dimensions[variable.dimensions[d]].length;
    }
    base::with_context(name, [&] {
      require_expected_codecs(id);
      settle_fill(id, missing);
      if (open_.schema.format == Format::nczarr) fix_texts(id);
    });
  }
  write_metadata(*keys_, open_);
  keys_->finish();
}

// szip's scanline is as long as the last dimension, so readers would decode other bytes.
void ZarrStore::require_expected_codecs(VariableId id) {
  const OpenArray& written = open_.arrays[id];
  const auto& expected = written.metadata.expected_shape;
  if (expected.empty() || expected == written.metadata.shape) return;
  ArrayMetadata as_read = written.metadata;
  as_read.expected_shape.clear();
  if (find_filters(as_read, filters_, filter::FilterUse::encode).chain == written.coding.chain)
    return;
  throw Error(ErrorCode::unsupported,
              "was encoded by a codec that depends on the lengths of its dimensions, and an "
              "unlimited one has another length now than when the store was made; use another "
              "filter, or a dimension of fixed length");
}

// libnetcdf supports only strings of one length per array, which is known now.
void ZarrStore::fix_texts(VariableId id) {
  ArrayMetadata& metadata = open_.arrays[id].metadata;
  if (metadata.element.kind != Element::Kind::string) return;
  const Element strings = metadata.element;
  Element texts{.kind = Element::Kind::text, .bytes = 2};  // with 1 byte they would be characters
  const auto measure = [&](const Values& values) {
    for (std::size_t i = 0; i < values.count(); ++i) {
      texts.bytes = std::max(texts.bytes, get_string(values, i).size());
    }
  };
  ChunkIo& io = *io_[id];
  if (metadata.fill) measure(*metadata.fill);
  visit_all_chunks(id, [&](const auto& numbers) {
    if (const auto values = io.read(numbers)) measure(*values);
  });
  check_texts(texts, metadata);
  visit_all_chunks(id, [&](const auto& numbers) {
    const auto values = io.read(numbers);
    if (!values) return;
    metadata.element = texts;
    io.write(numbers, *values);
    metadata.element = strings;
  });
  metadata.element = texts;
}

// If dimensions have names, xarray interprets a fill value as `_FillValue`, so a variable without
// one should have none; but then other readers return arbitrary values for missing chunks. So all
// chunks are written, or if that would be too much, a fill value after all. They are also written
// if libnetcdf would swap the bytes of the fill value, as versions up to 4.10.1 do.
void ZarrStore::settle_fill(VariableId id, MissingChunks missing) {
  const model::Variable& variable = open_.schema.variables[id];
  ArrayMetadata& metadata = open_.arrays[id].metadata;
  if (metadata.format == filter::ZarrFormat::v3) return;
  const bool keeps_fill =
      model::find_attribute(variable.attributes, "_FillValue") != nullptr ||
      (open_.schema.keeps_hidden_fill(variable) && metadata.fill == *variable.stored_fill);
  const bool is_swapped = open_.schema.format == Format::nczarr &&
                          metadata.element.has_byte_order() &&
                          metadata.element.byte_order == std::endian::big;
  if (keeps_fill && !is_swapped) return;
  constexpr std::uint64_t max_bytes = std::uint64_t{64} << 20U;
  const std::size_t chunks = grid_of(metadata).chunk_count();
  const std::size_t written = io_[id]->count_stored();
  const bool stays_open = missing == MissingChunks::left || array(id).is_opaque();
  const bool is_whole = written >= chunks;
  if (!is_whole && (stays_open || chunks - written > max_bytes / io_[id]->memory_bytes())) return;
  if (!is_whole) {
    const Values fill = filled(metadata);
    visit_all_chunks(id, [&](const auto& numbers) {
      if (!io_[id]->has(numbers)) io_[id]->write(numbers, fill);
    });
  }
  if (!keeps_fill) metadata.fill.reset();
}

}  // namespace ncf::store::zarr
