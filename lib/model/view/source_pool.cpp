// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "model/view/source_pool.hpp"

#include <atomic>

namespace ncf::model {

std::shared_ptr<Source> SourcePool::get(std::size_t number) {
  Slot& slot = slots_[number];
  if (!slot.source) {
    if (open_count_ >= most_open) close_one();
    slot.source = open_(number);
    ++open_count_;
  }
  slot.last_use = ++uses_;
  return slot.source;
}

/// Closes the source that was not used for the longest time. Workers only give sources back, so one
/// that nobody holds stays unused.
void SourcePool::close_one() {
  Slot* oldest = nullptr;
  for (Slot& slot : slots_) {
    if (slot.source.use_count() != 1) continue;
    if (oldest == nullptr || slot.last_use < oldest->last_use) oldest = &slot;
  }
  if (oldest == nullptr) return;
  std::atomic_thread_fence(std::memory_order_acquire);
  oldest->source.reset();
  --open_count_;
}

}  // namespace ncf::model
