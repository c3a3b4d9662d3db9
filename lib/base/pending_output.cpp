// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/pending_output.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <climits>
#include <cstring>
#include <string>

#include "base/target_path.hpp"
#include "base/temporary_name.hpp"
#include "ncf/error.hpp"
#include "ncf/stop.hpp"

namespace ncf {
namespace {

namespace fs = std::filesystem;

/// Temporary names where a signal handler can read them without allocating or locking.
struct Slot {
  enum State { free, filling, used };
  std::atomic<int> state = free;
  std::array<char, PATH_MAX> path{};
};
std::array<Slot, 64> slots;

std::size_t claim_slot(const fs::path& temporary) {
  const std::string& path = temporary.native();
  if (path.size() >= PATH_MAX) throw Error(ErrorCode::io, "file name too long");
  for (std::size_t i = 0; i < slots.size(); ++i) {
    int expected = Slot::free;
    if (!slots[i].state.compare_exchange_strong(expected, Slot::filling)) continue;
    std::memcpy(slots[i].path.data(), path.c_str(), path.size() + 1);
    slots[i].state.store(Slot::used);
    return i;
  }
  throw Error(ErrorCode::internal, "too many outputs at the same time");
}

// ---- Removing, by system calls alone ------------------------------------------------------------

/// What getdents64 tells of a name.
struct FolderEntry {
  std::uint64_t inode;
  std::int64_t offset;
  unsigned short record_bytes;
  unsigned char type;
  char name[1];
};

bool remove_at(int folder, const char* name, int depth) noexcept;

/// Whether anything could be removed.
bool remove_contents(int folder, int depth) noexcept {
  // A folder's own mode does not keep its owner from clearing it.
  if (::faccessat(folder, ".", W_OK | X_OK, 0) != 0) ::fchmod(folder, S_IRWXU);
  bool is_any_removed = false;
  constexpr std::size_t buffer_bytes = 4096;
  alignas(FolderEntry) std::array<char, buffer_bytes> buffer;
  for (;;) {
    const long count = ::syscall(SYS_getdents64, folder, buffer.data(), buffer.size());
    if (count <= 0) return is_any_removed;
    for (long at = 0; at < count;) {
      const auto* const entry = reinterpret_cast<const FolderEntry*>(buffer.data() + at);
      at += entry->record_bytes;
      const char* const name = &entry->name[0];
      if (std::strcmp(name, ".") != 0 && std::strcmp(name, "..") != 0) {
        is_any_removed |= remove_at(folder, name, depth);
      }
    }
  }
}

/// Whether anything was removed, be it not all of a folder.
bool remove_at(int folder, const char* name, int depth) noexcept {
  constexpr int deepest = 128;
  if (::unlinkat(folder, name, 0) == 0) return true;
  if (errno != EISDIR && errno != EPERM) return false;
  bool is_any_removed = false;
  // Threads that were not told to stop may write into it still.
  while (::unlinkat(folder, name, AT_REMOVEDIR) != 0) {
    if (errno != ENOTEMPTY && errno != EEXIST) return is_any_removed;
    const int inner = ::openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (inner < 0) return is_any_removed;
    const bool is_progress = depth < deepest && remove_contents(inner, depth + 1);
    ::close(inner);
    if (!is_progress) return is_any_removed;
    is_any_removed = true;
  }
  return true;
}

}  // namespace

void remove_unfinished_outputs() noexcept {
  for (Slot& slot : slots) {
    if (slot.state.load() == Slot::used) base::remove_output(slot.path.data());
  }
}

namespace base {

void remove_output(const char* path) noexcept { remove_at(AT_FDCWD, path, 0); }

PendingOutput::PendingOutput(const fs::path& target)
    : given_(target), target_(follow_links(target)) {}

PendingOutput::~PendingOutput() {
  if (!has_slot_) return;
  if (!committed_) remove_output(temporary_.c_str());
  slots[slot_].state.store(Slot::free);
}

void PendingOutput::begin(const std::function<void(const fs::path& target)>& check) {
  clear_leftovers(target_);
  try {
    check(target_);
  } catch (Error& error) {
    if (target_ != given_) error.add_context(fmt::format("{} (a link)", given_.native()));
    throw;
  }
  temporary_ = pick_temporary(target_);
  slot_ = claim_slot(temporary_);
  has_slot_ = true;
}

}  // namespace base
}  // namespace ncf
