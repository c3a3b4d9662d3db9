// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/output/unfinished_outputs.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstring>
#include <string>

#include "base/errors/error_context.hpp"
#include "base/output/temporary_name.hpp"
#include "ncf/error.hpp"

namespace ncf::base {
namespace {

/// An entry of the table. A process may be killed at any moment, so an entry counts only when it is
/// complete.
struct Slot {
  enum State { free, filling, used };
  std::atomic<int> state = free;
  pid_t owner = 0;
};
static_assert(std::atomic<int>::is_always_lock_free, "processes share it");

using Path = std::array<char, PATH_MAX>;

struct Paths {
  Path temporary;
  Path aside;  ///< the path of a folder while another takes its place
  Path target;
};

struct RemoteSlot {
  std::atomic<int> state = Slot::free;
  std::array<char, PATH_MAX> url{};
};

/// The table. Paths are separate from the slots, so that scanning all slots touches few pages of
/// memory.
struct Table {
  std::array<Slot, 1024> slots{};  // one process of copy_many has one output
  std::array<Paths, 1024> paths{};
  std::array<RemoteSlot, 16> remote{};
  std::atomic<std::uint64_t> removed_objects = 0;
  std::atomic<std::size_t> incomplete = 0;
  std::atomic<std::size_t> complete = 0;
};

Table own_table;
Table* table = &own_table;

template <class Visit>
void visit_used(Table& visited, Visit visit) {
  for (std::size_t i = 0; i < visited.slots.size(); ++i) {
    if (visited.slots[i].state.load() == Slot::used) visit(visited.slots[i], visited.paths[i], i);
  }
}

/// Takes a free slot, and calls `fill` with its number. Returns the number.
template <class Slots, class Fill>
std::size_t take_slot(Slots& slots, const char* outputs, Fill fill) {
  for (std::size_t i = 0; i < slots.size(); ++i) {
    int expected = Slot::free;
    if (!slots[i].state.compare_exchange_strong(expected, Slot::filling)) continue;
    fill(i);
    slots[i].state.store(Slot::used);
    ++table->incomplete;
    return i;
  }
  throw Error(ErrorCode::internal, fmt::format("too many {} at the same time", outputs));
}

void require_short(const std::string& path) {
  if (path.size() >= PATH_MAX) throw Error(ErrorCode::io, "file name too long");
}

void set(Path& stored, const std::string& path) noexcept {
  std::memcpy(stored.data(), path.c_str(), path.size() + 1);
}

/// Removes outputs. The original, which was moved aside, comes first: a temporary output that is
/// slow to remove must not delay it.
void remove(const Paths& paths) noexcept {
  restore_or_remove(paths.aside.data(), paths.target.data());
  remove_output(paths.temporary.data());
}

}  // namespace

UnfinishedOutput::UnfinishedOutput(const std::filesystem::path& temporary,
                                   const std::filesystem::path& target) {
  const std::string aside = temporary.native() + std::string(aside_suffix);
  require_short(aside);
  require_short(target.native());
  slot_ = take_slot(table->slots, "outputs", [&](std::size_t i) {
    table->slots[i].owner = ::getpid();
    set(table->paths[i].temporary, temporary.native());
    set(table->paths[i].aside, aside);
    set(table->paths[i].target, target.native());
  });
}

// If this process could not remove the output, for example for lack of descriptors, its parent may.
UnfinishedOutput::~UnfinishedOutput() {
  if (::access(table->paths[slot_].temporary.data(), F_OK) == 0) return;
  table->slots[slot_].state.store(Slot::free);
}

UnfinishedRemote::UnfinishedRemote(const std::string& url) {
  require_short(url);
  slot_ = take_slot(table->remote, "outputs on servers",
                    [&](std::size_t i) { set(table->remote[i].url, url); });
}

UnfinishedRemote::~UnfinishedRemote() { table->remote[slot_].state.store(Slot::free); }

void UnfinishedRemote::set_complete() noexcept { --table->incomplete; }

void UnfinishedRemote::tell_progress() noexcept { ++table->removed_objects; }

void count_complete_output() noexcept {
  --table->incomplete;
  ++table->complete;
}

std::size_t incomplete_outputs() noexcept { return table->incomplete.load(); }

std::size_t complete_outputs() noexcept { return table->complete.load(); }

std::vector<std::string> left_on_servers() {
  std::vector<std::string> urls;
  for (const RemoteSlot& slot : table->remote) {
    if (slot.state.load() == Slot::used) urls.emplace_back(slot.url.data());
  }
  return urls;
}

std::uint64_t removal_progress() noexcept { return table->removed_objects.load(); }

void share_unfinished_outputs() {
  if (table != &own_table) return;
  void* const memory =
      ::mmap(nullptr, sizeof(Table), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw_system_error(errno, "memory shared between processes");
  auto* const shared = static_cast<Table*>(memory);  // zeros, which are free slots
  visit_used(own_table, [shared](const Slot& slot, const Paths& paths, std::size_t i) {
    shared->slots[i].owner = slot.owner;
    shared->paths[i] = paths;
    shared->slots[i].state.store(Slot::used);
  });
  shared->incomplete.store(own_table.incomplete.load());
  shared->complete.store(own_table.complete.load());
  table = shared;
}

void remove_unfinished_outputs() noexcept {
  visit_used(*table, [](const Slot& /*slot*/, const Paths& paths, std::size_t /*index*/) {
    remove(paths);
  });
}

void remove_outputs_of(pid_t process) noexcept {
  visit_used(*table, [process](Slot& slot, const Paths& paths, std::size_t /*index*/) {
    if (slot.owner != process) return;
    remove(paths);
    slot.state.store(Slot::free);
  });
}

// ---- If the parent is killed, too ---------------------------------------------------------------

namespace {

/// Keeps nothing of the process that forked this one except the descriptor: a launcher waits until
/// all have closed its pipes.
void leave_parent(int& descriptor) {
  sigset_t all;
  sigfillset(&all);
  ::sigprocmask(SIG_BLOCK, &all, nullptr);
  const int nothing = ::open("/dev/null", O_RDWR);
  for (const int standard : {0, 1, 2}) ::dup2(nothing, standard);
  constexpr int first_free = 3;
  constexpr int most = 1024;  // no program has opened more so early
  descriptor = ::dup2(descriptor, first_free);
  for (int other = first_free + 1; other < most; ++other) ::close(other);
}

[[noreturn]] void remove_after_end(int read_end) {
  leave_parent(read_end);
  char none = 0;
  while (::read(read_end, &none, 1) < 0 && errno == EINTR) {
  }
  remove_unfinished_outputs();
  ::_exit(0);
}

}  // namespace

// The end of the pipe stays open until the system closes it: no earlier moment is the process's
// end.
void remove_outputs_even_if_group_is_killed() noexcept {
  std::array<int, 2> ends{};
  if (table == &own_table || ::pipe2(ends.data(), O_CLOEXEC) != 0) return;
  const pid_t child = ::fork();
  if (child >= 0) ::setpgid(child, 0);  // both do it, so that it is done when either continues
  if (child == 0) {
    ::close(ends[1]);
    remove_after_end(ends[0]);
  }
  ::close(ends[0]);
}

}  // namespace ncf::base
