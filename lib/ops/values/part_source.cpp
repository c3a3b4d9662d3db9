// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/values/part_source.hpp"

#include <algorithm>
#include <future>
#include <utility>
#include <vector>

#include "base/memory/byte_buffer.hpp"
#include "base/threads/stop.hpp"
#include "model/grid/block.hpp"
#include "ops/values/work_in_order.hpp"

namespace ncf::ops {
namespace {

using model::Box;
using transcode::PendingValues;

class AssembledValues final : public PendingValues {
 public:
  explicit AssembledValues(std::size_t bytes) : bytes_(bytes) { values_.reserve(bytes); }

  [[nodiscard]] std::byte* data() const { return values_.bytes().data(); }

  std::span<const std::byte> decode(transcode::Scratch& /*scratch*/) override {
    return values_.bytes().first(bytes_);
  }

 private:
  std::size_t bytes_;
  base::ByteBuffer values_;
};

/// The part of a chunk that is in a box.
struct ChunkPart {
  Box box;
  std::unique_ptr<PendingValues> values;
};

/// The chunks that one job decodes.
struct Part {
  std::vector<ChunkPart> chunks = {};
  std::future<void> is_done = {};
};

class PartSource final : public transcode::ValueSource {
 public:
  PartSource(std::unique_ptr<transcode::ValueSource> chunks, model::ChunkGrid grid,
             std::size_t value_bytes, PartWorkers workers)
      : chunks_(std::move(chunks)),
        grid_(std::move(grid)),
        value_bytes_(value_bytes),
        workers_(std::move(workers)) {}

  std::unique_ptr<PendingValues> read(const Box& box) override {
    auto values = std::make_unique<AssembledValues>(box.value_count() * value_bytes_);
    const std::vector<std::size_t> numbers = grid_.chunks_of(box);
    const std::size_t step = chunks_of_a_job();
    WorkInOrder<Part> parts;
    for (std::size_t begin = 0; begin < numbers.size(); begin += step) {
      base::throw_if_stopped();
      while (parts.size() >= workers_.max_parts) parts.take_oldest();
      Part& part = parts.add({});
      for (std::size_t i = begin; i < std::min(begin + step, numbers.size()); ++i) {
        const Box chunk = intersection(grid_.chunk_box(numbers[i]), box);
        part.chunks.push_back({chunk, chunks_->read(chunk)});
      }
      part.is_done = workers_.pool.start([&, to = values->data()](std::size_t worker) {
        place(part, box, to, workers_.scratch(worker));
      });
    }
    while (parts.size() > 0) parts.take_oldest();
    return values;
  }

 private:
  [[nodiscard]] std::size_t chunks_of_a_job() const {
    const std::size_t chunk_bytes = grid_.chunk_values() * value_bytes_;
    return std::max<std::size_t>(1, transcode::job_bytes / chunk_bytes);
  }

  /// Decodes the chunks of a part to their places in `values`, those of `box`.
  void place(Part& part, const Box& box, std::byte* values, transcode::Scratch& scratch) const {
    for (const ChunkPart& chunk : part.chunks) {
      const auto bytes = chunk.values->decode(scratch);
      copy_part(chunk.box, chunk.box, bytes.data(), box, values, {value_bytes_, false});
    }
    part.chunks.clear();
  }

  std::unique_ptr<transcode::ValueSource> chunks_;
  model::ChunkGrid grid_;
  std::size_t value_bytes_;
  PartWorkers workers_;
};

}  // namespace

std::unique_ptr<transcode::ValueSource> make_part_source(
    std::unique_ptr<transcode::ValueSource> chunks, model::ChunkGrid grid, std::size_t value_bytes,
    PartWorkers workers) {
  return std::make_unique<PartSource>(std::move(chunks), std::move(grid), value_bytes,
                                      std::move(workers));
}

}  // namespace ncf::ops
