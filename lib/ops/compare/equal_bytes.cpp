// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "base/memory/bytes.hpp"
#include "base/threads/in_order.hpp"
#include "model/schema/fill_values.hpp"
#include "ops/compare/variable_comparison.hpp"
#include "transcode/passthrough/streams.hpp"
#include "transcode/recoding/form_difference.hpp"
#include "transcode/tiles/piece.hpp"
#include "transcode/walks/walks.hpp"

namespace ncf::ops {
namespace {

using model::StoredForm;
using model::StoredPlace;

/// Large enough for efficient reads, small enough for the processor's cache.
constexpr std::uint64_t batch_bytes = std::uint64_t{1} << 20;

/// Returns whether equal bytes are equal values, and everything is stored.
bool are_comparable(const VariableOf& first, const StoredForm& first_form, const VariableOf& second,
                    const StoredForm& second_form) {
  const model::Variable& a = first.source.schema().variables[first.id];
  const model::Variable& b = second.source.schema().variables[second.id];
  const auto shape = first.source.schema().shape(a);
  return first_form.layout == model::Layout::chunked && first_form.extent == shape &&
         second_form.extent == shape && a.type->type_class == b.type->type_class &&
         model::missing_markers_of(a) == model::missing_markers_of(b) &&
         !transcode::why_not_passthrough(
             first_form, second_form, [&] { return first.source.stored_chunk_count(first.id); }) &&
         !transcode::why_not_decoded_in(second.source.schema().format, first.source, first.id) &&
         !transcode::why_not_decoded_in(first.source.schema().format, second.source, second.id);
}

/// Chunks that one job reads and compares.
struct Batch {
  std::vector<std::vector<std::size_t>> offsets;
  std::vector<StoredPlace> first;
  std::vector<StoredPlace> second;
  std::uint64_t bytes = 0;  ///< of both
  bool are_equal = false;
};

class ByteComparison {
 public:
  ByteComparison(const VariableOf& first, const VariableOf& second, model::ChunkGrid grid,
                 transcode::TileReader& reader)
      : first_(first), second_(second), grid_(std::move(grid)), reader_(reader) {}
  ByteComparison(const ByteComparison&) = delete;
  ByteComparison& operator=(const ByteComparison&) = delete;
  ~ByteComparison() {
    first_.source.forget_announced();
    second_.source.forget_announced();
  }

  // Counting ends the walk at the last stored chunk.
  bool run() {
    std::size_t left = first_.source.stored_chunk_count(first_.id);
    if (left != second_.source.stored_chunk_count(second_.id)) return false;
    transcode::ShardWalk walk(grid_, {}, first_.source.list_few_chunks(first_.id, grid_));
    auto first_ahead = announce(first_, walk);
    auto second_ahead = announce(second_, walk);
    while (left > 0) {
      const auto number = walk.next();
      if (!number) return false;
      if (first_ahead) first_ahead->begin_group();
      if (second_ahead) second_ahead->begin_group();
      const auto offset = grid_.offset(*number);
      const auto first = first_.source.find_chunk(first_.id, offset);
      if (!first) continue;
      --left;
      const auto second = second_.source.find_chunk(second_.id, offset);
      if (!second || first->filter_mask != second->filter_mask || first->bytes != second->bytes ||
          !add(offset, *first, *second)) {
        return false;
      }
    }
    return start() && end_until(0);
  }

 private:
  std::optional<transcode::ChunksAhead> announce(const VariableOf& variable,
                                                 const transcode::ShardWalk& walk) const {
    if (variable.source.ahead_bytes() == 0) return std::nullopt;
    return transcode::ChunksAhead(variable.source, variable.id, grid_,
                                  transcode::single_chunks(walk));
  }

  // These return whether no difference was found.
  bool add(const std::vector<std::size_t>& offset, const StoredPlace& first,
           const StoredPlace& second) {
    gathered_.offsets.push_back(offset);
    gathered_.first.push_back(first);
    gathered_.second.push_back(second);
    gathered_.bytes += first.bytes + second.bytes;
    return gathered_.bytes < batch_bytes || start();
  }

  bool start() {
    for (const auto& [variable, places] :
         {std::pair(&first_, &gathered_.first), std::pair(&second_, &gathered_.second)}) {
      if (variable->source.ahead_bytes() == 0) continue;
      transcode::request_together(variable->source, variable->id, *places);
    }
    const std::uint64_t bytes = gathered_.bytes;
    batches_.start(reader_.pool(), std::exchange(gathered_, {}), bytes,
                   [this](Batch& batch, std::size_t worker) {
                     batch.are_equal = compare(batch, reader_.scratch(worker));
                   });
    const std::uint64_t ahead = std::max(first_.source.ahead_bytes(), second_.source.ahead_bytes());
    return end_until(std::max(ahead, 2 * reader_.worker_count() * batch_bytes));
  }

  bool end_until(std::uint64_t bytes) {
    while (!batches_.is_empty() && batches_.bytes() >= bytes) {
      if (!batches_.end_oldest().are_equal) return false;
    }
    return true;
  }

  [[nodiscard]] bool compare(const Batch& batch, transcode::Scratch& scratch) const {
    for (std::size_t i = 0; i < batch.offsets.size(); ++i) {
      const std::size_t bytes = batch.first[i].bytes;
      const auto first = scratch.stored.first(bytes);
      const auto second = scratch.part.first(bytes);
      first_.source.read_found(first_.id, batch.offsets[i], batch.first[i], first);
      second_.source.read_found(second_.id, batch.offsets[i], batch.second[i], second);
      if (!base::are_equal(first, second)) return false;
    }
    return true;
  }

  VariableOf first_;
  VariableOf second_;
  model::ChunkGrid grid_;
  transcode::TileReader& reader_;
  Batch gathered_;
  base::InOrder<Batch> batches_;  ///< last: their jobs use the rest
};

}  // namespace

bool have_equal_stored_bytes(const VariableOf& first, const VariableOf& second,
                             transcode::TileReader& reader) {
  if (first.source.fault(first.id) || second.source.fault(second.id)) return false;
  const StoredForm form = first.source.stored_form(first.id);
  return are_comparable(first, form, second, second.source.stored_form(second.id)) &&
         ByteComparison(first, second, {form.extent, form.chunk_shape}, reader).run();
}

}  // namespace ncf::ops
