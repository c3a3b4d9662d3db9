// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/process/forked_process.hpp"

#include <dlfcn.h>
#include <link.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>
#include <unwind.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "base/errors/error_context.hpp"

namespace ncf::base {
namespace {

constexpr std::array crash_signals{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGSYS, SIGTRAP};

// Marks around the path: the control characters CAN and EM of ASCII.
constexpr char ended_in_library = '\x18';
constexpr char ended_in_plugin = '\x19';
constexpr std::string_view marks = "\x18\x19";

int report_descriptor = -1;
pid_t reporting_process = 0;          // not in its children that only call exec
link_map* last_at_start = nullptr;    // libraries after it are plugins and their dependencies,
link_map* last_before_own = nullptr;  // except for those after this one
link_map* last_own = nullptr;         // up to this one
bool is_end_due = false;

// ---- Which library ---------------------------------------------------------------------------

bool is_loaded_later(const link_map* library) noexcept {
  bool is_own = true;
  for (const link_map* at = last_at_start; at != nullptr; at = at->l_next) {
    if (at == library) return !is_own;
    if (at == last_at_start) is_own = false;
    if (at == last_before_own) is_own = true;
    if (at == last_own) is_own = false;
  }
  return false;
}

link_map* last_library() {
  void* const program = ::dlopen(nullptr, RTLD_LAZY);
  link_map* last = nullptr;
  if (program == nullptr || ::dlinfo(program, RTLD_DI_LINKMAP, &last) != 0) return nullptr;
  while (last->l_next != nullptr) last = last->l_next;
  return last;
}

/// Returns whether a library is one that crashes if others misuse it.
bool is_runtime(const char* path) noexcept {
  const char* const slash = std::strrchr(path, '/');
  const char* const name = slash == nullptr ? path : slash + 1;
  constexpr std::array prefixes{"libc.",      "libm.",     "libpthread.", "ld-",
                                "libstdc++.", "libgcc_s.", "linux-vdso."};
  return std::any_of(prefixes.begin(), prefixes.end(), [name](const char* prefix) {
    return std::strncmp(name, prefix, std::strlen(prefix)) == 0;
  });
}

/// A search of the stack from the innermost frame on. Among the innermost libraries that were
/// loaded later, it takes the outermost: the plugin, not its dependencies. If there are none, it
/// takes the innermost library that is not the runtime.
struct Search {
  bool is_crash = false;  ///< if so, the frames up to that of the signal belong to the handler
  bool is_past_handler = false;
  const char* plugin = nullptr;
  const char* library = nullptr;
};

_Unwind_Reason_Code look_at(_Unwind_Context* frame, void* data) noexcept {
  Search& search = *static_cast<Search*>(data);
  int is_interrupted = 0;
  const auto address = _Unwind_GetIPInfo(frame, &is_interrupted);
  search.is_past_handler = search.is_past_handler || is_interrupted != 0;
  if (search.is_crash && !search.is_past_handler) return _URC_NO_REASON;
  Dl_info info{};
  link_map* library = nullptr;
  const bool is_known = ::dladdr1(reinterpret_cast<const void*>(address), &info,
                                  reinterpret_cast<void**>(&library), RTLD_DL_LINKMAP) != 0;
  if (!is_known || library == nullptr || *library->l_name == '\0') return _URC_NO_REASON;
  if (is_loaded_later(library)) {
    search.plugin = library->l_name;
  } else if (!is_runtime(library->l_name)) {
    if (search.plugin != nullptr) return _URC_END_OF_STACK;
    if (search.library == nullptr) search.library = library->l_name;
  }
  return _URC_NO_REASON;
}

// ---- Saying it, by system calls alone --------------------------------------------------------

void say(const char* library, char mark) noexcept {
  const std::array<iovec, 3> pieces{
      {{&mark, 1}, {const_cast<char*>(library), std::strlen(library)}, {&mark, 1}}};
  [[maybe_unused]] const ssize_t written =
      ::writev(report_descriptor, pieces.data(), static_cast<int>(pieces.size()));
}

void report(Search search) noexcept {
  if (::getpid() != reporting_process) return;
  _Unwind_Backtrace(look_at, &search);
  if (search.plugin != nullptr) {
    say(search.plugin, ended_in_plugin);
  } else if (search.library != nullptr && search.is_crash) {
    say(search.library, ended_in_library);
  }
}

void on_crash(int signal) {
  report({.is_crash = true});
  ::raise(signal);  // not handled again because of SA_RESETHAND
}

void on_exit() {
  if (!is_end_due) report({});
}

// ---- Before -----------------------------------------------------------------------------------

/// Makes a stack for the signal handler, because a crash may be a stack overflow. It ends with a
/// page that cannot be written.
void make_signal_stack() {
  const auto page_bytes = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  const std::size_t stack_bytes = std::size_t{1} << 17U;
  void* const memory = ::mmap(nullptr, page_bytes + stack_bytes, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
  if (memory == MAP_FAILED || ::mprotect(memory, page_bytes, PROT_NONE) != 0) return;
  stack_t stack{};
  stack.ss_sp = static_cast<std::byte*>(memory) + page_bytes;
  stack.ss_size = stack_bytes;
  ::sigaltstack(&stack, nullptr);
}

void install_crash_handlers() {
  struct sigaction action {};
  action.sa_handler = on_crash;
  sigemptyset(&action.sa_mask);
  action.sa_flags = static_cast<int>(SA_ONSTACK | SA_RESETHAND | SA_NODEFER);
  for (const int signal : crash_signals) {
    struct sigaction before {};
    ::sigaction(signal, nullptr, &before);
    if (before.sa_handler == SIG_DFL) ::sigaction(signal, &action, nullptr);
  }
}

}  // namespace

void ParentProcess::attach() const {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != id) ::_exit(1);  // it died before this call
  if (reporting_process == 0) {
    make_signal_stack();
    std::atexit(on_exit);
  }
  report_descriptor = socket;
  reporting_process = ::getpid();
  is_end_due = false;
  last_at_start = last_library();
  if (last_at_start != nullptr) install_crash_handlers();
}

ForkedProcess fork_process(const std::function<void(const ParentProcess&)>& work) {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    throw_system_error(errno, "socketpair");
  }
  Descriptor own_end(ends[0]);
  const Descriptor end_of_child(ends[1]);
  const ParentProcess parent{::getpid(), end_of_child.id()};
  const pid_t child = ::fork();
  if (child < 0) throw_system_error(errno, "fork");
  if (child == 0) {
    own_end.close();
    work(parent);
    ::_exit(1);
  }
  return {child, std::move(own_end)};
}

