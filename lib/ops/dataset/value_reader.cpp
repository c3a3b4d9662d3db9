// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/dataset/value_reader.hpp"

#include <algorithm>
#include <future>
#include <utility>

#include "base/process/stop.hpp"
#include "ops/variable_values.hpp"
#include "ops/work_in_order.hpp"
#include "transcode/recoding.hpp"
#include "transcode/tiles/piece.hpp"

namespace ncf::ops {
namespace {

using model::Box;
using model::VariableId;

/// So that no worker waits for the next part to be found.
constexpr std::size_t parts_per_worker = 4;

/// Chunks that one job reads and decodes.
struct Part {
  std::vector<std::pair<Box, std::optional<model::StoredPlace>>> chunks = {};
  std::future<void> is_done = {};
};

}  // namespace

ValueReader::ValueReader(model::Source& source, std::size_t threads)
    : source_(source), pool_(threads) {
  scratches_.resize(pool_.worker_count());
}

void ValueReader::read(VariableId id, const Box& box, std::span<std::byte> elements) {
  if (elements.empty()) return;
  open(id);
  if (chunks_) return decode(box, elements);
  const auto pending = values_->read(box);
  source_.named([&] { std::ranges::copy(pending->decode(scratches_.front()), elements.begin()); });
}

void ValueReader::open(VariableId id) {
  if (open_id_ == id) return;
  open_id_.reset();
  chunks_.reset();
  if (auto chunks = find_chunk_values(source_, id, chains_)) {
    chunks_.emplace(std::move(*chunks));
  } else {
    values_ = open_through_store(source_, id);
  }
  open_id_ = id;
}

void ValueReader::decode(const Box& box, std::span<std::byte> elements) {
  try {
    decode_parts(box, elements);
  } catch (...) {
    source_.forget_announced();
    throw;
  }
}

void ValueReader::decode_parts(const Box& box, std::span<std::byte> elements) {
  const std::size_t chunk_bytes = chunks_->grid().chunk_values() * chunks_->value_bytes();
  const std::size_t step = std::max<std::size_t>(1, transcode::job_bytes / chunk_bytes);
  const std::vector<std::size_t> numbers = chunks_->grid().chunks_of(box);
  std::size_t announced = 0;
  WorkInOrder<Part> parts;
  for (std::size_t begin = 0; begin < numbers.size(); begin += step) {
    base::throw_if_stopped();
    while (parts.size() >= parts_per_worker * pool_.worker_count()) parts.take_oldest();
    Part& part = parts.add({});
    for (std::size_t i = begin; i < std::min(begin + step, numbers.size()); ++i) {
      announced = announce(numbers, std::max(announced, i));
      Box chunk = chunks_->grid().chunk_box(numbers[i]);
      auto place = source_.find_chunk(*open_id_, chunk.start);
      part.chunks.emplace_back(std::move(chunk), std::move(place));
    }
    part.is_done = pool_.start([&part, &box, elements, this](std::size_t worker) {
      for (const auto& [chunk, place] : part.chunks) {
        decode_chunk(chunk, place, box, elements.data(), scratches_[worker]);
      }
    });
  }
  while (parts.size() > 0) parts.take_oldest();
}

/// Announces chunks to a server, from `next` on. Returns the number of the first that is not.
std::size_t ValueReader::announce(const std::vector<std::size_t>& numbers, std::size_t next) {
  if (source_.ahead_bytes() == 0) return next;
  while (next < numbers.size() &&
         source_.announce(*open_id_, chunks_->grid().offset(numbers[next]))) {
    ++next;
  }
  return next;
}

void ValueReader::decode_chunk(const Box& chunk, const std::optional<model::StoredPlace>& place,
                               const Box& box, std::byte* elements, transcode::Scratch& scratch) {
  if (!place) return chunks_->fill(chunk, box, elements);
  const auto stored = transcode::read_stored(source_, *open_id_, chunk, *place, scratch);
  source_.named([&] { chunks_->place(chunk, stored, box, elements, scratch); });
}

}  // namespace ncf::ops
