// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/values/sample.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "base/errors/error_context.hpp"
#include "base/memory/bytes.hpp"
#include "base/threads/stop.hpp"

namespace ncf::ops {
namespace {

/// Reads up to this multiple of the requested bytes in search of chunks that are not constant.
constexpr std::uint64_t longest_search = 16;
/// Limit for the chunks to look up if most are missing.
constexpr std::uint64_t max_looks = 100'000;

/// Returns a constant chunk read earlier that equals this one, or null.
SampleChunk* find_equal(std::vector<SampleChunk>& chunks, const SampleChunk& chunk) {
  const auto found = std::ranges::find_if(chunks, [&](const SampleChunk& known) {
    return known.is_constant && known.raw_bytes == chunk.raw_bytes &&
           base::are_equal(known.elements(), chunk.elements());
  });
  return found == chunks.end() ? nullptr : &*found;
}

/// Returns the numbers of the chunks that may have values to store; empty if these may be all.
std::optional<std::vector<std::size_t>> find_chunks_to_store(const transcode::Recoding& recoding,
                                                             model::Source& input) {
  const bool is_chunked = recoding.from().form.layout == model::Layout::chunked;
  if (!recoding.missing_chunks_stay() || !is_chunked) return std::nullopt;
  const auto stored = input.list_few_chunks(recoding.from().id, recoding.source());
  if (!stored) return std::nullopt;
  return model::chunks_sharing(recoding.source(), *stored, recoding.target());
}

std::uint64_t count_chunks_to_store(const transcode::Recoding& recoding, model::Source& input) {
  const std::uint64_t all = recoding.target().chunk_count();
  if (!recoding.has_equal_chunks() || !recoding.missing_chunks_stay()) return all;
  return std::min<std::uint64_t>(all, input.stored_chunk_count(recoding.from().id));
}

/// Returns the numbers of the chunks that a sample begins with: the first one, and those that have
/// `max_bytes` if none is missing or constant.
std::function<std::optional<std::size_t>()> numbers_to_read(
    const transcode::Recoding& recoding, const std::optional<std::vector<std::size_t>>& few,
    SpreadOrder order, std::uint64_t max_bytes) {
  const std::uint64_t chunk_bytes = recoding.target().chunk_values() * recoding.element_bytes();
  const std::uint64_t count = few ? few->size() : recoding.target().chunk_count();
  return [&few, order = std::move(order), is_first = true,
          left = std::min(count,
                          max_bytes / chunk_bytes + 1)]() mutable -> std::optional<std::size_t> {
    if (std::exchange(is_first, false)) return 0;
    if (left == 0) return std::nullopt;
    --left;
    const auto place = static_cast<std::size_t>(order.next());
    return few ? (*few)[place] : place;
  };
}

bool is_constant(std::span<const std::byte> bytes, std::size_t element_bytes) {
  return std::equal(bytes.begin() + static_cast<std::ptrdiff_t>(element_bytes), bytes.end(),
                    bytes.begin());
}

/// Fewer chunks do not show how much they differ.
constexpr double min_chunks = 4;

}  // namespace

std::uint64_t SpreadOrder::next() {
  constexpr double golden = 0.6180339887498949;
  for (;;) {
    const auto number = static_cast<std::uint64_t>(place_ * static_cast<double>(count_));
    place_ = std::fmod(place_ + golden, 1.0);
    if (seen_.insert(std::min(number, count_ - 1)).second) return std::min(number, count_ - 1);
  }
}

double raw_bytes_to_store(const Sample& sample, std::uint64_t all_bytes) {
  if (sample.is_whole) {
    double bytes = 0;
    for (const SampleChunk& chunk : sample.chunks) {
      bytes += static_cast<double>(chunk.numbers.size()) * static_cast<double>(chunk.raw_bytes);
    }
    return bytes;
  }
  return static_cast<double>(all_bytes) * static_cast<double>(sample.chunks_to_store) /
         static_cast<double>(sample.chunk_count);
}

Sample read_sample(const transcode::Recoding& recoding, model::Source& input,
                   std::uint64_t max_bytes) {
  Sample sample;
  sample.chunk_count = recoding.target().chunk_count();
  const auto few = find_chunks_to_store(recoding, input);
  sample.chunks_to_store = few ? few->size() : count_chunks_to_store(recoding, input);
  sample.variable_bytes = recoding.value_bytes();
  if (sample.chunk_count == 0) {
    sample.is_whole = true;
    return sample;
  }
  const std::uint64_t count = few ? few->size() : sample.chunk_count;
  SpreadOrder order(count);
  SampleReader reader(recoding, input);
  reader.announce(numbers_to_read(recoding, few, order, max_bytes));
  sample.first = base::with_context("variable " + recoding.name(), [&] { return reader.read(0); });
  std::uint64_t bytes_kept = 0;
  std::uint64_t bytes_read = 0;
  bool has_varied = false;
  std::uint64_t looks = 0;
  for (; looks < std::min(count, max_looks); ++looks) {
    if (sample.chunks_read == sample.chunks_to_store) break;
    if (bytes_kept >= max_bytes && has_varied) break;
    if (bytes_read > 0 && bytes_read >= longest_search * max_bytes) break;
    base::throw_if_stopped();
    const auto place = static_cast<std::size_t>(order.next());
    const std::size_t number = few ? (*few)[place] : place;
    auto chunk =
        base::with_context("variable " + recoding.name(), [&] { return reader.read(number); });
    if (!chunk) continue;
    ++sample.chunks_read;
    bytes_read += chunk->bytes;
    SampleChunk* equal = chunk->is_constant ? find_equal(sample.chunks, *chunk) : nullptr;
    if (equal != nullptr) {
      equal->numbers.push_back(number);
      continue;
    }
    has_varied = has_varied || !chunk->is_constant;
    bytes_kept += chunk->bytes;
    sample.chunks.push_back(std::move(*chunk));
  }
  if (looks == count) sample.chunks_to_store = sample.chunks_read;
  sample.is_whole = sample.chunks_read == sample.chunks_to_store;
  return sample;
}

void SampleReader::announce(std::function<std::optional<std::size_t>()> numbers) {
  if (!recoding_.from().chain || input_.ahead_bytes() == 0) return;
  ahead_.emplace(input_, recoding_.from().id, recoding_.source(),
                 [this, numbers = std::move(numbers)]() -> std::optional<std::vector<std::size_t>> {
                   const auto number = numbers();
                   if (!number) return std::nullopt;
                   const model::ChunkGrid& grid = recoding_.target();
                   return recoding_.source().chunks_of(grid.within(grid.chunk_box(*number)));
                 });
}

std::optional<SampleChunk> SampleReader::read(std::size_t number) {
  const model::ChunkGrid& grid = recoding_.target();
  const model::Box inside = grid.within(grid.chunk_box(number));
  transcode::Tile tile(recoding_, inside, memory_);
  std::vector<transcode::Piece> pieces = find_pieces(tile);
  if (!tile.choose_written()) return std::nullopt;
  for (const transcode::Piece& piece : pieces) place_piece(input_, tile, piece, scratch_);
  transcode::TargetChunk& target = tile.targets().front();
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
  if (ahead_) ahead_->begin_group();
  for (const std::size_t number : recoding_.source().chunks_of(tile.box())) {
    base::throw_if_stopped();
    if (ahead_) ahead_->will_find(number);
    auto piece = transcode::find_piece(input_, tile, recoding_.source().chunk_box(number));
    if (piece) pieces.push_back(*std::move(piece));
  }
  return pieces;
}

Estimate estimate_share(const std::vector<ChunkSizes>& chunks, std::uint64_t all_chunks) {
  double raw = 0;
  double stored = 0;
  double count = 0;
  for (const ChunkSizes& chunk : chunks) {
    const auto weight = static_cast<double>(chunk.count);
    raw += weight * static_cast<double>(chunk.raw_bytes);
    stored += weight * static_cast<double>(chunk.stored_bytes);
    count += weight;
  }
  Estimate estimate{stored / raw, {}};
  const auto all = static_cast<double>(all_chunks);
  if (count >= all) estimate.uncertainty = 0;
  if (count >= all || count < min_chunks) return estimate;
  double squares = 0;
  for (const ChunkSizes& chunk : chunks) {
    const double residue = static_cast<double>(chunk.stored_bytes) -
                           estimate.stored_share * static_cast<double>(chunk.raw_bytes);
    squares += static_cast<double>(chunk.count) * residue * residue;
  }
  const double error = std::sqrt(squares / (count - 1) / count * (1 - count / all));
  estimate.uncertainty = 2 * error * count / std::max(1.0, stored);
  return estimate;
}

}  // namespace ncf::ops
