// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The internal side of <ncf/library_lock.hpp>: public functions that may use libhdf5, libnetcdf or
// plugins do their work in a library_call. These nest: a function of the library, or a handler of
// the caller, may call others. Workers need none, because they use neither library. A child process
// that is forked during a call goes on in it.
#pragma once

#include <memory>
#include <new>
#include <utility>

#include "base/threads/stop.hpp"
#include "ncf/error.hpp"
#include "ncf/library_lock.hpp"

namespace ncf::base {

/// While this object exists, no other thread has one.
class LibraryCall {
 public:
  /// Waits for the calls of other threads. Set a StopScope before.
  /// throws: Error(interrupted) if a stop is requested meanwhile; Error(usage) if the program's
  /// lock cannot be taken.
  LibraryCall();
  LibraryCall(const LibraryCall&) = delete;
  LibraryCall& operator=(const LibraryCall&) = delete;
  ~LibraryCall();

 private:
  bool is_outermost_;
  std::shared_ptr<const LibraryLock> program_lock_;  ///< held; null if there is none
};

/// Does the work of a public function. stop: requests to stop it; null leaves this to the enclosing
/// call. throws: Error(no_memory) if memory runs out; Error otherwise.
template <class Work>
decltype(auto) library_call(const StopSource* stop, Work&& work) {
  const StopScope scope(stop);
  const LibraryCall call;
  try {
    return std::forward<Work>(work)();
  } catch (const std::bad_alloc&) {
    throw Error(ErrorCode::no_memory, "out of memory");
  }
}

template <class Work>
decltype(auto) library_call(Work&& work) {
  return library_call(nullptr, std::forward<Work>(work));
}

}  // namespace ncf::base
