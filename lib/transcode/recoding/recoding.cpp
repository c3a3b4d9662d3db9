// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/recoding/recoding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

#include "model/dataset/stored_form.hpp"
#include "model/grid/chunk_grid.hpp"
#include "ncf/error.hpp"
#include "transcode/recoding/form_difference.hpp"

namespace ncf::transcode {
namespace {

using model::ChunkGrid;
using model::Layout;
using model::StoredForm;

/// Size of one read or write of elements.
constexpr std::uint64_t slab_bytes = std::uint64_t{1} << 20;
/// Smaller tiles are joined, because each tile has a cost.
constexpr std::uint64_t grain_bytes = std::uint64_t{256} << 10;
/// Values in flight for each thread, enough to keep it busy.
constexpr std::uint64_t window_of_thread = std::uint64_t{8} << 20;

ChunkGrid grid_of(const RecodingSide& side, const std::vector<std::size_t>& extent) {
  if (side.form.layout == Layout::chunked) return {extent, side.form.chunk_shape};
  return {extent, model::slab_shape(extent, side.form.element_bytes, slab_bytes)};
}

std::vector<std::byte> unwritten_value_of(const StoredForm& from, bool is_swapped) {
  if (!from.fill) return std::vector<std::byte>(from.element_bytes);
  std::vector<std::byte> value = *from.fill;
  if (is_swapped) std::reverse(value.begin(), value.end());
  return value;
}

/// Bookkeeping for a chunk in flight, which matters if chunks are small.
constexpr std::size_t bytes_beside_a_chunk = 512;

/// Returns the bytes of elements, as stored, that are in memory at a time.
std::size_t decoded_bytes(const RecodingSide& side, const ChunkGrid& grid) {
  if (!side.conversion) return grid.chunk_values() * side.form.element_bytes;
  const std::size_t all = grid.chunk_values() * side.conversion->stored_bytes;
  return side.places ? std::min<std::size_t>(all, conversion_bytes) : all;
}

std::size_t bytes_of_chunk(const RecodingSide& side, const ChunkGrid& grid) {
  const std::size_t decoded = decoded_bytes(side, grid);
  const auto& chain = side.chain ? side.chain : side.padding_chain;
  return (chain ? chain->bound(decoded) : decoded) + bytes_beside_a_chunk;
}

/// Jobs whose source chunks are known but not yet decoded. If these were read already, they need
/// more memory.
std::size_t jobs_ahead(std::size_t threads, bool are_read) {
  return (are_read ? 2 : 8) * threads + 2;
}

/// The largest needs of any recoding, for tiles of a single chunk.
struct Needs {
  std::uint64_t scratch = 0;  ///< per thread
  std::uint64_t source = 0;   ///< one source chunk that waits
  std::uint64_t sources = 0;  ///< all source chunks, or at least as many as a job takes
  std::uint64_t tile = 0;
  bool are_read = false;  ///< source chunks that wait

