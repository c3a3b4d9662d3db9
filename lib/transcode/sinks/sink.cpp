// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/sinks/sink.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include "base/threads/stop.hpp"
#include "ncf/error.hpp"
#include "transcode/tiles/padded_chunk.hpp"
#include "transcode/tiles/piece.hpp"

namespace ncf::transcode {

// ---- Writing ------------------------------------------------------------------------------------

// A store that takes values, not stored bytes, extends the variable while they are written.
void WritingSink::begin(const Recoding& recoding) {
  const RecodingSide& to = recoding.to();
  const auto& extent = recoding.target().extent();
  if (target_.shows_stored_bytes() && to.form.extent != extent) target_.extend(to.id, extent);
}

void WritingSink::end(const TileRef& work, Part& part, Crew& crew) {
  const RecodingSide& to = work->tile.recoding().to();
  std::vector<model::PlacedChunk> placed;
  for (const TargetChunk& target : part.targets) {
    base::throw_if_stopped();
    if (!target.has_data) continue;
    if (!to.chain) {
      write_here(work->tile, target);
      continue;
    }
    placed.push_back(target_.place_chunk(to.id, target.box.start, target.encoded_bytes,
                                         target.stored.filter_mask));
  }
  placed.empty() ? crew.release(work, part) : crew.write(work, part, std::move(placed));
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

// ---- Verifying ----------------------------------------------------------------------------------

void VerifyingSink::expect(VariableInWork& variable) {
  const Recoding& recoding = variable.recoding;
  const model::VariableId id = id_of(recoding);
  const bool has_chunks = recoding.to().chain.has_value();
  unverified_chunks_ = has_chunks ? output_.source.stored_chunk_count(id) : 0;
  if (!has_chunks) variable.written = output_.source.find_elements(id);
}

void VerifyingSink::check_rest(const Recoding& recoding) {
  const model::VariableId id = id_of(recoding);
  if (unverified_chunks_ == 0 || !recoding.from().form.fill) return;
  const model::ChunkGrid grid(output_.source.stored_form(id).extent,
                              recoding.target().chunk_shape());
  std::vector<std::byte> elements;
  (void)output_.source.visit_chunks(id, grid, [&](std::size_t number, const auto& /*place*/) {
    const model::Box box = grid.within(grid.chunk_box(number));
    if (std::ranges::equal(box.start, recoding.target().extent(), std::less<>())) return true;
    elements.resize(box.value_count() * recoding.element_bytes());
    output_.source.read_elements(id, box, elements);
    if (!is_filled_with(recoding.unwritten_value(), elements)) {
      throw Error(ErrorCode::corrupt, not_as_written).add_context(model::chunk_name(box.start));
    }
    return true;
  });
}

bool VerifyingSink::take(TileInWork& work, bool /*has_data*/) {
  const Recoding& recoding = work.tile.recoding();
  const model::VariableId id = id_of(recoding);
  for (TargetChunk& target : work.tile.targets()) {
    base::throw_if_stopped();
    if (recoding.to().chain) {
      target.read_back = output_.source.find_chunk(id, target.box.start);
      if (target.read_back && unverified_chunks_ > 0) --unverified_chunks_;
    } else if (!work.variable.written) {
      target.stored.bytes.resize(target.box.value_count() * recoding.element_bytes());
      output_.source.read_elements(id, target.box, target.stored.bytes);
    }
  }
  return true;
}

void VerifyingSink::finish(TileInWork& work, TargetChunk& target, Scratch& scratch) {
  const auto read_back = read(work, target, scratch);
  at_chunk(name(), work.tile, target.box, [&] {
    work.tile.complete(target);
    work.variable.add_excess(work.tile.compare(target, read_back, scratch));
  });
}

std::optional<StoredBytes> VerifyingSink::read(const TileInWork& work, const TargetChunk& target,
                                               Scratch& scratch) const {
  const Recoding& recoding = work.tile.recoding();
  const model::VariableId id = id_of(recoding);
  if (recoding.to().chain) {
    if (!target.read_back) return std::nullopt;
    return read_stored(output_.source, id, target.box, *target.read_back, scratch);
  }
  if (!work.variable.written) return StoredBytes{target.stored.bytes};
  const std::size_t bytes = target.box.value_count() * recoding.element_bytes();
  const auto elements = scratch.stored.first(bytes);
  output_.source.read_found_elements(id, *work.variable.written, target.box, elements);
  return StoredBytes{elements};
}

}  // namespace ncf::transcode
