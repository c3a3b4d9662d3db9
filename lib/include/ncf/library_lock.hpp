// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Several threads. libhdf5 and libnetcdf allow one call at a time in a process. So the functions of
// this library that may call them, or load plugins, run one at a time: a call waits until those of
// other threads have returned. (It starts its own threads for the work.) Copies that should run at
// the same time need processes of their own, as ncf/copy_many.hpp has.
//
// A program that calls libhdf5 or libnetcdf itself, on other threads, needs a lock around its own
// calls. It hands this lock over, and this library then takes it, too:
//
//   std::recursive_mutex netcdf_mutex;
//   ncf::set_library_lock({[] { netcdf_mutex.lock(); }, [] { netcdf_mutex.unlock(); }});
//
// A thread that holds the lock may call this library only if the lock is recursive. With another
// one the call waits for itself without end, unless the lock notices and throws: then the call
// fails. Functions that a call gets, for example for notes and progress, run on its thread while it
// holds the lock; they may call this library, libhdf5 and libnetcdf, but must not wait for another
// thread that does.
#pragma once

#include <functional>

#include "ncf/export.hpp"

namespace ncf {

/// What a program holds around its own calls of libhdf5 and libnetcdf.
struct LibraryLock {
  std::function<void()> lock;    ///< waits until the thread has the lock; may throw
  std::function<void()> unlock;  ///< must not throw
};

/// Makes later calls of this library hold `lock`. Without functions, they no longer do. Waits until
/// the calls of other threads have returned.
/// throws: Error(usage) if only one of the functions is missing, or during a call.
NCF_API void set_library_lock(LibraryLock lock);

}  // namespace ncf
