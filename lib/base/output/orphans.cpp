// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/output/orphans.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <string>

#include "base/files/folder.hpp"
#include "base/output/temporary_name.hpp"
#include "ncf/error.hpp"

namespace ncf::base {
namespace {

namespace fs = std::filesystem;

/// Returns the names in a folder; none if it cannot be read, or no longer exists.
std::vector<std::string> readable_names_in(const fs::path& folder) {
  try {
    return names_in(folder);
  } catch (const Error& error) {
    if (error.code() == ErrorCode::interrupted) throw;
    return {};
  }
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
