// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/output/temporary_name.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <climits>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <fstream>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <system_error>

#include "base/files/paths.hpp"
#include "base/memory/bytes.hpp"
#include "base/text/characters.hpp"
#include "base/threads/machine.hpp"
#include "ncf/error.hpp"

namespace ncf::base {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t random_digits = 4;
constexpr std::size_t machine_digits = 8;
constexpr std::string_view mark = ".ncf-";
constexpr std::size_t longest_name = NAME_MAX - 40;  // longer names of targets are truncated
constexpr std::string_view hexadecimal = "0123456789abcdef";

/// Returns a hash of the host, its namespace of process ids, and the target, whose name may have to
/// be truncated.
std::string machine_word(const std::string& name) {
  std::error_code unknown;
  const fs::path processes = fs::read_symlink("/proc/self/ns/pid", unknown);
  FnvHash hash;
  hash.add(host_name());
  hash.add(processes.native());
  hash.add(name);
  return fmt::format("{:0{}x}", hash.value() & 0xFFFFFFFFU, machine_digits);
}

/// The parts of a temporary name.
struct Leftover {
  std::string target;        ///< truncated if it is long
  std::string_view machine;  ///< see machine_word
  pid_t process = 0;
  bool was_moved_aside = false;
};

/// Parses a name; empty if it is not exactly one of ours. The result refers to `name`.
std::optional<Leftover> find_leftover(std::string_view name) {
  const std::size_t at = name.rfind(mark);
  if (!name.starts_with('.') || at == 0 || at == std::string_view::npos) return std::nullopt;
  Leftover left;
  left.target = name.substr(1, at - 1);
  std::string_view rest = name.substr(at + mark.size());
  if (rest.size() <= machine_digits || rest.find_first_not_of(hexadecimal) != machine_digits ||
      rest[machine_digits] != '-') {
    return std::nullopt;
  }
  left.machine = rest.substr(0, machine_digits);
  rest.remove_prefix(machine_digits + 1);
  if (rest.ends_with(aside_suffix)) {
    left.was_moved_aside = true;
    rest.remove_suffix(aside_suffix.size());
  }
  const std::size_t dash = std::min(rest.find('-'), rest.size());
  const std::string_view process = rest.substr(0, dash);
  const std::string_view random = rest.substr(std::min(dash + 1, rest.size()));
  const bool is_form = std::all_of(process.begin(), process.end(), is_digit) &&
                       random.size() == random_digits &&
                       random.find_first_not_of(hexadecimal) == std::string_view::npos;
  const auto read = std::from_chars(process.data(), process.data() + process.size(), left.process);
  if (!is_form || read.ec != std::errc{} || left.process == 0) return std::nullopt;
  return left;
}

/// Returns whether a process is a zombie. In a container, there may be no process that waits for
/// orphans.
bool is_zombie(pid_t process) {
  std::ifstream file(fmt::format("/proc/{}/stat", process));
  std::string text;
  std::getline(file, text);
  const std::size_t end_of_name = text.rfind(')');
  return end_of_name != std::string::npos && text.substr(end_of_name).starts_with(") Z");
}

bool is_dead(pid_t process) {
  return (::kill(process, 0) != 0 && errno == ESRCH) || is_zombie(process);
}

/// Removes a file or folder if a dead process left it beside the target.
void clear_leftover(const fs::path& path, const Leftover& left, const fs::path& target) {
  if (!is_dead(left.process)) return;
  if (left.was_moved_aside) {
    restore_or_remove(path.c_str(), target.c_str());
  } else {
    remove_output(path.c_str());
  }
}

/// Returns the names in a folder; none if it cannot be read, or no longer exists.
std::vector<std::string> readable_names_in(const fs::path& folder) {
  try {
    return names_in(folder);
  } catch (const Error&) {
    return {};
  }
}

std::set<fs::path>& cleared_folders() {
  static std::set<fs::path> folders;
  return folders;
}

enum class Removal { done, not_empty, impossible };

Removal remove_name(int folder, const char* name) noexcept {
  if (::unlinkat(folder, name, 0) == 0) return Removal::done;
  if (errno != EISDIR && errno != EPERM) return Removal::impossible;
  if (::unlinkat(folder, name, AT_REMOVEDIR) == 0) return Removal::done;
  return errno == ENOTEMPTY || errno == EEXIST ? Removal::not_empty : Removal::impossible;
}

/// Opens a folder; returns null if it cannot be opened.
DIR* open_folder(int folder, const char* name) noexcept {
  const int opened = ::openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (opened < 0) return nullptr;
  if (::faccessat(opened, ".", W_OK | X_OK, 0) != 0) ::fchmod(opened, S_IRWXU);
  DIR* const entries = ::fdopendir(opened);
  if (entries == nullptr) ::close(opened);
  return entries;
}

/// Removes the contents of a folder up to its first subfolder that is not empty, and closes it.
/// Returns that subfolder, opened; null if there is none.
DIR* clear_and_descend(DIR* folder, bool& is_any_removed) noexcept {
  DIR* inner = nullptr;
  while (inner == nullptr) {
    const dirent* const entry = ::readdir(folder);
    if (entry == nullptr) break;
    const char* const name = &entry->d_name[0];
    if (std::strcmp(name, ".") == 0 || std::strcmp(name, "..") == 0) continue;
    const Removal removal = remove_name(::dirfd(folder), name);
    is_any_removed = is_any_removed || removal == Removal::done;
    if (removal == Removal::not_empty) inner = open_folder(::dirfd(folder), name);
  }
  ::closedir(folder);
  return inner;
}

/// Returns when a file, or anything in a folder, last changed, by the clock of its file system.
std::time_t last_change(const fs::path& path) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0) return std::time(nullptr);  // it is being removed
  std::time_t last = std::max(status.st_mtime, status.st_ctime);
  if (!S_ISDIR(status.st_mode)) return last;
  for (const std::string& name : readable_names_in(path)) {
    last = std::max(last, last_change(path / name));
  }
  return last;
}