  [[nodiscard]] std::size_t jobs_ahead(std::size_t threads) const {
    return transcode::jobs_ahead(threads, are_read);
  }
  [[nodiscard]] std::uint64_t least(std::size_t threads) const {
    return threads * scratch + jobs_ahead(threads) * source + tile;
  }
};

Needs needs_of(std::span<const Recoding> recodings) {
  Needs needs;
  for (const Recoding& recoding : recodings) {
    needs.scratch = std::max<std::uint64_t>(needs.scratch, recoding.scratch_bytes());
    const bool is_read = !recoding.is_read_by_workers();
    needs.are_read = needs.are_read || is_read;
    needs.source = std::max<std::uint64_t>(
        needs.source, is_read ? recoding.source_bytes() : bytes_beside_a_chunk);
    needs.sources = std::max<std::uint64_t>(
        needs.sources, std::min<std::uint64_t>(recoding.source().chunk_count(), job_bytes) *
                           recoding.source_bytes());
    needs.tile = std::max<std::uint64_t>(needs.tile, recoding.target_bytes());
  }
  return needs;
}

[[noreturn]] void throw_too_large(std::span<const Recoding> recodings, const Needs& needs) {
  const auto needed = [](const Recoding& one) { return needs_of({&one, 1}).least(1); };
  const auto largest = std::ranges::max_element(recodings, {}, needed);
  throw Error(ErrorCode::usage,
              fmt::format("copying it needs {} bytes of memory, most of it for the chunks of "
                          "variable {}; allow this with --max-memory, or choose smaller chunks "
                          "with -c",
                          needs.least(1), largest->name()));
}

/// Plans the tiles of all recodings. Returns the bytes of the largest tile, or of the largest chunk
/// if that is more.
std::uint64_t add_tiles(std::span<const Recoding> recodings, std::uint64_t max_bytes,
                        RecodingPlan& plan) {
  std::uint64_t largest = needs_of(recodings).tile;
  for (const Recoding& recoding : recodings) {
    const std::uint64_t chunk = recoding.target().chunk_values() * recoding.element_bytes();
    // Encoded chunks may be larger than decoded ones: the limit applies to the larger size.
    const std::uint64_t limit = chunk == 0 ? 0 : max_bytes / 2 / recoding.target_bytes() * chunk;
    plan.tiles.push_back(
        plan_tiles(recoding.source(), recoding.target(),
                   {.element_bytes = recoding.element_bytes(),
                    .max_bytes = limit,
                    .grain_bytes = grain_bytes,
                    .source_is_chunked = recoding.from().form.layout == Layout::chunked}));
    if (chunk > 0) {
      largest = std::max(largest, plan.tiles.back().tile_bytes / chunk * recoding.target_bytes());
    }
  }
  return largest;
}

}  // namespace

std::optional<std::string> why_not_recode(const StoredForm& from, const StoredForm& to) {
  if (auto objection = why_not_movable(from, to)) return objection;
  if (from.element != to.element) {
    return fmt::format("the stored types differ: {} and {}", from.element, to.element);
  }
  for (const StoredForm* form : {&from, &to}) {
    if (form->unreadable_codecs.empty()) continue;
    return fmt::format("codec {} cannot be decoded here", form->unreadable_codecs.front());
  }
  if (from.extent.size() != to.extent.size()) return "the shapes differ";
  for (std::size_t i = 0; i < from.extent.size(); ++i) {
    if (from.extent[i] < to.extent[i] || from.extent[i] > to.max_extent[i]) {
      return "its dimensions are longer than what is stored";
    }
  }
  return std::nullopt;
}

Recoding::Recoding(std::string name, RecodingSide from, RecodingSide to,
                   std::optional<Quantizer> quantizer, Tolerance tolerance)
    : name_(std::move(name)),
      from_(std::move(from)),
      to_(std::move(to)),
      quantizer_(std::move(quantizer)),
      tolerance_(std::move(tolerance)),
      source_(grid_of(from_, from_.form.extent)),
      target_(grid_of(to_, from_.form.extent)),
      source_bytes_(bytes_of_chunk(from_, source_)),
      target_bytes_(bytes_of_chunk(to_, target_)),
      unwritten_value_(unwritten_value_of(from_.form, is_swapped())),
      reads_missing_alike_(from_.form.fill ? to_.form.fill == unwritten_value_ : !to_.form.fill) {}

Recoding Recoding::of_passed(std::string name, RecodingSide from, model::VariableId output) {
  RecodingSide to = from;
  to.id = output;
  Recoding passed(std::move(name), std::move(from), std::move(to));
  passed.is_passed_ = true;
  return passed;
}

Recoding Recoding::with_source(RecodingSide from) const {
  return {name_, std::move(from), to_, quantizer_, tolerance_};
}

std::uint64_t Recoding::value_bytes() const noexcept {
  const auto& extent = target_.extent();
  return std::accumulate(extent.begin(), extent.end(), std::uint64_t{element_bytes()},
                         std::multiplies<>());
}

bool Recoding::has_equal_chunks() const noexcept {
  return !has_parts() && from_.form.layout == Layout::chunked &&
         to_.form.layout == Layout::chunked && source_.chunk_shape() == target_.chunk_shape();
}

// A chunk as read, the decoded source chunk and two buffers for the steps of a chain
// (filter/kernels/prepared_chain.hpp). For a conversion, the values too, and of a chunk the part
// within the extent.
std::size_t Recoding::scratch_bytes() const noexcept {
  const std::size_t decoded = decoded_bytes(from_, source_);
  const std::size_t converted = from_.conversion
                                    ? (from_.chain ? 2 * decoded : 0) +
                                          decoded / from_.conversion->stored_bytes * element_bytes()
                                    : 0;
  const std::size_t steps = std::max(from_.chain ? source_bytes() : 0,
                                     to_.chain || to_.padding_chain ? target_bytes() : 0);
  const std::size_t read =
      std::max(is_read_by_workers() ? source_bytes() : 0, to_.chain ? target_bytes() : 0) +
      (from_.places ? model::element_reader_bytes : 0) + from_.part_bytes;
  const bool is_placed_later = from_.chain && !from_.conversion && !has_equal_chunks();
  return read + (is_placed_later ? decoded : 0) + converted + 2 * steps;
}

// The order of chunks in the output follows from the tiles, so these get memory that does not
// depend on the number of threads; threads and their jobs get the rest.
RecodingPlan plan_recodings(std::span<const Recoding> recodings, const Resources& resources) {
  RecodingPlan plan;
  plan.threads = std::max<std::size_t>(1, resources.threads);
  if (recodings.empty()) return plan;
  const Needs needs = needs_of(recodings);
  const std::uint64_t least = needs.least(1);
  if (least > resources.max_bytes && resources.is_strict) throw_too_large(recodings, needs);
  const std::uint64_t max_bytes = std::max(resources.max_bytes, least);
  const std::uint64_t for_threads =
      least - needs.tile + std::min((max_bytes - least) / 4, max_bytes / 8);
  const std::uint64_t for_tiles = max_bytes - for_threads;
  const std::uint64_t largest = add_tiles(recodings, for_tiles, plan);
  while (plan.threads > 1 && needs.least(plan.threads) - needs.tile > for_threads) --plan.threads;
  plan.jobs_ahead = needs.jobs_ahead(plan.threads);
  const std::uint64_t waiting = needs.least(plan.threads) - needs.tile;
  plan.job_bytes = std::min({job_bytes, needs.sources, (for_threads - waiting) / plan.jobs_ahead});
  plan.window_bytes = std::min(for_tiles, std::max(2 * largest, plan.threads * window_of_thread));
  plan.peak_bytes = waiting + plan.jobs_ahead * plan.job_bytes + plan.window_bytes;
  return plan;
}

}  // namespace ncf::transcode
