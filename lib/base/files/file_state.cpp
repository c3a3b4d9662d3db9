// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/files/file_state.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/errors/error_context.hpp"
#include "base/files/descriptor.hpp"
#include "base/files/paths.hpp"
#include "base/memory/bytes.hpp"
#include "ncf/error.hpp"

namespace ncf::base {

namespace fs = std::filesystem;

namespace {

std::int64_t nanoseconds_of(const timespec& time) noexcept {
  constexpr std::int64_t per_second = 1'000'000'000;
  return time.tv_sec * per_second + time.tv_nsec;
}

constexpr std::size_t end_bytes = std::size_t{64} << 10U;

void add_part(FnvHash& hash, const Descriptor& file, std::uint64_t begin, std::uint64_t end) {
  std::vector<std::byte> bytes(end - begin);
  std::size_t done = 0;
  while (done < bytes.size()) {
    const std::size_t count = file.read_at(begin + done, std::span(bytes).subspan(done));
    if (count == 0) break;
    done += count;
  }
  hash.add_words(std::span<const std::byte>(bytes).first(done));
}

/// Adds the first and the last bytes, each once.
void add_ends(FnvHash& hash, const fs::path& path) {
  const Descriptor file(path, O_RDONLY);
  const std::uint64_t size = file.size_bytes();
  const std::uint64_t first_end = std::min<std::uint64_t>(size, end_bytes);
  add_part(hash, file, 0, first_end);
  add_part(hash, file, std::max(first_end, size - first_end), size);
}

bool is_metadata(const fs::path& file) {
  const std::string name = file.filename().native();
  return name.starts_with('.') || name == "zarr.json";
}

FileState state_of_folder(const fs::path& folder) {
  std::vector<fs::path> files;
  visit_files(folder, [&](const fs::directory_entry& entry) { files.push_back(entry.path()); });
  std::sort(files.begin(), files.end());
  FileState state;
  FnvHash hash;
  for (const fs::path& file : files) {
    const auto status = find_status(file);
    if (!status) throw_errno(file, "cannot read its status", ENOENT);
    hash.add(file.lexically_relative(folder).native());
    hash.add(static_cast<std::uint64_t>(status->st_size));
    hash.add(static_cast<std::uint64_t>(nanoseconds_of(status->st_mtim)));
    if (is_metadata(file)) add_ends(hash, file);
    state.bytes += static_cast<std::uint64_t>(status->st_size);
    state.modified_nanoseconds =
        std::max(state.modified_nanoseconds, nanoseconds_of(status->st_mtim));
    state.changed_nanoseconds =
        std::max(state.changed_nanoseconds, nanoseconds_of(status->st_ctim));
  }
  state.checksum = hash.value();
  return state;
}

FileIdentity identity_of(const struct stat& status) { return {status.st_dev, status.st_ino}; }

struct stat look_at(const fs::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) throw_system_error(errno);
  return status;
}

/// Returns what changes the time of a status change and leaves the contents alone.
auto harmless_parts(const struct stat& status) {
  return std::tie(status.st_mode, status.st_uid, status.st_gid, status.st_nlink);
}

}  // namespace

std::optional<FileState> find_state(const fs::path& path) {
  const auto status = find_status(path);
  if (!status) return std::nullopt;
  if (S_ISDIR(status->st_mode)) return state_of_folder(path);
  if (!S_ISREG(status->st_mode)) return std::nullopt;
  FnvHash hash;
  add_ends(hash, path);
  return FileState{static_cast<std::uint64_t>(status->st_size), nanoseconds_of(status->st_mtim),
                   nanoseconds_of(status->st_ctim), hash.value()};
}

std::optional<FileState> find_readable_state(const fs::path& path) {
  try {
    return find_state(path);
  } catch (const Error&) {
    return std::nullopt;
  }
}

std::optional<FileIdentity> find_identity(const fs::path& path) {
  const auto status = find_status(path);
  if (!status) return std::nullopt;
  return identity_of(*status);
}

FileIdentity identity_of(int descriptor) {
  struct stat status {};
  if (::fstat(descriptor, &status) != 0) throw_system_error(errno);
  return identity_of(status);
}

WatchedFile::WatchedFile(fs::path path) : path_(std::move(path)), before_(look_at(path_)) {}

void WatchedFile::require_unchanged() const {
  const struct stat now = look_at(path_);
  require_same_contents(now);
  if (nanoseconds_of(now.st_ctim) == nanoseconds_of(before_.st_ctim) ||
      harmless_parts(now) != harmless_parts(before_)) {
    return;
  }
  throw BusyFile(
      "the file changed while it was read (its status did, although mode, owner, links and time "
      "of modification are the same)");
}

void WatchedFile::require_unchanged_at(const fs::path& path) const {
  require_same_contents(look_at(path));
}

void WatchedFile::require_same_contents(const struct stat& now) const {
  if (identity_of(now) != identity_of(before_)) {
    throw BusyFile("the file was replaced while it was read");
  }
  if (now.st_size != before_.st_size) {
    throw BusyFile("the size of the file changed while it was read");
  }
  if (nanoseconds_of(now.st_mtim) != nanoseconds_of(before_.st_mtim)) {
    throw BusyFile("the file changed while it was read");
  }
}

}  // namespace ncf::base