bool is_locked(const fs::path& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (file < 0) return errno != ENOENT;  // it cannot be known
  const bool is_held = ::flock(file, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  ::close(file);
  return is_held;
}

bool is_orphan(const fs::path& path, std::time_t now) {
  const auto age = std::chrono::seconds(now - last_change(path));
  return age >= age_of_orphans && !is_locked(path) && !is_of_living_process(path);
}

}  // namespace

std::string temporary_prefix(const fs::path& target) {
  const std::string name = target.filename().native();
  return fmt::format(".{}{}{}-", name.substr(0, longest_name), mark, machine_word(name));
}

bool is_temporary_name(std::string_view name) { return find_leftover(name).has_value(); }

bool is_of_living_process(const fs::path& temporary) {
  const std::string name = temporary.filename().native();
  const auto left = find_leftover(name);
  if (!left) return false;
  // The target's name is only known if it was not truncated.
  const bool is_of_this_machine =
      left->target.size() >= longest_name || left->machine == machine_word(left->target);
  return is_of_this_machine && !is_dead(left->process);
}

fs::path pick_temporary(const fs::path& target) {
  const std::string prefix = temporary_prefix(target);
  std::random_device random;
  for (;;) {
    fs::path path = folder_of(target) / fmt::format("{}{}-{:0{}x}", prefix, ::getpid(),
                                                    random() & 0xFFFFU, random_digits);
    // If it cannot be examined, it cannot be created either, which fails later.
    std::error_code ignored;
    if (!fs::exists(fs::symlink_status(path, ignored))) return path;
  }
}

void clear_leftovers(const fs::path& target) {
  const fs::path folder = folder_of(target);
  const bool is_cut = target.filename().native().size() > longest_name;
  if (!is_cut && cleared_folders().count(folder) > 0) return;
  const std::string prefix = temporary_prefix(target);
  for (const std::string& name : readable_names_in(folder)) {
    const auto left = find_leftover(name);
    if (left && name.starts_with(prefix)) clear_leftover(folder / name, *left, target);
  }
}

void clear_leftovers_in(const fs::path& folder) {
  for (const std::string& name : readable_names_in(folder)) {
    const auto left = find_leftover(name);
    if (!left || left->machine != machine_word(left->target)) continue;
    clear_leftover(folder / name, *left, folder / left->target);
  }
  cleared_folders().insert(folder);
}

// Each iteration of the outer loop empties a folder without subfolders, so neither the stack nor
// the number of descriptors grows with the depth.
void remove_output(const char* path) noexcept {
  bool is_any_removed = true;
  while (is_any_removed && remove_name(AT_FDCWD, path) == Removal::not_empty) {
    is_any_removed = false;
    for (DIR* folder = open_folder(AT_FDCWD, path); folder != nullptr;) {
      folder = clear_and_descend(folder, is_any_removed);
    }
  }
}

void restore_or_remove(const char* aside, const char* target) noexcept {
  struct stat status {};
  if (::lstat(aside, &status) != 0) return;
  if (::lstat(target, &status) == 0) {
    remove_output(aside);
  } else if (errno == ENOENT) {
    (void)::rename(aside, target);
  }
}

std::vector<fs::path> find_orphans(const fs::path& folder,
                                   std::chrono::system_clock::time_point now) {
  const std::time_t seconds = std::chrono::system_clock::to_time_t(now);
  std::vector<fs::path> orphans;
  for (const std::string& name : readable_names_in(folder)) {
    if (is_temporary_name(name) && is_orphan(folder / name, seconds)) {
      orphans.push_back(folder / name);
    }
  }
  std::ranges::sort(orphans);
  return orphans;
}

}  // namespace ncf::base
