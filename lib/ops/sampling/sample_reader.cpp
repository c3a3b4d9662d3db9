// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/sampling/sample_reader.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "base/threads/stop.hpp"

namespace ncf::ops {
namespace {

bool is_constant(std::span<const std::byte> bytes, std::size_t element_bytes) {
  return std::equal(bytes.begin() + static_cast<std::ptrdiff_t>(element_bytes), bytes.end(),
                    bytes.begin());
}

}  // namespace

std::optional<SampleChunk> SampleReader::read(std::size_t number) {
  const model::ChunkGrid& grid = recoding_.target();
  const model::Box inside = grid.within(grid.chunk_box(number));
  transcode::Tile tile(recoding_, inside, memory_);
  std::vector<transcode::Piece> pieces = find_pieces(tile);
  if (!tile.settle_missing()) return std::nullopt;
  for (const transcode::Piece& piece : pieces) place_piece(input_, tile, piece, scratch_);
  transcode::Target& target = tile.targets().front();
  tile.complete(target);

  SampleChunk chunk;
  chunk.numbers = {number};
  chunk.box = target.box;
  chunk.bytes = target.box.value_count() * recoding_.element_bytes();
  chunk.raw_bytes = inside.value_count() * recoding_.element_bytes();
  chunk.memory = std::move(target.elements);
  chunk.is_constant = is_constant(chunk.elements(), recoding_.element_bytes());
  return chunk;
}

std::vector<transcode::Piece> SampleReader::find_pieces(transcode::Tile& tile) {
  std::vector<transcode::Piece> pieces;
  for (const std::size_t number : recoding_.source().chunks_of(tile.box())) {
    base::throw_if_stopped();
    const model::Box source = recoding_.source().chunk_box(number);
    auto piece = transcode::find_piece(input_, tile, source);
    if (!piece) {
      tile.add_missing(source);
      continue;
    }
    tile.expect_data(piece->box);
    pieces.push_back(std::move(*piece));
  }
  return pieces;
}

}  // namespace ncf::ops
