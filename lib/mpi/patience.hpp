// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <chrono>
#include <thread>

namespace ncf::mpi {

/// Pauses between checks for messages. MPI cannot wait for messages and for threads at once, and
/// its own waiting takes a whole core. The longer there was nothing to do, the longer is the next
/// pause.
class Patience {
 public:
  void wait() {
    std::this_thread::sleep_for(pause_);
    pause_ = std::min(2 * pause_, longest);
  }
  void end() noexcept { pause_ = shortest; }

 private:
  static constexpr std::chrono::microseconds shortest{1000};
  static constexpr std::chrono::microseconds longest{2000};

  std::chrono::microseconds pause_ = shortest;
};

}  // namespace ncf::mpi
