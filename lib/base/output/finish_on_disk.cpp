// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/output/finish_on_disk.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <future>
#include <system_error>
#include <vector>

#include "base/errors/error_context.hpp"
#include "base/files/file_attributes.hpp"
#include "base/files/paths.hpp"
#include "base/threads/worker_pool.hpp"

namespace ncf::base {
namespace {

namespace fs = std::filesystem;

// Sets a mode if it differs: some file systems refuse any change of modes, even one that changes
// nothing.
void set_mode(const Descriptor& file, mode_t mode, const char* refusal) {
  if (get_mode(file) == mode) return;
  if (::fchmod(file.id(), mode) != 0) throw_system_error(errno, refusal);
}

void set_times_and_sync(const Descriptor& file, const FinalStatus& status) {
  if (status.times) {
    const std::array<timespec, 2> times{status.times->accessed, status.times->modified};
    if (::futimens(file.id(), times.data()) != 0) {
      throw_system_error(errno, "cannot keep the input's times");
    }
  }
  sync(file);
}

void finish_inner(const fs::path& path, const FinalStatus& status) {
  const Descriptor file(path, O_RDONLY | O_NOFOLLOW);
  std::error_code ignored;
  const mode_t mode = status.inner_mode(get_mode(file), fs::is_directory(path, ignored));
  set_mode(file, mode, "cannot keep the input's mode");
  set_times_and_sync(file, status);
}

/// Returns all files and folders in a folder.
std::vector<fs::path> paths_in(const fs::path& folder) {
  std::vector<fs::path> paths;
  visit_tree(folder, [&](const fs::directory_entry& entry) {
    std::error_code ignored;
    if (!entry.is_symlink(ignored)) paths.push_back(entry.path());
  });
  return paths;
}

/// Finishes everything in a folder on several threads, because a file system writes together what
/// many of them wait for. (Measured on ext4: 2,000 files take 2.7 s on one thread, 0.6 s on eight
/// and 0.5 s on 32.)
void finish_all_in(const fs::path& folder, const FinalStatus& status) {
  constexpr std::size_t max_threads = 16;
  constexpr std::size_t files_per_thread = 8;
  const std::vector<fs::path> paths = paths_in(folder);
  std::atomic<std::size_t> next = 0;
  WorkerPool pool(std::clamp<std::size_t>(paths.size() / files_per_thread, 1, max_threads));
  std::vector<std::future<void>> jobs;
  for (std::size_t i = 0; i < pool.worker_count(); ++i) {
    jobs.push_back(pool.start([&](std::size_t /*worker*/) {
      for (std::size_t at = next++; at < paths.size(); at = next++) {
        try {
          finish_inner(paths[at], status);
        } catch (Error& error) {
          error.add_context(paths[at].lexically_relative(folder).native());
          throw;
        }
      }
    }));
  }
  for (auto& job : jobs) job.wait();
  for (auto& job : jobs) job.get();
}

}  // namespace

void sync(const Descriptor& file) {
  while (::fsync(file.id()) != 0) {
    if (errno == EINVAL || errno == ENOSYS || errno == EOPNOTSUPP) return;
    if (errno != EINTR) throw_system_error(errno, "cannot flush it to disk");
  }
}

void finish_on_disk(const fs::path& path, const FinalStatus& status) {
  const Descriptor file(path, O_RDONLY | O_NOFOLLOW);
  std::error_code ignored;
  const bool is_folder = fs::is_directory(path, ignored);
  if (is_folder) finish_all_in(path, status);
  set_mode(file, status.mode,
           is_folder ? "cannot keep the folder's mode" : "cannot keep the file's mode");
  set_times_and_sync(file, status);
}

// If a folder may be written to but not read, this is left to its file system.
void sync_names(const fs::path& folder) {
  const int id = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (id < 0 && errno == EACCES) return;
  if (id < 0) throw_system_error(errno);
  sync(Descriptor(id));
}

}  // namespace ncf::base