bool wait_to_read(int socket, std::chrono::steady_clock::time_point end) {
  for (;;) {
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
    if (left.count() <= 0) return false;
    pollfd awaited{socket, POLLIN, 0};
    if (::poll(&awaited, 1, static_cast<int>(left.count())) > 0) return true;
  }
}

bool append_some(int socket, std::string& text) {
  std::array<char, 4096> piece{};
  const ssize_t count = ::read(socket, piece.data(), piece.size());
  if (count > 0) text.append(piece.data(), static_cast<std::size_t>(count));
  return count > 0 || (count < 0 && errno == EINTR);
}

void load_own_libraries(const std::function<void()>& load) {
  link_map* const before = last_library();
  load();
  last_before_own = before;
  last_own = last_library();
}

void end_is_due() noexcept { is_end_due = true; }

EarlyEnd parse_early_end(std::string_view said) {
  if (said.empty() || marks.find(said.back()) == std::string_view::npos) return {};
  const bool is_plugin = said.back() == ended_in_plugin;
  said.remove_suffix(1);
  const std::size_t mark = said.find_last_of(marks);
  if (mark == std::string_view::npos) return {};
  return {std::string(said.substr(mark + 1)), is_plugin};
}

bool is_crash(int signal) noexcept {
  return std::find(crash_signals.begin(), crash_signals.end(), signal) != crash_signals.end();
}

}  // namespace ncf::base
