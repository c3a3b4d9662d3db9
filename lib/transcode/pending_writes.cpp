// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/pending_writes.hpp"

#include <chrono>
#include <utility>

namespace ncf::transcode {

void PendingWrites::start(std::function<void()> write, std::uint64_t held_bytes) {
  writes_.push_back(
      {pool_.start([write = std::move(write)](std::size_t /*worker*/) { write(); }), held_bytes});
  held_bytes_ += held_bytes;
}

void PendingWrites::end_oldest() {
  Write oldest = std::move(writes_.front());
  writes_.pop_front();
  held_bytes_ -= oldest.held_bytes;
  oldest.is_written.get();
}

void PendingWrites::end_all() {
  while (!writes_.empty()) end_oldest();
}

void PendingWrites::end_finished() {
  while (!writes_.empty() && writes_.front().is_written.wait_for(std::chrono::seconds(0)) ==
                                 std::future_status::ready) {
    end_oldest();
  }
}

}  // namespace ncf::transcode
