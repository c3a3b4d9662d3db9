// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/tiles/tile.hpp"

#include <algorithm>
#include <utility>

#include "base/memory/bytes.hpp"
#include "model/dataset/stored_form.hpp"
#include "model/grid/box.hpp"
#include "ncf/error.hpp"
#include "transcode/recoding/form_difference.hpp"
#include "transcode/tiles/padded_chunk.hpp"

namespace ncf::transcode {

using model::Box;
using model::ChunkGrid;

namespace {

std::size_t bytes_of(const Box& box, std::size_t element_bytes) {
  return box.value_count() * element_bytes;
}

}  // namespace

Tile::Tile(const Recoding& recoding, Box box, base::SpareBuffers& memory)
    : recoding_(recoding),
      box_(std::move(box)),
      memory_(memory),
      numbers_(recoding.target().chunks_of(box_)) {
  const ChunkGrid& grid = recoding.target();
  targets_.resize(numbers_.size());
  for (std::size_t i = 0; i < numbers_.size(); ++i) {
    const Box chunk = grid.chunk_box(numbers_[i]);
    targets_[i].box = recoding.to().chain ? chunk : grid.within(chunk);
  }
}

std::vector<TargetChunk*> Tile::targets_of(const Box& part) {
  std::vector<TargetChunk*> found;
  for (const std::size_t number : recoding_.target().chunks_of(part)) {
    const auto place = std::lower_bound(numbers_.begin(), numbers_.end(), number);
    found.push_back(&targets_[static_cast<std::size_t>(place - numbers_.begin())]);
  }
  return found;
}

void Tile::take_memory(TargetChunk& target) {
  const std::lock_guard lock(mutex_);
  if (!target.elements.bytes().empty()) return;
  target.elements = memory_.take(bytes_of(target.box, recoding_.element_bytes()));
}

void Tile::free(TargetChunk& target) const noexcept {
  memory_.give(std::move(target.elements));
  target = TargetChunk{};
}

std::vector<std::span<TargetChunk>> Tile::parts() {
  const std::size_t together = 1 + job_bytes / recoding_.target_bytes();
  std::vector<std::span<TargetChunk>> parts;
  for (std::span<TargetChunk> left = targets_; !left.empty();) {
    parts.push_back(left.first(std::min(together, left.size())));
    left = left.subspan(parts.back().size());
  }
  return parts;
}

void Tile::expect_data(const Box& source) {
  for (TargetChunk* target : targets_of(intersection(source, box_))) target->has_data = true;
}

void Tile::add_missing(const Box& source) { missing_.push_back(intersection(source, box_)); }

bool Tile::choose_written() {
  bool has_any = false;
  for (TargetChunk& target : targets_) {
    if (!recoding_.missing_chunks_stay()) target.has_data = true;
    has_any = has_any || target.has_data;
  }
  return has_any;
}

std::span<std::byte> Tile::memory_of(const Box& box) {
  const auto targets = targets_of(intersection(box, box_));
  if (targets.size() != 1) return {};
  TargetChunk& target = *targets.front();
  if (target.box.start != box.start || target.box.count != box.count) return {};
  take_memory(target);
  return elements_of(target);
}

std::span<std::byte> Tile::stored_memory(const Box& chunk, const model::StoredPlace& place) {
  TargetChunk& target = *targets_of(intersection(chunk, box_)).front();
  target.elements = memory_.take(std::max<std::size_t>(recoding_.target_bytes(), place.bytes));
  target.stored.filter_mask = place.filter_mask;
  const auto bytes = target.elements.bytes().first(place.bytes);
  target.encoded = bytes;
  target.encoded_bytes = bytes.size();
  target.is_stored = true;
  return bytes;
}

void Tile::place(const Box& box, const StoredBytes& stored, Scratch& scratch) {
  if (recoding_.from().conversion) return place_converted(box, stored, scratch);
  const std::size_t element_bytes = recoding_.element_bytes();
  const auto& chain = recoding_.from().chain;
  const auto memory = memory_of(box);
  if (chain && !memory.empty()) {
    chain->decode(stored.bytes, stored.filter_mask, memory, scratch.chain);
    if (recoding_.is_swapped()) model::swap_elements(memory, element_bytes);
    return;
  }
  const std::byte* elements = stored.bytes.data();
  if (chain) {
    const auto decoded = scratch.decoded.first(bytes_of(box, element_bytes));
    elements = decoded.data();
    chain->decode(stored.bytes, stored.filter_mask, decoded, scratch.chain);
  }
  place_elements(intersection(box, box_), box, elements);
}

// Elements beyond the extent may have any value, so they are not converted.
void Tile::place_converted(const Box& box, const StoredBytes& stored, Scratch& scratch) {
  const RecodingSide& from = recoding_.from();
  const std::size_t stored_bytes = from.conversion->stored_bytes;
  const Box part = recoding_.source().within(intersection(box, box_));
  std::span<const std::byte> elements = stored.bytes;
  if (from.chain) {
    const auto decoded = scratch.decoded.first(bytes_of(box, stored_bytes));
    from.chain->decode(stored.bytes, stored.filter_mask, decoded, scratch.chain);
    const auto in_part = scratch.part.first(bytes_of(part, stored_bytes));
    copy_part(part, box, decoded.data(), part, in_part.data(),
              {stored_bytes, model::is_foreign(from.conversion->stored_order)});
    elements = in_part;
  }
  const auto converted = scratch.converted.first(bytes_of(part, recoding_.element_bytes()));
  from.conversion->convert(part, elements, converted);
  place_elements(part, part, converted.data());
}

/// part: of `box`, whose elements are given.
void Tile::place_elements(const Box& part, const Box& box, const std::byte* elements) {
  for (TargetChunk* target : targets_of(part)) {
    take_memory(*target);
    copy_part(intersection(part, target->box), box, elements, target->box,
              target->elements.bytes().data(), {recoding_.element_bytes(), recoding_.is_swapped()});
  }
}

void Tile::fill_missing(TargetChunk& target) const {
  for (const Box& missing : missing_) {
    fill_part(intersection(missing, target.box), recoding_.unwritten_value(), target.box,
              target.elements.bytes().data());
  }
}

std::span<std::byte> Tile::elements_of(const TargetChunk& target) const {
  return target.elements.bytes().first(bytes_of(target.box, recoding_.element_bytes()));
}

void Tile::quantize(TargetChunk& target) const {
  const auto elements = elements_of(target);
  const bool is_foreign = model::is_foreign(recoding_.to().form.byte_order);
  if (is_foreign) model::swap_elements(elements, recoding_.element_bytes());
  recoding_.quantizer()->apply(elements, target.box, recoding_.target().extent());
  if (is_foreign) model::swap_elements(elements, recoding_.element_bytes());
}

void Tile::complete(TargetChunk& target) {
  if (!target.has_data || target.is_complete || target.is_stored) return;
  take_memory(target);
  fill_missing(target);
  if (recoding_.to().chain) {
    pad_chunk(recoding_, recoding_.target().within(target.box), elements_of(target));
  }
  if (recoding_.quantizer()) quantize(target);
  target.is_complete = true;
}

filter::EncoderStrategies Tile::choose_strategies(Scratch& scratch) {
  const auto first = std::find_if(targets_.begin(), targets_.end(),
                                  [](const TargetChunk& target) { return target.has_data; });
  complete(*first);
  const auto& start = first->box.start;
  const bool is_first_chunk =
      std::all_of(start.begin(), start.end(), [](std::size_t place) { return place == 0; });
  return recoding_.to().chain->choose_strategies(
      elements_of(*first), is_first_chunk && !first->is_stored ? recoding_.value_bytes() : 0,
      scratch.chain);
}

bool Tile::keeps_bound(const TargetChunk& target) const {
  const RecodingSide& to = recoding_.to();
  const Tolerance& tolerance = recoding_.tolerance();
  if (!target.has_data || target.is_stored || !tolerance.allows_changes()) return true;
  if (!to.chain) return false;  // the store may fill up chunks with any values
  return tolerance.is_kept_by(elements_of(target), to.form.element, to.form.byte_order);
}

void Tile::encode(TargetChunk& target, const filter::EncoderStrategies& strategies,
                  Scratch& scratch) const {
  const auto& chain = recoding_.to().chain;
  if (!chain || !target.has_data || target.is_stored) return;
  const auto [encoded, filter_mask] = chain->encode(elements_of(target), scratch.chain, strategies);
  target.stored.filter_mask = filter_mask;
  keep_encoded(target, encoded);
}

std::optional<double> Tile::encode_and_compare(TargetChunk& target,
                                               const filter::EncoderStrategies& strategies,
                                               Scratch& scratch) const {
  const auto [encoded, filter_mask] =
      recoding_.to().chain->encode(elements_of(target), scratch.chain, strategies);
  target.stored.filter_mask = filter_mask;
  const std::vector<std::byte> copy(encoded.begin(), encoded.end());
  const auto excess = compare(target, StoredBytes{copy, filter_mask}, scratch);
  keep_encoded(target, copy);
  return excess;
}

/// Keeps the encoded bytes in the memory of the elements if they fit.
void Tile::keep_encoded(TargetChunk& target, std::span<const std::byte> encoded) const {
  const auto elements = elements_of(target);
  target.encoded = encoded;
  target.encoded_bytes = encoded.size();
  if (encoded.data() == elements.data()) return;
  if (encoded.size() <= elements.size()) {
    base::copy_bytes(encoded, elements.data());
    target.encoded = elements.first(encoded.size());
  } else {
    target.stored.bytes.assign(encoded.begin(), encoded.end());
    target.encoded = target.stored.bytes;
  }
}

std::span<const std::byte> Tile::decode(const TargetChunk& target, const StoredBytes& read_back,
                                        Scratch& scratch) const {
  const auto& chain = recoding_.to().chain;
  if (!chain) return read_back.bytes;
  const auto decoded = scratch.decoded.first(bytes_of(target.box, recoding_.element_bytes()));
  chain->decode(read_back.bytes, read_back.filter_mask, decoded, scratch.chain);
  return decoded;
}

std::optional<double> Tile::compare(const TargetChunk& target,
                                    const std::optional<StoredBytes>& read_back,
                                    Scratch& scratch) const {
  if (!read_back) {
    if (target.has_data) throw Error(ErrorCode::corrupt, not_as_written);
    return std::nullopt;
  }
  if (target.has_data && is_compared_as_stored()) {
    compare_stored(target, *read_back, scratch);
    return std::nullopt;
  }
  const auto read = decode(target, *read_back, scratch);
  if (target.has_data) return find_excess(target, read, scratch);
  if (recoding_.is_passed() && !recoding_.from().form.fill) return std::nullopt;
  // Missing chunks read as the fill value, whether or not the store wrote them.
  if (!is_filled_with(recoding_.unwritten_value(), read))
    throw Error(ErrorCode::corrupt, not_as_written);
  return std::nullopt;
}

/// Compares a chunk as stored, and decodes it. A store that cannot skip filters for single chunks
/// encodes such a chunk anew, so then values count.
void Tile::compare_stored(const TargetChunk& target, const StoredBytes& read_back,
                          Scratch& scratch) const {
  const bool is_encoded_anew = target.stored.filter_mask != read_back.filter_mask;
  if (!is_encoded_anew) require_equal(target.encoded, read_back.bytes);
  const auto read = decode(target, read_back, scratch);
  if (!is_encoded_anew) return;
  const std::vector<std::byte> values(read.begin(), read.end());
  require_equal(decode(target, {target.encoded, target.stored.filter_mask}, scratch), values);
}

/// Compares values only, if a lossy filter may have changed the padding beyond the extent.
std::optional<double> Tile::find_excess(const TargetChunk& target, std::span<const std::byte> read,
                                        Scratch& scratch) const {
  const model::StoredForm& form = recoding_.to().form;
  const Tolerance& tolerance = recoding_.tolerance();
  const auto written = elements_of(target);
  const Box values = recoding_.target().within(target.box);
  if (!tolerance.allows_changes() || values.count == target.box.count) {
    return tolerance.find_excess(written, read, form.element, form.byte_order);
  }
  const auto values_of = [&](std::span<const std::byte> elements, base::ByteBuffer& memory) {
    const auto copy = memory.first(bytes_of(values, recoding_.element_bytes()));
    copy_part(values, target.box, elements.data(), values, copy.data(),
              {recoding_.element_bytes()});
    return copy;
  };
  return tolerance.find_excess(values_of(written, scratch.part), values_of(read, scratch.converted),
                               form.element, form.byte_order);
}

}  // namespace ncf::transcode
