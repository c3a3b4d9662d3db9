// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/dataset/value_reader.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/memory/bytes.hpp"
#include "base/threads/in_order.hpp"
#include "ops/values/value_scan.hpp"
#include "transcode/tiles/piece.hpp"
#include "transcode/walks/walks.hpp"

namespace ncf::ops {
namespace {

using model::Box;
using model::VariableId;
using transcode::StoredValues;

/// So that no worker waits for the next part to be found.
constexpr std::size_t parts_per_worker = 4;

/// Bytes of elements at their places that one job reads.
constexpr std::uint64_t placed_bytes = std::uint64_t{1} << 20;

}  // namespace

ValueReader::ValueReader(model::Source& source, std::size_t threads, std::uint64_t max_bytes)
    : source_(source), decoded_(max_bytes), pool_(threads) {
  scratches_.resize(pool_.worker_count());
}

void ValueReader::read(VariableId id, const Box& box, std::span<std::byte> elements) {
  if (elements.empty()) return;
  const StoredValues& values = open(id);
  if (values.are_placed()) return read_placed(values, box, elements);
  if (values.chunks() == nullptr) {
    const transcode::BoxValues read = values.read(box, scratches_.front());
    base::copy_bytes(read.bytes(), elements.data());
    return;
  }
  try {
    decode(id, box, elements);
  } catch (...) {
    decoded_.clear();
    source_.forget_announced();
    throw;
  }
}

const StoredValues& ValueReader::open(VariableId id) {
  const auto found = opened_.find(id);
  if (found != opened_.end()) return found->second;
  return opened_.emplace(id, open_values(source_, id, chains_)).first->second;
}

void ValueReader::read_placed(const StoredValues& values, const Box& box,
                              std::span<std::byte> elements) {
  transcode::COrderWalk walk(box.count, {},
                             std::max<std::size_t>(1, placed_bytes / values.value_bytes()));
  base::InOrder<Box> parts;
  std::size_t begin = 0;
  while (auto part = walk.next()) {
    for (std::size_t i = 0; i < box.start.size(); ++i) part->start[i] += box.start[i];
    const auto memory = elements.subspan(begin, part->value_count() * values.value_bytes());
    begin += memory.size();
    parts.start(pool_, *std::move(part), 0, [&values, memory](const Box& read, std::size_t) {
      values.read_placed(read, memory);
    });
  }
  while (!parts.is_empty()) (void)parts.end_oldest();
}

void ValueReader::decode(VariableId id, const Box& box, std::span<std::byte> elements) {
  std::vector<Missing> missing = copy_decoded(id, box, elements);
  const std::size_t step =
      std::max<std::size_t>(1, transcode::job_bytes / opened_.at(id).chunks()->chunk_bytes());
  std::size_t announced = 0;
  base::InOrder<std::span<const Missing>> parts;
  for (std::size_t begin = 0; begin < missing.size(); begin += step) {
    while (parts.size() >= parts_per_worker * pool_.worker_count()) (void)parts.end_oldest();
    const std::size_t end = std::min(begin + step, missing.size());
    for (std::size_t i = begin; i < end; ++i) {
      announced = announce(missing, std::max(announced, i));
      find(missing[i], box);
    }
    parts.start(pool_, std::span<const Missing>(missing).subspan(begin, end - begin), 0,
                [&box, elements, this](std::span<const Missing> part, std::size_t worker) {
                  for (const Missing& chunk : part) {
                    decode_chunk(chunk, box, elements.data(), scratches_[worker]);
                  }
                });
  }
  while (!parts.is_empty()) (void)parts.end_oldest();
}

/// Copies what is in decoded chunks. Returns the other chunks of a box.
std::vector<ValueReader::Missing> ValueReader::copy_decoded(VariableId id, const Box& box,
                                                            std::span<std::byte> elements) {
  const transcode::ChunkValues& values = *opened_.at(id).chunks();
  std::vector<Missing> missing;
  for (const std::size_t number : values.grid().chunks_of(box)) {
    Box chunk = values.grid().chunk_box(number);
    if (const auto decoded = decoded_.find(id, number)) {
      values.copy(chunk, decoded->bytes(), box, elements.data());
    } else {
      missing.push_back({id, number, std::move(chunk)});
    }
  }
  return missing;
}

/// Announces chunks to a server, from `next` on. Returns the number of the first that is not.
std::size_t ValueReader::announce(std::span<const Missing> missing, std::size_t next) {
  if (source_.ahead_bytes() == 0) return next;
  while (next < missing.size() && source_.announce(missing[next].id, missing[next].chunk.start)) {
    ++next;
  }
  return next;
}

/// Finds a chunk, and decides whether it remains decoded.
void ValueReader::find(Missing& missing, const Box& box) {
  const transcode::ChunkValues& values = *opened_.at(missing.id).chunks();
  missing.place = source_.find_chunk(missing.id, missing.chunk.start);
  const Box within = values.grid().within(missing.chunk);
  const bool is_whole = intersection(within, box).count == within.count;
  if (!missing.place || is_whole || !decoded_.holds(values.chunk_bytes())) return;
  missing.kept = decoded_.add(missing.id, missing.number, values.chunk_bytes());
}

void ValueReader::decode_chunk(const Missing& missing, const Box& box, std::byte* elements,
                               transcode::Scratch& scratch) {
  const transcode::ChunkValues& values = *opened_.at(missing.id).chunks();
  if (!missing.place) return values.fill(missing.chunk, box, elements);
  const auto stored =
      transcode::read_stored(source_, missing.id, missing.chunk, *missing.place, scratch);
  source_.named([&] {
    if (!missing.kept) return values.place(missing.chunk, stored, box, elements, scratch);
    values.decode(missing.chunk, stored, missing.kept->bytes().first(values.chunk_bytes()),
                  scratch);
    values.copy(missing.chunk, missing.kept->bytes(), box, elements);
  });
}

DecodedChunks::Chunk DecodedChunks::find(model::VariableId id, std::size_t number) {
  const auto found = places_.find({id, number});
  if (found == places_.end()) return nullptr;
  held_.splice(held_.end(), held_, found->second);
  return found->second->chunk;
}

DecodedChunks::Chunk DecodedChunks::add(model::VariableId id, std::size_t number,
                                        std::size_t bytes) {
  while (!held_.empty() && bytes_ + bytes > max_bytes_) {
    bytes_ -= held_.front().chunk->bytes().size();
    places_.erase(held_.front().name);
    held_.pop_front();
  }
  auto chunk = std::make_shared<base::ByteBuffer>();
  chunk->reserve(bytes);
  held_.push_back({{id, number}, chunk});
  places_.emplace(Name{id, number}, std::prev(held_.end()));
  bytes_ += chunk->bytes().size();
  return chunk;
}

void DecodedChunks::clear() noexcept {
  places_.clear();
  held_.clear();
  bytes_ = 0;
}

}  // namespace ncf::ops
