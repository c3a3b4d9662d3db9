// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs work that may end the process, or that a library allows only once in a process, in a child:
// a fork of this process that prints nothing and does not close its files. A child can do one task
// after another; during a task, it and its parent can send each other messages. Signals end it like
// a process without handlers, and it does not outlive this process. Outputs that it leaves
// unfinished are removed here, if share_unfinished_outputs was called before.
//
// Thread rule: the thread that uses libhdf5 and libnetcdf, so that neither runs in another thread
// while the process forks.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/files/descriptor.hpp"

namespace ncf::base {

/// The result of a task.
struct ChildResult {
  std::string text;         ///< the result of the work
  std::string failure;      ///< how the child ended otherwise: "crashes (Segmentation fault)",
                            ///< "does not come back within 20 seconds"; empty if it returned. Where
                            ///< SIGCHLD is ignored only "ends the process", whatever the way
  std::string library;      ///< the library that crashed or exited, if known
  bool has_thrown = false;  ///< the failure is the message of what the work threw
};

/// The connection of a child to its parent. One thread.
class ParentOfChild {
 public:
  explicit ParentOfChild(int socket) noexcept : socket_(socket) {}

  /// Sends a message. Waits while the parent reads nothing.
  void send(const std::string& message) noexcept;
  /// Takes the oldest message that the parent has sent for the present task, if any.
  std::optional<std::string> take();

  /// Waits for the next task. Empty if the parent has ended.
  std::optional<std::string> await_task();

 private:
  int socket_;
  std::string bytes_;  ///< received and not taken yet
};

class ChildProcess {
 public:
  using Work = std::function<std::string(const std::string& task, ParentOfChild& parent)>;

  /// Starts a child that does `work` for each task. throws: Error(io) if that fails.
  explicit ChildProcess(const Work& work);
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;
  /// Kills the child.
  ~ChildProcess();

  /// Gives the child a task. The result of the previous one must have been taken. Returns false if
  /// the child has ended.
  bool begin(const std::string& task) noexcept;

  /// Sends a message to the work, which may ignore it. Returns at once; `take_messages` sends the
  /// part that the child does not read yet.
  void send(const std::string& message) noexcept;

  /// Takes the messages that `read_some` has found.
  std::vector<std::string> take_messages();

  /// Returns a descriptor for poll(2), which is readable when `read_some` has something to do.
  [[nodiscard]] int descriptor() const noexcept { return socket_ ? socket_->id() : -1; }

  /// Takes what the child has sent, and waits if there is nothing yet. Returns the result of the
  /// task when it is complete. If the work throws, its message is the failure.
  std::optional<ChildResult> read_some();

  /// Waits for the result. A child that takes longer is killed. This process keeps the time: in the
  /// child, work could block or stop an alarm.
  ChildResult finish_within(std::chrono::milliseconds limit);

  /// Kills the child. Returns false if it does not die within two seconds, because it waits for a
  /// device or a server: then it is abandoned, and `remove_unfinished_outputs` removes its outputs.
  bool kill() noexcept;

 private:
  void send_waiting() noexcept;
  std::optional<ChildResult> take_answer();
  std::optional<int> wait() noexcept;
  bool has_ended_within(std::chrono::milliseconds limit) const noexcept;

  pid_t id_ = -1;                      ///< -1 when it has been waited for
  std::optional<Descriptor> socket_;   ///< empty after its last message
  std::string text_;                   ///< received and not taken yet
  std::vector<std::string> messages_;  ///< likewise
  std::string waiting_;                ///< to be sent when the child reads
};

/// Does one piece of work in a child. throws: Error(io).
ChildResult run_in_child(const std::function<std::string()>& work,
                         std::chrono::milliseconds limit = std::chrono::seconds(20));

}  // namespace ncf::base
