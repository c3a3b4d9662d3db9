// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/threads/worker_pool.hpp"

#include <chrono>
#include <exception>
#include <memory>
#include <utility>

#include "base/threads/stop.hpp"

namespace ncf::base {

WorkerPool::~WorkerPool() {
  {
    const std::lock_guard lock(mutex_);
    is_ending_ = true;
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void WorkerPool::make_threads() {
  if (wanted_ <= 1 && single_ == OneThread::inline_in_submit) return;
  const ScopedSignalBlock block;  // also for the threads made here, permanently
  threads_.reserve(worker_count());
  try {
    for (std::size_t worker = 0; worker < worker_count(); ++worker) {
      threads_.emplace_back([this, worker] { run(worker); });
    }
  } catch (const std::exception&) {
    // Fewer threads, or none, do the same work.
  }
}

void WorkerPool::submit(Job job) {
  std::call_once(are_threads_made_, [this] { make_threads(); });
  {
    const std::lock_guard lock(mutex_);
    jobs_.push_back(std::move(job));
  }
  if (threads_.empty()) {
    run_here();
  } else {
    changed_.notify_one();
  }
}

std::future<void> WorkerPool::start(Job job) {
  const auto task = std::make_shared<std::packaged_task<void(std::size_t)>>(std::move(job));
  std::future<void> result = task->get_future();
  submit([task](std::size_t worker) { (*task)(worker); });
  return result;
}

void WorkerPool::finish() {
  std::unique_lock lock(mutex_);
  all_ended_.wait(lock, [this] { return jobs_.empty() && running_ == 0; });
}

// A job that is submitted while another runs waits for it, as it would with threads.
void WorkerPool::run_here() {
  std::unique_lock lock(mutex_);
  if (running_ > 0) return;
  for (running_ = 1; !jobs_.empty();) {
    const Job job = std::move(jobs_.front());
    jobs_.pop_front();
    lock.unlock();
    job(0);
    lock.lock();
  }
  running_ = 0;
}

void WorkerPool::run(std::size_t worker) {
  const StopScope stop(stop_);
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return !jobs_.empty() || (is_ending_ && running_ == 0); });
    if (jobs_.empty()) return;
    const Job job = std::move(jobs_.front());
    jobs_.pop_front();
    ++running_;
    lock.unlock();
    job(worker);
    lock.lock();
    --running_;
    if (running_ > 0 || !jobs_.empty()) continue;
    all_ended_.notify_all();
    if (is_ending_) changed_.notify_all();
  }
}

bool has_ended(const std::future<void>& job) {
  return job.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

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
