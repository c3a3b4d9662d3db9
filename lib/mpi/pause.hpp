// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <thread>

namespace ncf::mpi {

/// Pauses between checks for messages. MPI cannot wait for messages and for threads at once, and
/// its own waiting takes a whole core. Each check interrupts a worker: checks every 50 microseconds
/// would take a fifth of the processor time.
inline void pause() { std::this_thread::sleep_for(std::chrono::milliseconds(2)); }

}  // namespace ncf::mpi
