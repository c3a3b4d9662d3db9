// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/pending_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <climits>
#include <csignal>
#include <cstring>
#include <optional>
#include <random>
#include <string>
#include <system_error>

#include "base/at_place.hpp"
#include "base/descriptor.hpp"
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

[[noreturn]] void throw_errno(const fs::path& path, std::string_view doing, int error) {
  throw Error(ErrorCode::io, fmt::format("{}: {}: {}", path.native(), doing, std::strerror(error)));
}

std::optional<struct stat> find_status(const fs::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) == 0) return status;
  if (errno == ENOENT || errno == ENOTDIR) return std::nullopt;
  throw_errno(path, "cannot look at it", errno);
}

bool is_link(const fs::path& path) {
  std::error_code ignored;  // who cannot look there cannot write there, and is told so later
  return fs::is_symlink(fs::symlink_status(path, ignored));
}

/// Follows symbolic links, dangling ones too: writing there makes the file they point to.
fs::path follow_links(fs::path path) {
  constexpr int most_links = 40;  // as Linux
  for (int i = 0; is_link(path); ++i) {
    if (i == most_links) throw_errno(path, "cannot follow the link", ELOOP);
    std::error_code failure;
    const fs::path to = fs::read_symlink(path, failure);
    if (failure) throw_errno(path, "cannot follow the link", failure.value());
    path = to.is_absolute() ? to : path.parent_path() / to;
  }
  return path;
}

fs::path folder_of(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

void require_replaceable(const fs::path& target) {
  const fs::path folder = folder_of(target);
  const auto folder_status = find_status(folder);
  if (!target.has_filename() || !folder_status) {
    throw Error(ErrorCode::not_found, fmt::format("{}: there is no folder '{}'; make it first",
                                                  target.native(), folder.native()));
  }
  if (!S_ISDIR(folder_status->st_mode)) throw_errno(target, "cannot write there", ENOTDIR);
  struct stat status {};
  if (::stat(target.c_str(), &status) == 0 && !S_ISREG(status.st_mode)) {
    throw Error(ErrorCode::io,
                fmt::format("{}: is {}, not a file that can be replaced", target.native(),
                            S_ISDIR(status.st_mode)    ? "a folder"
                            : S_ISFIFO(status.st_mode) ? "a FIFO"
                            : S_ISSOCK(status.st_mode) ? "a socket"
                                                       : "a device"));
  }
  if (::access(folder.c_str(), W_OK | X_OK) != 0) {
    throw_errno(target, fmt::format("cannot write to folder '{}'", folder.native()), errno);
  }
}

/// What temporary names of `target` begin with; the PID follows. Cut so that the name fits.
std::string temporary_prefix(const fs::path& target) {
  constexpr std::size_t longest_suffix = 40;
  const std::string name = target.filename().native();
  return "." + name.substr(0, NAME_MAX - longest_suffix) + ".ncf-";
}

bool is_dead(std::string_view pid_text) {
  pid_t pid = 0;
  const auto [end, error] =
      std::from_chars(pid_text.data(), pid_text.data() + pid_text.size(), pid);
  if (error != std::errc{} || pid <= 0) return false;
  return ::kill(pid, 0) != 0 && errno == ESRCH;
}

/// Removes what killed runs left beside the target.
void remove_leftovers(const fs::path& target) {
  const std::string prefix = temporary_prefix(target);
  std::error_code failure;
  std::error_code ignored;
  fs::directory_iterator entry(folder_of(target), failure);
  for (; !failure && entry != fs::directory_iterator(); entry.increment(failure)) {
    const std::string name = entry->path().filename().native();
    if (!name.starts_with(prefix)) continue;
    const std::string rest = name.substr(prefix.size());
    const std::size_t dash = rest.find('-');
    if (dash != std::string::npos && is_dead(std::string_view(rest).substr(0, dash))) {
      fs::remove(entry->path(), ignored);
    }
  }
}

fs::path pick_temporary(const fs::path& target) {
  std::random_device random;
  for (;;) {
    fs::path path = folder_of(target) / fmt::format("{}{}-{:04x}", temporary_prefix(target),
                                                    ::getpid(), random() & 0xFFFFU);
    std::error_code ignored;  // what cannot be looked at cannot be made, and fails there
    if (!fs::exists(fs::symlink_status(path, ignored))) return path;
  }
}

}  // namespace

void remove_unfinished_outputs() noexcept {
  for (Slot& slot : slots) {
    if (slot.state.load() == Slot::used) ::unlink(slot.path.data());
  }
}

namespace base {

PendingFile::PendingFile(const fs::path& target) : target_(follow_links(target)) {
  try {
    require_replaceable(target_);
  } catch (Error& error) {
    if (target_ != target) error.add_context(fmt::format("{} (a link)", target.native()));
    throw;
  }
  remove_leftovers(target_);
  temporary_ = pick_temporary(target_);
  slot_ = claim_slot(temporary_);
}

PendingFile::~PendingFile() {
  if (!committed_) ::unlink(temporary_.c_str());
  slots[slot_].state.store(Slot::free);
}

void PendingFile::reserve(std::uint64_t bytes) {
  if (bytes == 0) return;
  at_place(target_.native(), [&] {
    const Descriptor file(temporary_, O_WRONLY);
    if (::fallocate(file.id(), FALLOC_FL_KEEP_SIZE, 0, static_cast<off_t>(bytes)) == 0) return;
    if (errno != ENOSPC && errno != EDQUOT) return;  // not a thing this file system does
    throw Error(ErrorCode::io,
                fmt::format("cannot take {} bytes of disk: {}", bytes, std::strerror(errno)));
  });
}

void PendingFile::commit() {
  if (const auto status = find_status(target_)) {
    constexpr mode_t permissions = 07777;
    if (::chmod(temporary_.c_str(), status->st_mode & permissions) != 0) {
      throw_errno(target_, "cannot keep the file's mode", errno);
    }
  }
  if (::rename(temporary_.c_str(), target_.c_str()) != 0) {
    throw_errno(target_, "cannot give the finished file its name", errno);
  }
  committed_ = true;
}

std::optional<FileIdentity> find_identity(const fs::path& path) {
  const auto status = find_status(path);
  if (!status) return std::nullopt;
  return FileIdentity{status->st_dev, status->st_ino};
}

bool is_same_file(const fs::path& a, const fs::path& b) {
  const auto identity = find_identity(a);
  return identity && identity == find_identity(b);
}

}  // namespace base
}  // namespace ncf
