// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/pipeline/two_passes.hpp"

#include <algorithm>
#include <utility>

#include "transcode/pipeline/intermediate_chunks.hpp"

namespace ncf::transcode {
namespace {

using Shape = std::vector<std::size_t>;

double decodes_per_chunk(const TilePlan& plan) {
  return static_cast<double>(plan.decodes) / static_cast<double>(plan.source_chunks);
}

/// Returns the largest chunks that fit completely into the tiles of either side.
Shape intermediate_shape(const Recoding& recoding, const TilePlan& one) {
  const TilePlan of_source = plan_tiles(
      recoding.target(), recoding.source(),
      {.element_bytes = recoding.element_bytes(), .max_bytes = one.tile_bytes, .grain_bytes = 0});
  Shape shape = recoding.source().extent();
  for (std::size_t i = 0; i < shape.size(); ++i) {
    shape[i] = std::min({shape[i], one.shape[i], of_source.shape[i]});
  }
  return shape;
}

/// Returns the source's values, in chunks of another shape and without filters.
RecodingSide intermediate_side(const RecodingSide& from, Shape chunk_shape) {
  RecodingSide side;
  side.id = from.id;
  side.form.layout = model::Layout::chunked;
  side.form.extent = from.form.extent;
  side.form.max_extent = from.form.extent;
  side.form.chunk_shape = std::move(chunk_shape);
  side.form.element = from.form.element;
  side.form.byte_order = from.form.byte_order;
  side.form.element_bytes = from.form.element_bytes;
  side.form.fill = from.form.fill;
  side.chain.emplace(StoredChain{}, std::vector<filter::Kernel>{});
  return side;
}

void do_first(const TwoPasses& passes, model::Source& input, IntermediateChunks& chunks,
              const std::function<void(std::uint64_t)>& on_done) {
  (void)recode({&passes.first, 1}, passes.first_plan, input, chunks.target(), on_done);
}

}  // namespace

std::optional<TwoPasses> plan_two_passes(const Recoding& recoding, const TilePlan& one,
                                         const Resources& resources) {
  const double decodes = one.source_chunks == 0 ? 0 : decodes_per_chunk(one);
  constexpr double least = 3;  // each value is decoded, written and read at least once
  if (recoding.from().form.layout != model::Layout::chunked || decodes <= least) return {};
  const RecodingSide between =
      intermediate_side(recoding.from(), intermediate_shape(recoding, one));
  const Recoding first(recoding.name(), recoding.from(), between);
  const Recoding second = recoding.with_source(between);
  const std::uint64_t index_bytes = IntermediateChunks::index_bytes(first.target());
  if (index_bytes > resources.max_bytes / 4) return {};
  const Resources enough{resources.threads, resources.max_bytes - index_bytes, false};
  TwoPasses passes{first, plan_recodings({&first, 1}, enough), second,
                   plan_recodings({&second, 1}, enough), 0};
  passes.peak_bytes =
      index_bytes + std::max(passes.first_plan.peak_bytes, passes.second_plan.peak_bytes);
  if (passes.peak_bytes > resources.max_bytes) return {};
  const double writes = 1;
  const double work = decodes_per_chunk(passes.first_plan.tiles.front()) + writes +
                      decodes_per_chunk(passes.second_plan.tiles.front());
  return work < decodes ? std::optional(std::move(passes)) : std::nullopt;
}

Recoded recode_in_two_passes(const TwoPasses& passes, model::Source& input, model::Target& output,
                             const std::filesystem::path& folder,
                             const std::function<void(std::uint64_t)>& on_done) {
  IntermediateChunks chunks(input.schema(), passes.first.target(), folder);
  do_first(passes, input, chunks, on_done);
  return recode({&passes.second, 1}, passes.second_plan, chunks.source(), output, on_done).front();
}

Excesses verify_two_passes(const TwoPasses& passes, model::Source& input,
                           const ReopenedOutput& output, const std::filesystem::path& folder,
                           const std::function<void(std::uint64_t)>& on_done) {
  IntermediateChunks chunks(input.schema(), passes.first.target(), folder);
  do_first(passes, input, chunks, on_done);
  const auto is_wanted = [](const Recoding& /*recoding*/) { return true; };
  return verify_recoded({&passes.second, 1}, passes.second_plan, chunks.source(), output, is_wanted,
                        on_done);
}

}  // namespace ncf::transcode
