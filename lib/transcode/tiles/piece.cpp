// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/tiles/piece.hpp"

#include <utility>

#include "model/grid/box.hpp"

namespace ncf::transcode {
namespace {

using model::Box;

/// Returns whether the bytes in the input are the elements themselves, except for the byte order.
bool is_plain(const Recoding& recoding, const Piece& piece) {
  if (recoding.from().conversion) return false;
  if (!piece.place) return true;
  const std::size_t filters = recoding.from().chain->filters().size();
  const std::uint64_t all_filters = (std::uint64_t{1} << filters) - 1;
  return (piece.place->filter_mask & all_filters) == all_filters &&
         piece.place->bytes == piece.box.value_count() * recoding.element_bytes();
}

void read_plain(model::Source& input, const RecodingSide& from, const Piece& piece,
                std::span<std::byte> elements) {
  if (piece.place) {
    input.read_found(from.id, piece.box.start, *piece.place, elements);
  } else {
    input.read_found_elements(from.id, *from.places, piece.box, elements);
  }
}

/// Reads a piece into `scratch` if it was not read before.
StoredBytes read(model::Source& input, const Recoding& recoding, const Piece& piece,
                 Scratch& scratch) {
  const RecodingSide& from = recoding.from();
  if (piece.place) return read_stored(input, from.id, piece.box, *piece.place, scratch);
  if (!from.places) return {piece.elements};
  const std::size_t bytes = piece.box.value_count() * recoding.element_bytes();
  const auto elements = scratch.stored.first(bytes);
  input.read_found_elements(from.id, *from.places, piece.box, elements);
  return {elements};
}

}  // namespace

std::optional<Piece> piece_at(Tile& tile, const Box& source,
                              const std::optional<model::StoredPlace>& place) {
  if (!place) {
    tile.add_missing(source);
    return std::nullopt;
  }
  const Recoding& recoding = tile.recoding();
  Piece piece = recoding.from().chain
                    ? Piece{source, place}
                    : Piece{intersection(recoding.source().within(source), tile.box()), {}};
  tile.expect_data(piece.box);
  return piece;
}

std::optional<Piece> find_piece(model::Source& input, Tile& tile, const Box& source) {
  const RecodingSide& from = tile.recoding().from();
  if (from.chain) return piece_at(tile, source, input.find_chunk(from.id, source.start));
  auto piece = piece_at(tile, source, model::StoredPlace{});
  if (!from.places) {
    piece->elements.resize(piece->box.value_count() * tile.recoding().element_bytes());
    input.read_elements(from.id, piece->box, piece->elements);
  }
  return piece;
}

namespace {

bool is_target_chunk(const Recoding& recoding, const Box& box) {
  const auto number = recoding.target().find_chunk_at(box.start);
  if (!number) return false;
  const Box chunk = recoding.target().within(recoding.target().chunk_box(*number));
  return chunk.start == box.start && chunk.count == box.count;
}

}  // namespace

std::vector<Piece> find_parts(model::Source& input, Tile& tile, bool takes_stored) {
  const Recoding& recoding = tile.recoding();
  std::vector<Piece> pieces;
  for (model::FoundPart& part : input.find_parts(recoding.from().id, tile.box())) {
    if (!part.read) {
      tile.add_missing(part.box);
      continue;
    }
    tile.expect_data(part.box);
    Piece& piece = pieces.emplace_back(Piece{std::move(part.box), {}, {}, std::move(part.read)});
    if (takes_stored && recoding.passes_whole_chunks() && part.read_stored &&
        is_target_chunk(recoding, piece.box)) {
      piece.place = part.place;
      piece.read_stored = std::move(part.read_stored);
    }
  }
  return pieces;
}

namespace {

void place_part(Tile& tile, const Piece& piece, Scratch& scratch) {
  const Recoding& recoding = tile.recoding();
  if (piece.read_stored) return piece.read_stored(tile.stored_memory(piece.box, *piece.place));
  const auto memory = tile.memory_of(piece.box);
  if (!memory.empty()) {
    piece.part(memory, scratch);
    if (recoding.is_swapped()) model::swap_elements(memory, recoding.element_bytes());
    return;
  }
  const std::size_t bytes = piece.box.value_count() * recoding.element_bytes();
  const auto elements = scratch.part.first(bytes);
  piece.part(elements, scratch);
  tile.place(piece.box, {elements}, scratch);
}

/// Reads and converts elements without chunks, in slabs.
void convert_elements(model::Source& input, Tile& tile, const Box& box, Scratch& scratch) {
  const RecodingSide& from = tile.recoding().from();
  const std::size_t stored_bytes = from.conversion->stored_bytes;
  const model::ChunkGrid slabs(box.count,
                               model::slab_shape(box.count, stored_bytes, conversion_bytes));
  for (std::size_t i = 0; i < slabs.chunk_count(); ++i) {
    Box slab = slabs.within(slabs.chunk_box(i));
    for (std::size_t k = 0; k < slab.start.size(); ++k) slab.start[k] += box.start[k];
    const auto elements = scratch.stored.first(slab.value_count() * stored_bytes);
    input.read_found_elements(from.id, *from.places, slab, elements);
    if (model::is_foreign(from.conversion->stored_order)) {
      model::swap_elements(elements, stored_bytes);
    }
    at_chunk(input.name(), tile, box, [&] { tile.place(slab, {elements}, scratch); });
  }
}

}  // namespace

void place_piece(model::Source& input, Tile& tile, const Piece& piece, Scratch& scratch) {
  if (piece.part)
    return input.at_variable(tile.recoding().from().id, [&] { place_part(tile, piece, scratch); });
  const Recoding& recoding = tile.recoding();
  if (recoding.is_passed() && piece.place) {
    const auto memory = tile.stored_memory(piece.box, *piece.place);
    return input.read_found(recoding.from().id, piece.box.start, *piece.place, memory);
  }
  const auto memory = tile.memory_of(piece.box);
  if (!memory.empty() && piece.elements.empty() && is_plain(recoding, piece)) {
    read_plain(input, recoding.from(), piece, memory);
    if (recoding.is_swapped()) model::swap_elements(memory, recoding.element_bytes());
    return;
  }
  if (recoding.from().conversion && recoding.from().places) {
    return convert_elements(input, tile, piece.box, scratch);
  }
  const StoredBytes stored = read(input, recoding, piece, scratch);
  at_chunk(input.name(), tile, piece.box, [&] { tile.place(piece.box, stored, scratch); });
}

StoredBytes read_stored(model::Source& source, model::VariableId variable, const Box& chunk,
                        const model::StoredPlace& place, Scratch& scratch) {
  const auto bytes = scratch.stored.first(place.bytes);
  source.read_found(variable, chunk.start, place, bytes);
  return {bytes, place.filter_mask};
}

void request_together(model::Source& source, model::VariableId variable,
                      std::span<const model::StoredPlace> places) noexcept {
  for (std::size_t i = 0; i < places.size();) {
    const std::uint64_t begin = places[i].begin;
    std::uint64_t end = begin;
    for (; i < places.size() && places[i].begin == end; ++i) end += places[i].bytes;
    source.will_read(variable, begin, end - begin);
  }
}

void ReadAhead::add(const Recoding& recoding, const std::vector<Piece>& pieces) {
  Ranges ranges;
  for (const Piece& piece : pieces) {
    if (piece.place && !piece.part) add(ranges, recoding.from().id, *piece.place);
  }
  if (ranges.empty()) return;
  if (is_requested_at_once_) return request(ranges);
  const std::lock_guard lock(mutex_);
  jobs_.push_back(std::move(ranges));
}

void ReadAhead::add(Ranges& ranges, model::VariableId variable, const model::StoredPlace& place) {
  if (!ranges.empty() && ranges.back().begin + ranges.back().bytes == place.begin) {
    ranges.back().bytes += place.bytes;
  } else {
    ranges.push_back({variable, place.begin, place.bytes});
  }
}

ReadAhead::Ranges ReadAhead::next() {
  const std::lock_guard lock(mutex_);
  if (jobs_.empty()) return {};
  Ranges ranges = std::move(jobs_.front());
  jobs_.pop_front();
  return ranges;
}

void ReadAhead::request(const Ranges& ranges) noexcept {
  for (const Range& range : ranges) input_.will_read(range.variable, range.begin, range.bytes);
}

void ReadAhead::advise() {
  for (int i = 0; i < 2; ++i) request(next());
}

}  // namespace ncf::transcode
