// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A store in a folder. Keys are resolved part by part from the folder's descriptor, never through
// links, so nothing outside is read or written, even if names change meanwhile.
#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <mutex>
#include <span>
#include <system_error>
#include <utility>

#include "base/errors/error_context.hpp"
#include "base/files/descriptor.hpp"
#include "ncf/error.hpp"
#include "store/zarr/storage/key_store.hpp"

namespace ncf::store::zarr {
namespace {

using base::Descriptor;

[[noreturn]] void throw_link(const std::string& name) {
  throw Error(
      ErrorCode::unsupported,
      fmt::format("{} is a link, which is not followed; replace it by what it leads to", name));
}

struct stat status_of(const Descriptor& file) {
  struct stat status {};
  if (::fstat(file.id(), &status) != 0) base::throw_system_error(errno);
  return status;
}

constexpr int folder_flags = O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;

bool is_link(const Descriptor& folder, const std::string& name) {
  struct stat status {};
  return ::fstatat(folder.id(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0 &&
         S_ISLNK(status.st_mode);
}

/// Opens an entry; returns empty if it does not exist.
std::optional<Descriptor> open_at(const Descriptor& folder, const std::string& name, int flags) {
  constexpr mode_t by_umask = 0666;
  const int id = ::openat(folder.id(), name.c_str(), flags | O_NOFOLLOW | O_CLOEXEC, by_umask);
  if (id >= 0) return Descriptor(id);
  if (errno == ENOENT) return std::nullopt;
  const int error = errno;
  if (is_link(folder, name)) throw_link(name);
  if (error == ENOTDIR) throw Error(ErrorCode::corrupt, fmt::format("{} is not a folder", name));
  base::throw_system_error(error);
}

using FolderRef = std::shared_ptr<const Descriptor>;

/// A folder on the path from the root.
struct Way {
  std::string name;
  FolderRef folder;
};

class FolderStore final : public KeyStore {
 public:
  FolderStore(std::string path, Descriptor root)
      : path_(std::move(path)), root_(std::make_shared<const Descriptor>(std::move(root))) {}

  bool read_part(const std::string& key, std::uint64_t offset,
                 std::span<std::byte> bytes) override {
    return base::with_context(key, [&] {
      const auto file = open_value(key);
      if (!file) return false;
      require_part(offset, bytes.size(), file->size_bytes());
      file->read_all_at(offset, bytes);
      return true;
    });
  }

  std::optional<std::uint64_t> size_bytes(const std::string& key) override {
    return base::with_context(key, [&]() -> std::optional<std::uint64_t> {
      const auto [folder, name] = find(key, /*making=*/false);
      if (!folder) return std::nullopt;
      struct stat status {};
      if (::fstatat(folder->id(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) {
        if (errno == ENOENT) return std::nullopt;
        base::throw_system_error(errno);
      }
      if (S_ISLNK(status.st_mode)) throw_link(name);
      if (!S_ISREG(status.st_mode)) throw Error(ErrorCode::corrupt, "is not a file");
      return static_cast<std::uint64_t>(status.st_size);
    });
  }

  void write(const std::string& key, std::span<const std::byte> value) override {
    base::with_context(key, [&] {
      const auto [folder, name] = find(key, /*making=*/true);
      auto file = open_at(*folder, name, O_WRONLY | O_CREAT | O_TRUNC);
      if (!file) base::throw_system_error(ENOENT);
      base::write_all(*file, value);
      file->close();
    });
  }

  void write_part(const std::string& key, std::uint64_t offset,
                  std::span<const std::span<const std::byte>> pieces) override {
    base::with_context(key, [&] {
      const auto [folder, name] = find(key, /*making=*/true);
      auto file = open_at(*folder, name, O_WRONLY | O_CREAT);
      if (!file) base::throw_system_error(ENOENT);
      file->write_all_at(offset, pieces);
      file->close();
    });
  }

  // Copies the ranges to a new file under the same name.
  void finish_parts(const std::string& key, std::span<const ValueRange> order) override {
    if (order.empty()) return;
    base::with_context(key, [&] {
      const auto [folder, name] = find(key, /*making=*/false);
      const auto parts = open_value(key);
      if (!parts || ::unlinkat(folder->id(), name.c_str(), 0) != 0) base::throw_system_error(errno);
      auto file = open_at(*folder, name, O_WRONLY | O_CREAT | O_EXCL);
      if (!file) base::throw_system_error(ENOENT);
      std::uint64_t end = 0;
      for (const ValueRange& range : order) {
        copy_range(*parts, range, *file, end);
        end += range.bytes;
      }
      file->close();
    });
  }

  [[nodiscard]] bool has_files() const noexcept override { return true; }

  std::vector<Entry> list(const std::string& folder) override {
    return base::with_context(folder.empty() ? "/" : folder, [&] {
      const FolderRef here = folder_of(folder);
      std::vector<Entry> entries;
      if (!here) return entries;
      read_names(*here, entries);
      std::ranges::sort(entries, {}, &Entry::name);
      return entries;
    });
  }

  // Each subfolder is a link to the folder, in addition to the two that every folder has. File
  // systems that count differently report 1.
  bool may_have_folders(const std::string& folder) override {
    constexpr nlink_t own_links = 2;
    const FolderRef here = folder_of(folder);
    return here && status_of(*here).st_nlink != own_links;
  }

  void require_in_place() override {
    const struct stat own = status_of(*root_);
    struct stat there {};
    if (::stat(path_.c_str(), &there) == 0 && there.st_dev == own.st_dev &&
        there.st_ino == own.st_ino) {
      return;
    }
    throw Error(ErrorCode::io, "the store was removed or replaced while it was read");
  }

 private:
  /// Returns the folder of a key, null if it does not exist, and the last part of the key.
  std::pair<FolderRef, std::string> find(const std::string& key, bool making) {
    std::vector<std::string> parts = split_key(key);
    std::string name = std::move(parts.back());
    parts.pop_back();
    return {reach(parts, making), std::move(name)};
  }

  static void copy_range(const Descriptor& from, const ValueRange& range, const Descriptor& to,
                         std::uint64_t offset) {
    constexpr std::uint64_t max_piece_bytes = std::uint64_t{1} << 20U;
    std::vector<std::byte> bytes(std::min(range.bytes, max_piece_bytes));
    for (std::uint64_t done = 0; done < range.bytes; done += bytes.size()) {
      bytes.resize(std::min(range.bytes - done, max_piece_bytes));
      from.read_all_at(range.offset + done, bytes);
      const std::span<const std::byte> pieces[] = {bytes};
      to.write_all_at(offset + done, pieces);
    }
  }

  /// Returns null if it does not exist.
  FolderRef folder_of(const std::string& path) {
    return path.empty() ? root_ : reach(split_key(path), /*making=*/false);
  }

  std::optional<Descriptor> open_value(const std::string& key) {
    const auto [folder, name] = find(key, /*making=*/false);
    if (!folder) return std::nullopt;
    // Does not wait for the other end of a FIFO.
    auto file = open_at(*folder, name, O_RDONLY | O_NONBLOCK);
    if (file && !S_ISREG(status_of(*file).st_mode)) {
      throw Error(ErrorCode::corrupt, "is not a file");
    }
    return file;
  }

  /// Returns the folder with this path, null if it does not exist. The folders on the path stay
  /// open, because consecutive keys usually belong to one array.
  FolderRef reach(const std::vector<std::string>& parts, bool making) {
    const std::lock_guard lock(mutex_);
    std::size_t known = 0;
    while (known < std::min(parts.size(), way_.size()) && way_[known].name == parts[known]) ++known;
    way_.resize(known);
    for (; known < parts.size(); ++known) {
      const FolderRef above = way_.empty() ? root_ : way_.back().folder;
      FolderRef next = open_folder_at(*above, parts[known], making);
      if (!next) return nullptr;
      way_.push_back({parts[known], std::move(next)});
    }
    return way_.empty() ? root_ : way_.back().folder;
  }

  static FolderRef open_folder_at(const Descriptor& above, const std::string& name, bool making) {
    constexpr mode_t by_umask = 0777;
    if (making && ::mkdirat(above.id(), name.c_str(), by_umask) != 0 && errno != EEXIST) {
      base::throw_system_error(errno);
    }
    auto folder = open_at(above, name, O_RDONLY | O_DIRECTORY);
    return folder ? std::make_shared<const Descriptor>(std::move(*folder)) : nullptr;
  }

  static mode_t status_at(int folder, const dirent& entry, int flags) {
    struct stat status {};
    const int failed = ::fstatat(folder, static_cast<const char*>(entry.d_name), &status, flags);
    return failed == 0 ? status.st_mode : 0;
  }

  /// Returns the type bits of st_mode; 0 if the entry was removed. A link that leads nowhere counts
  /// as a folder, so that looking for an array or for chunks reports it. Most file systems provide
  /// the type without examining each entry, which is slow on distributed ones.
  static mode_t kind_of(int folder, const dirent& entry) {
    const mode_t own = entry.d_type != DT_UNKNOWN ? DTTOIF(mode_t{entry.d_type})
                                                  : status_at(folder, entry, AT_SYMLINK_NOFOLLOW);
    if (!S_ISLNK(own)) return own;
    const mode_t there = status_at(folder, entry, 0);
    return there == 0 ? S_IFDIR : there;
  }

  static void read_names(const Descriptor& folder, std::vector<Entry>& entries) {
    const int own = ::openat(folder.id(), ".", O_RDONLY | folder_flags);
    DIR* const names = own < 0 ? nullptr : ::fdopendir(own);
    if (names == nullptr) base::throw_system_error(errno);
    const std::unique_ptr<DIR, int (*)(DIR*)> closing(names, &::closedir);
    for (errno = 0; const dirent* entry = ::readdir(names); errno = 0) {
      const std::string name = static_cast<const char*>(entry->d_name);
      if (name == "." || name == "..") continue;
      const mode_t kind = kind_of(own, *entry);
      if (kind != 0) entries.push_back({name, S_ISDIR(kind)});
    }
    if (errno != 0) base::throw_system_error(errno);
  }

  std::string path_;
  FolderRef root_;
  std::mutex mutex_;
  std::vector<Way> way_;  ///< under mutex_: from the root to the folder used last
};

}  // namespace

// The folder itself may be reached through links: the user chose it, not the metadata.
std::unique_ptr<KeyStore> open_folder(const std::string& path) {
  return std::make_unique<FolderStore>(path, Descriptor(path, O_RDONLY | O_DIRECTORY));
}

std::unique_ptr<KeyStore> make_folder(const std::string& path) {
  constexpr mode_t by_umask = 0777;
  std::error_code why_unknown;
  const bool is_made = std::filesystem::is_empty(path, why_unknown);
  if (why_unknown && why_unknown != std::errc::no_such_file_or_directory) {
    base::throw_system_error(why_unknown.value());
  }
  if (!is_made && ::mkdir(path.c_str(), by_umask) != 0) base::throw_system_error(errno);
  return open_folder(path);
}

}  // namespace ncf::store::zarr
