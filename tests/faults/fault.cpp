// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "fault.hpp"

#include <fcntl.h>
#include <sys/syscall.h>

#include <cstdlib>
#include <cstring>
#include <sstream>

namespace ncf::test {
namespace {

std::string environment(const char* name) {
  const char* text = std::getenv(name);
  return text == nullptr ? "" : text;
}

int errno_named(std::string_view name) {
  constexpr int most = 134;
  for (int number = 1; number < most; ++number) {
    const char* found = strerrorname_np(number);
    if (found != nullptr && name == found) return number;
  }
  return 0;
}

int signal_named(std::string_view name) {
  for (int number = 1; number < SIGRTMIN; ++number) {
    const char* found = sigabbrev_np(number);
    if (found != nullptr && name == std::string("SIG") + found) return number;
  }
  return 0;
}

}  // namespace

Fault::Fault()
    : input_(environment("NCF_FAILING_IO_INPUT")), log_(environment("NCF_FAILING_IO_LOG")) {
  std::istringstream text(environment("NCF_FAILING_IO"));
  std::string action;
  std::string times;
  text >> call_ >> file_ >> number_ >> action >> times;
  is_repeated_ = times == "always";
  read_action(action);
}

Fault::~Fault() {
  if (action_ != Action::count) return;
  for (std::size_t call = 0; call < call_names.size(); ++call) {
    for (std::size_t file = 1; file < file_names.size(); ++file) {
      std::ostringstream line;
      line << call_names[call] << ' ' << file_names[file] << ' ' << counts_[call][file] << '\n';
      log(line.str());
    }
  }
}

File Fault::file_at(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  const std::string_view name = slash == std::string_view::npos ? path : path.substr(slash + 1);
  if (name.find(".ncf-") != std::string_view::npos) {
    folder_ = slash == std::string_view::npos ? "." : path.substr(0, slash);
    return File::output;
  }
  if (path.find(".ncf-") != std::string_view::npos) return File::output;
  if (!folder_.empty() && path == folder_) return File::folder;
  return !input_.empty() && name == input_ ? File::input : File::none;
}

void Fault::trace(Call call, File file, const std::string& path) {
  if (action_ != Action::trace || file == File::none) return;
  std::ostringstream line;
  line << call_names[index(call)] << ' ' << file_names[index(file)] << ' ' << path << '\n';
  log(line.str());
}

void Fault::read_action(const std::string& action) {
  error_ = errno_named(action);
  signal_ = signal_named(action);
  if (error_ != 0) action_ = Action::fail;
  if (signal_ != 0) action_ = Action::signal;
  if (action == "short") action_ = Action::shorten;
  if (action == "full") action_ = Action::fill;
  if (action == "count") action_ = Action::count;
  if (action == "trace") action_ = Action::trace;
}

// By system calls: failing_io.cpp replaces those of libc.
void Fault::log(const std::string& text) const {
  const int saved = errno;
  const auto fd = static_cast<int>(
      ::syscall(SYS_openat, AT_FDCWD, log_.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0666));
  ::syscall(SYS_write, fd, text.data(), text.size());
  ::syscall(SYS_close, fd);
  errno = saved;
}

Fault& fault() {
  static Fault instance;
  return instance;
}

}  // namespace ncf::test
