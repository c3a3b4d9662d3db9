// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/sinks/pending_writes.hpp"

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>

namespace ncf::transcode {
namespace {

/// Large enough for efficient writes, small enough for the processor's cache.
constexpr std::uint64_t batch_bytes = std::uint64_t{1} << 20;

}  // namespace

void PendingWrites::add(ChunksToWrite chunks, std::function<void()> give_back,
                        std::uint64_t held_bytes) {
  for (const auto& bytes : chunks.bytes) gathered_.bytes += bytes.size();
  std::ranges::move(chunks.placed, std::back_inserter(gathered_.chunks.placed));
  std::ranges::copy(chunks.bytes, std::back_inserter(gathered_.chunks.bytes));
  gathered_.give_back.push_back(std::move(give_back));
  gathered_.held_bytes += held_bytes;
  held_bytes_ += held_bytes;
  if (gathered_.bytes >= batch_bytes) start();
}

void PendingWrites::start() {
  const std::uint64_t held_bytes = gathered_.held_bytes;
  const auto batch = std::make_shared<Batch>(std::exchange(gathered_, {}));
  writes_.push_back({pool_.start([&target = target_, batch](std::size_t /*worker*/) {
                       target.write_placed(batch->chunks.placed, batch->chunks.bytes);
                       for (const auto& give_back : batch->give_back) give_back();
                     }),
                     held_bytes});
}

void PendingWrites::end_oldest() {
  if (writes_.empty()) start();
  Write oldest = std::move(writes_.front());
  writes_.pop_front();
  held_bytes_ -= oldest.held_bytes;
  oldest.is_written.get();
}

void PendingWrites::end_written() {
  while (!writes_.empty() && base::has_ended(writes_.front().is_written)) end_oldest();
}

}  // namespace ncf::transcode
