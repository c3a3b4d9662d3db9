// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Work that may end the process, or that a library allows only once in a process, is done in a
// child, a fork of this process that prints nothing and closes no file of it.
//
// Thread rule: the thread that uses libhdf5 and libnetcdf, so that neither is at work in another
// while the process forks.
#pragma once

#include <sys/types.h>

#include <functional>
#include <string>

namespace ncf::base {

/// What came of work in a child.
struct ChildResult {
  std::string text;     ///< what the work returned
  std::string failure;  ///< how the child ended otherwise: "crashes (Segmentation fault)",
                        ///< "does not come back within 20 seconds"; empty where it returned. Where
                        ///< SIGCHLD is ignored only "ends the process", whatever the way
};

/// How a child ends before its work does.
enum class ChildEnd {
  when_late,        ///< after 20 seconds, and of any signal
  as_this_process,  ///< as signal handlers of this process have it; told to when this process ends
};

class ChildProcess {
 public:
  /// Begins `work` in a child. Work that throws has its message as failure.
  /// throws: Error(io) where there can be no child.
  ChildProcess(const std::function<std::string()>& work, ChildEnd end);
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;
  /// Has a child that still works end, by SIGTERM, and waits for that.
  ~ChildProcess();

  /// Readable, for poll(2), when `read_some` has something to do.
  [[nodiscard]] int descriptor() const noexcept { return reading_; }

  /// Takes what the child has said. False when it has said all. Waits where there is nothing yet.
  bool read_some();

  /// Waits for the end.
  ChildResult finish();

 private:
  void close_reading() noexcept;

  pid_t id_ = -1;     ///< -1 when it has been waited for
  int reading_ = -1;  ///< -1 when it has said all
  std::string text_;
};

/// Begins work and waits for its end, 20 seconds at most. throws: Error(io).
ChildResult run_in_child(const std::function<std::string()>& work);

}  // namespace ncf::base
