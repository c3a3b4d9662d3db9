// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A store in a folder. Keys are followed part by part from the folder's descriptor, links never, so
// that whatever happens to names meanwhile, nothing outside is read or written.
#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <span>
#include <system_error>
#include <utility>

#include "base/at_place.hpp"
#include "base/descriptor.hpp"
#include "base/whole_file.hpp"
#include "ncf/error.hpp"
#include "store/zarr/key_store.hpp"

namespace ncf::store::zarr {
namespace {

using base::Descriptor;
using Bytes = std::vector<std::byte>;

[[noreturn]] void throw_errno(int error) {
  throw Error(ErrorCode::io, std::generic_category().message(error));
}

[[noreturn]] void throw_link() {
  throw Error(ErrorCode::corrupt, "a link or a file stands in the way; links are not followed");
}

struct stat status_of(const Descriptor& file) {
  struct stat status {};
  if (::fstat(file.id(), &status) != 0) throw_errno(errno);
  return status;
}

constexpr int folder_flags = O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;

/// Empty if it is not there.
std::optional<Descriptor> open_at(const Descriptor& folder, const std::string& name, int flags) {
  constexpr mode_t by_umask = 0666;
  const int id = ::openat(folder.id(), name.c_str(), flags | O_NOFOLLOW | O_CLOEXEC, by_umask);
  if (id >= 0) return Descriptor(id);
  if (errno == ENOENT) return std::nullopt;
  if (errno == ELOOP || errno == ENOTDIR) throw_link();
  throw_errno(errno);
}

class FolderStore final : public KeyStore {
 public:
  explicit FolderStore(Descriptor root) : root_(std::move(root)) {}

  std::optional<Bytes> read(const std::string& key, std::uint64_t most_bytes) override {
    return base::at_place(key, [&]() -> std::optional<Bytes> {
      const auto file = open_value(key);
      if (!file) return std::nullopt;
      const std::uint64_t bytes = file->size_bytes();
      if (bytes > most_bytes) {
        throw Error(ErrorCode::corrupt,
                    fmt::format("has {} bytes, at most {} were expected", bytes, most_bytes));
      }
      Bytes value(bytes);
      base::read_all(*file, value);
      return value;
    });
  }

  std::optional<Bytes> read_part(const std::string& key, std::uint64_t offset,
                                 std::size_t bytes) override {
    return base::at_place(key, [&]() -> std::optional<Bytes> {
      const auto file = open_value(key);
      if (!file) return std::nullopt;
      const std::uint64_t size = file->size_bytes();
      if (offset > size || bytes > size - offset) throw Error(ErrorCode::corrupt, "is cut short");
      Bytes value(bytes);
      for (std::size_t done = 0; done < bytes;) {
        const std::size_t count = file->read_at(offset + done, std::span(value).subspan(done));
        if (count == 0) throw Error(ErrorCode::io, "was cut while it was read");
        done += count;
      }
      return value;
    });
  }

  std::optional<std::uint64_t> size_bytes(const std::string& key) override {
    return base::at_place(key, [&]() -> std::optional<std::uint64_t> {
      const auto file = open_value(key);
      if (!file) return std::nullopt;
      return file->size_bytes();
    });
  }

  void write(const std::string& key, std::span<const std::byte> value) override {
    base::at_place(key, [&] {
      std::vector<std::string> parts = split_key(key);
      const std::string name = std::move(parts.back());
      parts.pop_back();
      const Descriptor* folder = reach(parts, true);
      auto file = open_at(*folder, name, O_WRONLY | O_CREAT | O_TRUNC);
      if (!file) throw_errno(ENOENT);
      base::write_all(*file, value);
      file->close();
    });
  }

  std::vector<Entry> list(const std::string& folder) override {
    return base::at_place(folder.empty() ? "/" : folder, [&] {
      const Descriptor* here = folder.empty() ? &root_ : reach(split_key(folder), /*making=*/false);
      std::vector<Entry> entries;
      if (here == nullptr) return entries;
      read_names(*here, entries);
      std::sort(entries.begin(), entries.end(),
                [](const Entry& a, const Entry& b) { return a.name < b.name; });
      return entries;
    });
  }

 private:
  std::optional<Descriptor> open_value(const std::string& key) {
    std::vector<std::string> parts = split_key(key);
    const std::string name = std::move(parts.back());
    parts.pop_back();
    const Descriptor* folder = reach(parts, /*making=*/false);
    if (folder == nullptr) return std::nullopt;
    // Not to wait for the other end of a FIFO.
    auto file = open_at(*folder, name, O_RDONLY | O_NONBLOCK);
    if (file && !S_ISREG(status_of(*file).st_mode)) {
      throw Error(ErrorCode::corrupt, "is not a file");
    }
    return file;
  }

  /// The folder of these parts, null where it is not there. The last one stays open: keys of one
  /// array come one after another.
  const Descriptor* reach(const std::vector<std::string>& parts, bool making) {
    if (parts.empty()) return &root_;
    if (last_ && parts == last_parts_) return &*last_;
    last_.reset();
    for (const std::string& part : parts) {
      const Descriptor& above = last_ ? *last_ : root_;
      constexpr mode_t by_umask = 0777;
      if (making && ::mkdirat(above.id(), part.c_str(), by_umask) != 0 && errno != EEXIST) {
        throw_errno(errno);
      }
      auto next = open_at(above, part, O_RDONLY | O_DIRECTORY);
      if (!next) {
        last_.reset();
        return nullptr;
      }
      last_ = std::move(next);
    }
    last_parts_ = parts;
    return &*last_;
  }

  static void read_names(const Descriptor& folder, std::vector<Entry>& entries) {
    const int own = ::openat(folder.id(), ".", O_RDONLY | folder_flags);
    DIR* const names = own < 0 ? nullptr : ::fdopendir(own);
    if (names == nullptr) throw_errno(errno);
    const std::unique_ptr<DIR, int (*)(DIR*)> closing(names, &::closedir);
    for (errno = 0; const dirent* entry = ::readdir(names); errno = 0) {
      const std::string name = static_cast<const char*>(entry->d_name);
      if (name == "." || name == "..") continue;
      struct stat status {};
      if (::fstatat(own, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) continue;
      if (S_ISREG(status.st_mode)) {
        entries.push_back({name, false, static_cast<std::uint64_t>(status.st_size)});
      } else if (S_ISDIR(status.st_mode)) {
        entries.push_back({name, true, 0});
      }
    }
    if (errno != 0) throw_errno(errno);
  }

  Descriptor root_;
  std::optional<Descriptor> last_;
  std::vector<std::string> last_parts_;
};

}  // namespace

// The folder itself may be reached through links: that is the user's choice, not the metadata's.
std::unique_ptr<KeyStore> open_folder(const std::string& path) {
  return std::make_unique<FolderStore>(Descriptor(path, O_RDONLY | O_DIRECTORY));
}

std::unique_ptr<KeyStore> make_folder(const std::string& path) {
  constexpr mode_t by_umask = 0777;
  if (::mkdir(path.c_str(), by_umask) != 0) throw_errno(errno);
  return open_folder(path);
}

}  // namespace ncf::store::zarr
