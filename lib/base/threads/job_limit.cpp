// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/threads/job_limit.hpp"

namespace ncf::base {

bool JobLimit::has_room() {
  const std::lock_guard lock(mutex_);
  return count_ < most_;
}

void JobLimit::begin() {
  std::unique_lock lock(mutex_);
  if (count_ >= most_) half_ended_.wait(lock, [this] { return count_ <= most_ / 2; });
  ++count_;
}

void JobLimit::end() noexcept {
  const std::lock_guard lock(mutex_);
  if (--count_ == most_ / 2) half_ended_.notify_one();
}

}  // namespace ncf::base
