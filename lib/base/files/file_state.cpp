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
#include <vector>

#include "base/files/descriptor.hpp"
#include "base/files/file_identity.hpp"
#include "base/files/folder.hpp"
#include "base/files/target_path.hpp"
#include "base/memory/fnv_hash.hpp"
#include "ncf/error.hpp"

namespace ncf::base {
namespace {

namespace fs = std::filesystem;

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

}  // namespace ncf::base
