// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// How a view finds values in parts that workers read.
#include <algorithm>
#include <span>

#include "base/errors/error_context.hpp"
#include "model/dataset/element_places.hpp"
#include "model/dataset/stored_form.hpp"
#include "model/view/view_source.hpp"
#include "ncf/error.hpp"

namespace ncf::model {
namespace {

/// Size of one read of elements without chunks.
constexpr std::uint64_t slab_bytes = std::uint64_t{1} << 20U;

/// A part in one chunk, or one slab of elements, of a source's variable.
struct PartInChunk {
  std::shared_ptr<Source> source;
  VariableId variable = 0;
  Piece piece;
  Element element;                        ///< as stored
  std::optional<StoredPlace> place;       ///< of a chunk
  ViewSource::Chain chain;                ///< that decodes it
  std::optional<ElementPlaces> elements;  ///< of a variable without chunks
  ViewConversionRef conversion;

  void read(std::span<std::byte> values, PartBuffers& buffers) const {
    if (!conversion) return read_originals(values, buffers);
    const auto originals = buffers.original.first(piece.box.value_count() * element.bytes);
    read_originals(originals, buffers);
    conversion->convert(piece.box, originals, values);
  }

  void read_originals(std::span<std::byte> values, PartBuffers& buffers) const {
    if (place) return decode(values, buffers);
    const Box& box = piece.in_source;
    const auto read = buffers.decoded.first(box.value_count() * element.bytes);
    source->read_found_elements(variable, *elements, box, read);
    piece.copy_from_source(read.data(), values.data(), element);
  }

  void decode(std::span<std::byte> values, PartBuffers& buffers) const {
    const auto stored = buffers.stored.first(place->bytes);
    source->read_found(variable, piece.chunk.start, *place, stored);
    const auto decoded = buffers.decoded.first(piece.chunk.value_count() * element.bytes);
    source->at_chunk(variable, piece.chunk.start,
                     [&] { chain->decode(stored, place->filter_mask, decoded, buffers.chain); });
    copy_comb(piece.in_chunk, piece.chunk.count, decoded.data(), values.data(), element);
  }
};

/// Returns whether a piece is all of its chunk within a source's variable.
bool is_whole_chunk(const Piece& piece, const std::vector<std::size_t>& extent) {
  for (std::size_t i = 0; i < extent.size(); ++i) {
    const std::size_t begin = piece.chunk.start[i];
    const std::size_t count = std::min(piece.chunk.count[i], extent[i] - begin);
    if (piece.in_source.start[i] != begin || piece.in_source.count[i] != count ||
        piece.in_chunk.count[i] != count) {
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

/// Returns the lengths at which parts of an origin are cut.
std::vector<std::size_t> ViewSource::cells_of(VariableId id, std::size_t segment) const {
  const Facts& facts = states_[id].facts[segment];
  const StoredForm& form = facts.form->stored;
  if (form.layout == Layout::chunked) return form.chunk_shape;
  std::vector<std::size_t> lengths = facts.extent;
  for (std::size_t& length : lengths) length = std::max<std::size_t>(1, length);
  definition_.variables[id].grid.cut_at_gaps(lengths);
  return slab_shape(lengths, form.element_bytes, slab_bytes);
}

std::optional<PartSize> ViewSource::part_size(VariableId id) {
  const State& state = states_[id];
  if (state.kind != Kind::parts) return std::nullopt;
  const ViewVariable& variable = definition_.variables[id];
  PartSize size{cells_of(id, 0), 0, {}};
  if (variable.grid.is_new_axis) {
    size.shape.insert(size.shape.begin() + static_cast<std::ptrdiff_t>(*variable.grid.joined_axis),
                      1);
  }
  const std::vector<std::size_t> shape = definition_.schema.shape(definition_.schema.variables[id]);
  for (std::size_t i = 0; i < shape.size(); ++i) {
    size.shape[i] = std::clamp<std::size_t>(size.shape[i], 1, std::max<std::size_t>(1, shape[i]));
  }
  bool has_conversion = false;
  for (std::size_t i = 0; i < variable.origins.size(); ++i) {
    const Form& form = *state.facts[i].form;
    const std::size_t decoded = value_count(cells_of(id, i)) * form.stored.element_bytes;
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
    if (variable.grid.is_new_axis) {
      auto& chunk = size.form->chunk_shape;
      chunk.insert(chunk.begin() + static_cast<std::ptrdiff_t>(*variable.grid.joined_axis), 1);
    }
  }
  return size;
}

std::vector<FoundPart> ViewSource::do_find_parts(VariableId id, const Box& box) {
  const ViewVariable& variable = definition_.variables[id];
  std::vector<FoundPart> parts;
  const auto [begin, end] = segments_of(variable.grid, box);
  for (std::size_t segment = begin; segment < end; ++segment) {
    const auto each_piece = [&](const std::function<void(const Piece&)>& visit) {
      for_each_piece(variable.grid, segment, box, cells_of(id, segment), visit);
    };
    if (ahead_bytes_ > 0) {
      const Origin& origin = variable.origins[segment];
      each_piece([&](const Piece& piece) {
        pool_->get(origin.source)->announce(origin.variable, piece.chunk.start);
      });
    }
    each_piece([&](const Piece& piece) { parts.push_back(find_part(id, segment, piece)); });
  }
  return parts;
}

FoundPart ViewSource::find_part(VariableId id, std::size_t segment, const Piece& piece) {
  const Origin& origin = definition_.variables[id].origins[segment];
  const State& state = states_[id];
  const Facts& facts = state.facts[segment];
  const StoredForm& form = facts.form->stored;
  if (is_beyond(piece.in_source, facts.extent)) return read_part(id, piece.box);
  PartInChunk part{pool_->get(origin.source),
                   origin.variable,
                   piece,
                   {form.element_bytes, is_foreign(form.byte_order)},
                   {},
                   {},
                   facts.places,
                   origin.conversion};
  if (form.layout == Layout::chunked) {
    part.place = part.source->find_chunk(origin.variable, piece.chunk.start);
    part.chain = *facts.form->chain;
  }
  if (!part.place && !part.elements) {
    if (state.fill) return {piece.box, {}};
    return read_part(id, piece.box);
  }
  FoundPart found{piece.box, {}};
  const bool is_alike = facts.form == state.facts.front().form && !origin.conversion;
  if (part.place && is_alike && is_whole_chunk(piece, facts.extent)) {
    found.place = part.place;
    found.read_stored = [part](std::span<std::byte> stored) {
      part.source->read_found(part.variable, part.piece.chunk.start, *part.place, stored);
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
