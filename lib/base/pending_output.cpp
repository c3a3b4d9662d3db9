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

#include "base/at_place.hpp"
#include "base/descriptor.hpp"
#include "base/system_error.hpp"
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

namespace {

constexpr mode_t all_bits = 07777;

/// What is made like this is made by the umask, or by the folder's default access list.
Descriptor make_file(const fs::path& path, mode_t mode) {
  const int id = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
  if (id < 0) throw_system_error(errno);
  return Descriptor(id);
}

void make_folder(const fs::path& path, mode_t mode) {
  if (::mkdir(path.c_str(), mode) != 0) throw_system_error(errno);
}

mode_t mode_of(const fs::path& path) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0) throw_system_error(errno);
  return status.st_mode & all_bits;
}

/// Makes an empty file, which only its owner may read. Returns the mode of any other new file: one
/// is made to see it, and removed before anything is in it.
mode_t make_private_file(const fs::path& path) {
  make_file(path, 0666);
  const mode_t usual = mode_of(path);
  if (::unlink(path.c_str()) != 0) throw_system_error(errno);
  make_file(path, 0600);
  return usual;
}

mode_t make_private_folder(const fs::path& path) {
  make_folder(path, 0777);
  const mode_t usual = mode_of(path);
  if (::rmdir(path.c_str()) != 0) throw_system_error(errno);
  make_folder(path, 0700);
  return usual;
}

}  // namespace

PendingOutput::PendingOutput(const fs::path& target, Kind kind)
    : given_(target), target_(follow_links(target)), kind_(kind) {}

PendingOutput::~PendingOutput() {
  if (!has_slot_) return;
  if (!committed_) remove_output(temporary_.c_str());
  slots[slot_].state.store(Slot::free);
}

void PendingOutput::check_target(const fs::path& given, const TargetCheck& check) {
  const fs::path target = follow_links(given);
  try {
    check(target);
  } catch (Error& error) {
    if (target != given) error.add_context(fmt::format("{} (a link)", given.native()));
    throw;
  }
}

void PendingOutput::begin(const TargetCheck& check) {
  clear_leftovers(target_);
  check_target(given_, check);
  temporary_ = pick_temporary(target_);
  slot_ = claim_slot(temporary_);
  has_slot_ = true;
  make_temporary();
}

void PendingOutput::make_temporary() {
  at_place(target_.native(), [&] {
    at_place("cannot make it", [&] {
      new_mode_ =
          kind_ == Kind::file ? make_private_file(temporary_) : make_private_folder(temporary_);
    });
  });
}

FinalStatus PendingOutput::final_status() const {
  const bool is_folder = kind_ == Kind::folder;
  const auto replaced = find_status(target_);
  const mode_t base = replaced ? replaced->st_mode & all_bits : new_mode_;
  FinalStatus status;
  status.mode = base;
  if (!source_) return status;
  const ModeParts parts{base, replaced.has_value(), is_folder};
  status.mode = is_preserving_ ? preserved_mode(parts, *source_) : limited_mode(parts, *source_);
  status.inner_limit = limited_mode({all_bits, /*is_replaced=*/false, is_folder}, *source_);
  if (is_preserving_) status.times = {source_->accessed, source_->modified};
  return status;
}

void PendingOutput::finish_contents() const {
  at_place(target_.native(), [&] { finish_on_disk(temporary_, final_status()); });
}

void PendingOutput::finish_name() const {
  at_place(target_.native(), [&] {
    at_place("it is complete, but its name may be lost in a power failure",
             [&] { sync_names(folder_of(target_)); });
  });
}

}  // namespace base
}  // namespace ncf
