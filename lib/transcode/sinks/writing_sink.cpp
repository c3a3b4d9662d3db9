// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/sinks/writing_sink.hpp"

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

#include "base/threads/stop.hpp"
#include "transcode/tiles/padded_chunk.hpp"

namespace ncf::transcode {

// A store that takes values, not stored bytes, extends the variable while they are written.
void WritingSink::begin(const Recoding& recoding) {
  const RecodingSide& to = recoding.to();
  const auto& extent = recoding.target().extent();
  if (target_.shows_stored_bytes() && to.form.extent != extent) target_.extend(to.id, extent);
}

void WritingSink::end(const TileRef& work, Part& part) {
  const RecodingSide& to = work->tile.recoding().to();
  ChunksToWrite chunks;
  for (const TargetChunk& target : part.targets) {
    base::throw_if_stopped();
    if (!target.has_data) continue;
    if (!to.chain) {
      write_here(work->tile, target);
      continue;
    }
    chunks.placed.push_back(target_.place_chunk(to.id, target.box.start, target.encoded.size(),
                                                target.stored.filter_mask));
    chunks.bytes.push_back(target.encoded);
  }
  const auto give_back = [work, targets = part.targets] {
    for (TargetChunk& target : targets) work->tile.free(target);
  };
  if (chunks.placed.empty()) return give_back();
  writes_.add(std::move(chunks), give_back, part.window_bytes);
}

void WritingSink::end_elsewhere(const TileRef& work, Part& part, OtherRanks& ranks) {
  const model::VariableId id = work->tile.recoding().to().id;
  std::vector<model::PlacedChunk> placed;
  std::vector<model::FilePlace> places;
  for (const TargetChunk& target : part.targets) {
    base::throw_if_stopped();
    if (!target.has_data) continue;
    placed.push_back(
        target_.place_chunk(id, target.box.start, target.encoded_bytes, target.stored.filter_mask));
    places.push_back(target_.file_place(placed.back()));
  }
  if (placed.empty()) return ranks.release(*work, part);
  ranks.write(*work, part, std::move(places), [this, placed = std::move(placed)] {
    for (const model::PlacedChunk& chunk : placed) target_.note_written(chunk);
  });
}

/// Writes elements, and chunks that are encoded on this thread.
void WritingSink::write_here(const Tile& tile, const TargetChunk& target) {
  const Recoding& recoding = tile.recoding();
  const RecodingSide& to = recoding.to();
  const std::size_t bytes = target.box.value_count() * recoding.element_bytes();
  const auto elements = target.elements.bytes().first(bytes);
  if (!to.padding_chain) return target_.write_elements(to.id, target.box, elements);
  at_chunk(name(), tile, target.box, [&] {
    const auto chunk = padded_chunk(recoding, target.box, elements);
    const auto [encoded, filter_mask] = to.padding_chain->encode(chunk, workspace_);
    const model::PlacedChunk placed =
        target_.place_chunk(to.id, target.box.start, encoded.size(), filter_mask);
    target_.write_placed({&placed, 1}, {&encoded, 1});
  });
}

bool WritingSink::release_oldest() {
  if (writes_.is_empty()) return false;
  writes_.end_oldest();
  return true;
}

namespace {

/// Large enough for efficient writes, small enough for the processor's cache.
constexpr std::uint64_t batch_bytes = std::uint64_t{1} << 20;

}  // namespace

void PendingWrites::add(ChunksToWrite chunks, std::function<void()> give_back,
                        std::uint64_t held_bytes) {
  for (const auto& bytes : chunks.bytes) gathered_.bytes += bytes.size();
  std::ranges::move(chunks.placed, std::back_inserter(gathered_.chunks.placed));
  std::ranges::copy(chunks.bytes, std::back_inserter(gathered_.chunks.bytes));
  gathered_.give_back.push_back(std::move(give_back));
  gathered_.held_bytes += held_bytes;
  if (gathered_.bytes >= batch_bytes) start();
}

void PendingWrites::start() {
  const std::uint64_t held_bytes = gathered_.held_bytes;
  writes_.start(pool_, std::exchange(gathered_, {}), held_bytes,
                [&target = target_](const Batch& batch, std::size_t /*worker*/) {
                  target.write_placed(batch.chunks.placed, batch.chunks.bytes);
                  for (const auto& give_back : batch.give_back) give_back();
                });
}

void PendingWrites::end_oldest() {
  if (writes_.is_empty()) start();
  (void)writes_.end_oldest();
}

void PendingWrites::end_written() {
  while (!writes_.is_empty() && writes_.has_oldest_ended()) (void)writes_.end_oldest();
}

}  // namespace ncf::transcode
