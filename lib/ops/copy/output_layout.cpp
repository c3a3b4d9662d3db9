// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/copy/output_layout.hpp"

#include <algorithm>

#include "model/grid/chunk_grid.hpp"
#include "ncf/error.hpp"
#include "ops/copy/element_route.hpp"
#include "ops/output/output_format.hpp"
#include "ops/output/purpose.hpp"

namespace ncf::ops {
namespace {

using model::ExpectedChunks;
using model::RequestedLayout;
using model::VariableId;

/// Returns the input's layout; an ordinary one if its indexes are damaged, which is reported when
/// values are read.
RequestedLayout layout_of_input(model::Source& input) {
  try {
    return input.layout_to_keep();
  } catch (const Error& error) {
    if (error.code() == ErrorCode::interrupted) throw;
    return {};
  }
}

/// Returns how many times smaller than its values the input is.
double compression_of(const CopyDecision& decision) {
  std::uint64_t raw = 0;
  std::uint64_t stored = 0;
  for (VariableId id = 0; id < decision.source.input_ids.size(); ++id) {
    if (!decision.source.has_values[id]) continue;
    raw += decision.source.schema.raw_bytes(id);
    stored += decision.input->stored_bytes(decision.source.input_ids[id]);
  }
  return stored == 0 ? 1 : std::max(1.0, static_cast<double>(raw) / static_cast<double>(stored));
}

/// Returns how many chunks of the target overlap some of so many chunks of the source, at most.
std::uint64_t most_overlapping(const transcode::Recoding& recoding, std::uint64_t source_chunks) {
  const auto& from = recoding.source().chunk_shape();
  const auto& to = recoding.target().chunk_shape();
  std::uint64_t most = source_chunks;
  for (std::size_t i = 0; i < from.size(); ++i) {
    if (__builtin_mul_overflow(most, (from[i] + to[i] - 2) / to[i] + 1, &most)) return UINT64_MAX;
  }
  return most;
}

/// Returns whether all chunks of a tile come before those of the next one.
bool are_tiles_in_order(const transcode::TilePlan& tiles, const model::ChunkGrid& chunks) {
  bool may_be_cut = true;
  for (std::size_t i = 0; i < tiles.shape.size(); ++i) {
    if (!may_be_cut && tiles.shape[i] < chunks.extent()[i]) return false;
    if (tiles.shape[i] > chunks.chunk_shape()[i]) may_be_cut = false;
  }
  return true;
}

ExpectedChunks expected_of(const CopyWork& work, const transcode::Recoding& recoding,
                           const transcode::TilePlan& tiles) {
  ExpectedChunks chunks{recoding.target().chunk_count(),
                        are_tiles_in_order(tiles, recoding.target())};
  if (recoding.missing_chunks_stay() && recoding.from().form.layout == model::Layout::chunked) {
    const auto stored = work.decision.input->stored_chunk_count(recoding.from().id);
    chunks.count = std::min(chunks.count, most_overlapping(recoding, stored));
  }
  return chunks;
}

}  // namespace

RequestedLayout asked_layout(const CopyOptions& options) {
  if (!options.layout.empty() || options.purpose.empty()) return parse_layout(options.layout);
  return parse_purpose(options.purpose).rules.layout;
}

void choose_layout(CopyDecision& decision) {
  CopyPlan& plan = decision.plan;
  if (!is_netcdf4(plan.format)) return;
  RequestedLayout& layout = decision.output_schema.layout;
  layout = asked_layout(decision.options);
  const bool is_asked = layout.kind != RequestedLayout::Kind::ordinary;
  if (decision.options.layout.empty()) {
    const RequestedLayout of_input = layout_of_input(*decision.input);
    // A purpose asks for pages, of any size.
    if (!is_asked || of_input.kind == layout.kind) layout = of_input;
  }
  if (layout.kind == RequestedLayout::Kind::ordinary) return;
  if (layout.kind == RequestedLayout::Kind::paged && layout.page_bytes == 0) {
    choose_pages(decision.output_schema, *decision.filters, compression_of(decision));
  }
  plan.layout = format_layout(layout);
  plan.layout_by = is_asked ? "requested" : "as the input";
}

std::vector<ExpectedChunks> expected_chunks(const CopyWork& work) {
  std::vector<ExpectedChunks> expected(work.plan.variables.size());
  for (VariableId id = 0; id < expected.size(); ++id) {
    const VariableCopy& copy = work.plan.variables[id];
    if (!copy.chunks.empty() && copy.route == Route::element) {
      expected[id].count = most_chunks_copied(work, id);
    }
  }
  for (const transcode::Recoding& passed : work.passed) {
    if (work.plan.variables[passed.to().id].chunks.empty()) continue;
    expected[passed.to().id] = {work.decision.input->stored_chunk_count(passed.from().id), true};
  }
  for (std::size_t i = 0; i < work.recodings.size(); ++i) {
    const transcode::Recoding& recoding = work.recodings[i];
    if (recoding.to().form.layout != model::Layout::chunked) continue;
    expected[recoding.to().id] = expected_of(work, recoding, work.recoding_plan.tiles[i]);
  }
  for (const transcode::TwoPasses& passes : work.two_passes) {
    const model::ChunkGrid& chunks = passes.second.target();
    expected[passes.second.to().id] = {
        chunks.chunk_count(), are_tiles_in_order(passes.second_plan.tiles.front(), chunks)};
  }
  return expected;
}

void verify_layout(const RequestedLayout& layout, model::Source& output) {
  if (layout.kind == RequestedLayout::Kind::ordinary) return;
  const auto made = output.file_layout();
  const bool is_paged = layout.kind == RequestedLayout::Kind::paged;
  if (made && (is_paged ? made->page_bytes == layout.page_bytes : made->is_consolidated())) return;
  throw Error(ErrorCode::internal, "the output does not have the layout " + format_layout(layout));
}

}  // namespace ncf::ops
