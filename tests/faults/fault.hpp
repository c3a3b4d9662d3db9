// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What is to go wrong with the input and output of a program, as its environment says it:
//
//   NCF_FAILING_IO="CALL FILE NUMBER ACTION TIMES"
//     CALL    open, read, write, seek, truncate, sync, close, stat, lock, chmod, rename, mkdir,
//             remove, or any
//     FILE    input, output, folder, or any
//     NUMBER  which call of these goes wrong, from 1; for `full`, how many bytes there is room for
//     ACTION  an errno by name: the call fails
//             a signal by name: the program gets it just before the call
//             short: half of the bytes are read or written
//             full: there is no room for more bytes
//             count: nothing goes wrong, calls are counted
//             trace: nothing goes wrong, calls that change the disk are listed
//     TIMES   once, or always: every later call goes wrong too
//   NCF_FAILING_IO_INPUT   the input's base name; an output is what has ".ncf-" in its path, or is
//                          in a folder that has; the folder is that of the last output opened
//   NCF_FAILING_IO_LOG     gets a line when the action happens; under `count` a line
//                          "CALL FILE NUMBER" for all that were made, under `trace` a line
//                          "CALL FILE PATH" for each write, sync and rename
#pragma once

#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <string>
#include <string_view>

namespace ncf::test {

enum class File : std::size_t { none, input, output, folder };
constexpr std::array<std::string_view, 4> file_names{"none", "input", "output", "folder"};

enum class Call : std::size_t {
  open,
  read,
  write,
  seek,
  truncate,
  sync,
  close,
  stat,
  lock,
  chmod,
  rename,
  mkdir,
  remove
};
constexpr std::array<std::string_view, 13> call_names{
    "open", "read", "write", "seek",   "truncate", "sync",  "close",
    "stat", "lock", "chmod", "rename", "mkdir",    "remove"};

enum class Action { none, fail, signal, shorten, fill, count, trace };

/// What is to go wrong, and how far it is.
class Fault {
 public:
  Fault();
  Fault(const Fault&) = delete;
  Fault& operator=(const Fault&) = delete;
  ~Fault();

  [[nodiscard]] File file_at(std::string_view path);

  /// Adds a call to the list of calls.
  void trace(Call call, File file, const std::string& path);

  /// Makes one call: `real`, with as many bytes as may be moved, or what goes wrong instead.
  template <class Result, class Real>
  Result make(Call call, File file, Result failure, std::size_t bytes, const Real& real) {
    if (file == File::none || action_ == Action::none) return real(bytes);
    if (action_ == Action::count) ++counts_[index(call)][index(file)];
    if (!matches(call, file)) return real(bytes);
    if (action_ == Action::fill) return write_into_room(failure, bytes, real);
    const std::size_t number = ++seen_;
    if (number != number_ && !(is_repeated_ && number > number_)) return real(bytes);
    return go_wrong(failure, bytes, real);
  }

 private:
  template <class Enum>
  static std::size_t index(Enum value) {
    return static_cast<std::size_t>(value);
  }

  void read_action(const std::string& action);

  [[nodiscard]] bool matches(Call call, File file) const {
    return (call_ == "any" || call_ == call_names[index(call)]) &&
           (file_ == "any" || file_ == file_names[index(file)]);
  }

  template <class Result, class Real>
  Result go_wrong(Result failure, std::size_t bytes, const Real& real) {
    switch (action_) {
      case Action::fail:
        log_happened();
        errno = error_;
        return failure;
      case Action::signal:
        log_happened();
        ::kill(::getpid(), signal_);
        return real(bytes);
      case Action::shorten:
        if (bytes > 1) log_happened();
        return real(bytes > 1 ? bytes / 2 : bytes);
      default:
        return real(bytes);
    }
  }

  template <class Result, class Real>
  Result write_into_room(Result failure, std::size_t bytes, const Real& real) {
    const std::size_t room = number_ - std::min<std::size_t>(number_, seen_);
    if (bytes <= room) {
      seen_ += bytes;
      return real(bytes);
    }
    log_happened();
    seen_ = number_;
    if (room > 0) return real(room);
    errno = ENOSPC;
    return failure;
  }

  /// Logs the process that it happened to.
  void log_happened() const { log(std::to_string(::getpid()) + "\n"); }

  void log(const std::string& text) const;

  std::string input_;
  std::string log_;
  std::string folder_;  ///< of the last output
  std::string call_;
  std::string file_;
  std::size_t number_ = 0;
  Action action_ = Action::none;
  int error_ = 0;
  int signal_ = 0;
  bool is_repeated_ = false;
  std::atomic<std::size_t> seen_ = 0;  ///< calls, or bytes
  std::array<std::array<std::atomic<std::size_t>, file_names.size()>, call_names.size()> counts_{};
};

/// Returns the fault of this process.
Fault& fault();

}  // namespace ncf::test
