// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/threads/library_call.hpp"

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <string>
#include <utility>

#include "base/threads/stop.hpp"
#include "ncf/error.hpp"

namespace ncf::base {
namespace {

/// Whether this thread is in a call. Not the mutex's business, because a forked process has the
/// thread with another id.
thread_local bool is_in_call = false;

struct Calls {
  std::mutex mutex;
  std::condition_variable ended;
  bool is_busy = false;  ///< some thread is in a call
  std::shared_ptr<const LibraryLock> program_lock;
};

/// Never destroyed: a call may end after main().
Calls& calls() {
  static Calls& made = *new Calls;
  return made;
}

std::shared_ptr<const LibraryLock> take_program_lock() {
  auto lock = [] {
    const std::lock_guard guard(calls().mutex);
    return calls().program_lock;
  }();
  if (!lock) return nullptr;
  try {
    lock->lock();
  } catch (const Error&) {
    throw;
  } catch (const std::exception& failure) {
    throw Error(ErrorCode::usage,
                std::string("the program's lock for libhdf5 and libnetcdf cannot be taken: ") +
                    failure.what());
  }
  return lock;
}

void begin_call() {
  constexpr std::chrono::milliseconds between_stops{100};
  std::unique_lock guard(calls().mutex);
  while (!calls().ended.wait_for(guard, between_stops, [] { return !calls().is_busy; })) {
    throw_if_stopped();
  }
  calls().is_busy = true;
}

void end_call() noexcept {
  {
    const std::lock_guard guard(calls().mutex);
    calls().is_busy = false;
  }
  calls().ended.notify_one();
}

}  // namespace

// The program's lock comes first: a thread that holds it may call this library, while another one
// is in a call and waits for it.
LibraryCall::LibraryCall() : is_outermost_(!is_in_call) {
  if (!is_outermost_) return;
  program_lock_ = take_program_lock();
  try {
    begin_call();
  } catch (...) {
    if (program_lock_) program_lock_->unlock();
    throw;
  }
  is_in_call = true;
}

LibraryCall::~LibraryCall() {
  if (!is_outermost_) return;
  is_in_call = false;
  end_call();
  if (program_lock_) program_lock_->unlock();
}

}  // namespace ncf::base

namespace ncf {

void set_library_lock(LibraryLock lock) {
  if (static_cast<bool>(lock.lock) != static_cast<bool>(lock.unlock)) {
    throw Error(ErrorCode::usage, "a lock for libhdf5 and libnetcdf needs both of its functions");
  }
  if (base::is_in_call) {
    throw Error(ErrorCode::usage, "the lock for libhdf5 and libnetcdf cannot change during a call");
  }
  auto given = lock.lock ? std::make_shared<const LibraryLock>(std::move(lock)) : nullptr;
  base::begin_call();
  {
    const std::lock_guard guard(base::calls().mutex);
    base::calls().program_lock.swap(given);
  }
  base::end_call();
}

}  // namespace ncf
