// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// For programs: work that opens files runs third-party plugins and libraries. In its own process it
// cannot leave anything behind, or seem complete when it is not, however it ends.
//
//   int main() {
//     const ncf::SupervisedEnd end = ncf::supervise([] { return copy_files(); });
//     return end.status.value_or(1);
//   }
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "ncf/export.hpp"

namespace ncf {

/// How supervised work ended.
struct SupervisedEnd {
  std::optional<int> status;  ///< what the work returned; empty if it did not return
  int signal = 0;  ///< the signal that ended the work, sent to either process; 0 if it exited
  bool is_crash = false;               ///< the signal is that of a crash
  std::string library;                 ///< the library that crashed or exited; empty if unknown
  bool is_plugin = false;              ///< the library was loaded during the work
  std::size_t complete_outputs = 0;    ///< on this machine, which stay
  std::size_t incomplete_outputs = 0;  ///< begun and not completed, here or on servers
  /// Outputs on servers that the work neither finished nor removed.
  std::vector<std::string> left_on_servers;
};

/// Does `work` in a child process, which ends as a program does, with what `work` returns. Work
/// must not throw: an exception would crash the child. Meanwhile this process waits. It stops and
/// continues with the child, and passes on SIGUSR1, which the child may handle, and signals that
/// would end it. It kills a child that is still running ten seconds after one of these, unless that
/// still removes an output from a server, and removes unfinished outputs on this machine when the
/// child has ended. The child does not outlive it.
/// Call it once, before threads are created and libraries used, and then end: it leaves signals
/// blocked. throws: Error(io) if no child can be created.
NCF_API SupervisedEnd supervise(const std::function<int()>& work);

/// Keeps libhdf5 from cleaning up when the process ends, which crashes if the system refused to
/// close a file. For programs that leave no HDF5 file of their own open; call it before any library
/// uses HDF5.
NCF_API void skip_cleanup_at_exit() noexcept;

}  // namespace ncf
