// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A store in the sense of Zarr: values with keys, for example "forecast/t2m/0.1.3". It is a folder
// on disk, a zip file (zip_store.hpp), a place on a server (server_store.hpp), or memory. Keys are
// checked before use, so no key refers to anything outside the store, whatever the metadata say.
//
// Any thread; but while a key is written, no other thread may use it, except to write other parts.
// source: Zarr v2 specification, "Storage"; Zarr v3 specification, "Stores"
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ncf::store::zarr {

/// An entry directly below a key.
struct Entry {
  std::string name;
  bool is_folder = false;
};

/// Bytes of a value.
struct ValueRange {
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;
};

class KeyStore {
 public:
  KeyStore() = default;
  KeyStore(const KeyStore&) = delete;
  KeyStore& operator=(const KeyStore&) = delete;
  virtual ~KeyStore() = default;

  /// Returns the value of a key; empty if there is none.
  /// throws: Error(corrupt) if it is longer than `max_bytes` or the key leaves the store;
  /// Error(io).
  std::optional<std::vector<std::byte>> read(const std::string& key, std::uint64_t max_bytes);

  /// Fills `bytes` from a part of a value; returns false if there is no value.
  /// throws: Error(corrupt) if the value is too short.
  [[nodiscard]] virtual bool read_part(const std::string& key, std::uint64_t offset,
                                       std::span<std::byte> bytes) = 0;

  /// Returns empty if there is no value.
  virtual std::optional<std::uint64_t> size_bytes(const std::string& key) = 0;

  /// Replaces the value. throws: Error, also if the store is only for reading.
  virtual void write(const std::string& key, std::span<const std::byte> value);

  /// Announces a value. A store with an order keeps values in the order of these calls, whatever
  /// the order of writing. Call it from one thread.
  virtual void place(const std::string& /*key*/, std::uint64_t /*bytes*/) {}

  /// Writes a value that was announced with its size. throws: Error.
  virtual void write_placed(const std::string& key, std::span<const std::byte> value) {
    write(key, value);
  }

  /// Writes pieces, one after the other, into a new value that grows by parts, which are written in
  /// any order and by any thread. Parts that were written can be read. throws: as write.
  virtual void write_part(const std::string& key, std::uint64_t offset,
                          std::span<const std::span<const std::byte>> pieces);

  /// Completes such a value. It must have been announced with its size, and all parts written.
  /// order: if not empty, the value consists of these ranges, one after the other, each within one
  /// part; the rest is dropped. throws: Error.
  virtual void finish_parts(const std::string& /*key*/, std::span<const ValueRange> /*order*/) {}

  /// Returns whether each value is a file whose path below the folder of the store is its key.
  [[nodiscard]] virtual bool has_files() const noexcept { return false; }

  /// Completes a new store once everything is written. Afterwards it can be read. throws: Error.
  virtual void finish() {}

  /// Returns the entries sorted by name; empty if the folder does not exist. Skips what is neither
  /// a value nor a folder. Lists a link as its target; using it is an error.
  virtual std::vector<Entry> list(const std::string& folder) = 0;

  /// Returns whether the folder may contain folders, as far as is known without listing it.
  virtual bool may_have_folders(const std::string& /*folder*/) { return true; }

  // ---- Stores on servers ------------------------------------------------------------------------

  /// Returns whether reading a value takes a request to a server. Consolidated metadata, if any,
  /// are then trusted.
  [[nodiscard]] virtual bool is_far() const noexcept { return false; }

  /// Returns the keys of all values below a folder, if the store finds them in another way than by
  /// listing folders. candidates: the keys that are of interest.
  virtual std::optional<std::vector<std::string>> find_values(
      const std::string& /*folder*/,
      const std::function<std::vector<std::string>()>& /*candidates*/) {
    return std::nullopt;
  }

  /// Announces that a value will be read once, soon and whole. Returns false if too many are
  /// announced already. max_bytes: a longer value is an error when it is read.
  virtual bool announce(const std::string& /*key*/, std::uint64_t /*expected_bytes*/,
                        std::uint64_t /*max_bytes*/) {
    return true;
  }

  /// Does the same for a part of a value, for example a chunk in a shard. Adjacent parts are
  /// requested together.
  virtual bool announce_part(const std::string& /*key*/, std::uint64_t /*offset*/,
                             std::uint64_t /*bytes*/) {
    return true;
  }

  /// Withdraws the announcements of everything that was not read.
  virtual void forget_announced() {}

  /// See ByteSource.
  [[nodiscard]] virtual std::uint64_t ahead_bytes() const noexcept { return 0; }

  /// Checks that the store is still in its place. throws: Error(io) if it was removed or replaced.
  virtual void require_in_place() {}

  /// Returns whether a value can be whole and have a damaged name, so that it seems to be missing.
  [[nodiscard]] virtual bool may_misname() const noexcept { return false; }

  /// Checks the name of a value, or the names of all values in a folder, that nothing uses.
  /// throws: Error(corrupt) if one is damaged.
  virtual void require_right_name(const std::string& /*key*/) {}

  /// Checks the checksum of a whole value before parts of it are read. Does nothing if the store
  /// has no checksums or is on a server. throws: Error(corrupt).
  virtual void require_intact(const std::string& /*key*/) {}
};

/// Opens an existing folder. throws: Error(io).
std::unique_ptr<KeyStore> open_folder(const std::string& path);

/// Opens an empty folder, creating it if needed. throws: Error(io), also if it is not empty.
std::unique_ptr<KeyStore> make_folder(const std::string& path);

std::unique_ptr<KeyStore> make_memory_store();

// ---- Keys ---------------------------------------------------------------------------------------

/// Checks that a part is within a value of `value_bytes`. throws: Error(corrupt).
void require_part(std::uint64_t offset, std::size_t bytes, std::uint64_t value_bytes);

/// throws: Error(corrupt) if a part of a key between slashes is empty, "." or "..", contains a NUL,
/// or is too long for a file name.
void check_key(std::string_view key);

/// Splits a key at slashes. throws: as check_key.
std::vector<std::string> split_key(std::string_view key);

/// Joins "a" and "b" to "a/b"; an empty folder is the root.
std::string join_key(std::string_view folder, std::string_view name);

// ---- Folders of a store that has only keys ------------------------------------------------------

/// Returns the beginning of all keys below a folder.
inline std::string prefix_of(std::string_view folder) {
  return folder.empty() ? "" : std::string(folder) + '/';
}

/// Returns the entries directly below a folder, sorted by name, and skips everything below them.
/// first: finds the first of the sorted keys that is not less than a text. key_of: returns the key
/// at a position.
template <class First, class End, class KeyOf>
std::vector<Entry> list_keys(std::string_view folder, First first, End end, KeyOf key_of) {
  constexpr char after_slash = '/' + 1;
  const std::string prefix = prefix_of(folder);
  std::vector<Entry> entries;
  for (auto at = first(prefix); at != end;) {
    const std::string_view key = key_of(at);
    if (!key.starts_with(prefix)) break;
    const std::string_view rest = key.substr(prefix.size());
    const std::size_t slash = rest.find('/');
    const bool is_folder = slash != std::string_view::npos;
    entries.push_back({std::string(rest.substr(0, slash)), is_folder});
    if (is_folder) {
      at = first(prefix + entries.back().name + after_slash);
    } else {
      ++at;
    }
  }
  std::ranges::sort(entries, {}, &Entry::name);
  return entries;
}

/// Does the same for the keys of a map.
template <class Map>
std::vector<Entry> list_keys(std::string_view folder, const Map& values) {
  return list_keys(
      folder, [&](const std::string& text) { return values.lower_bound(text); }, values.end(),
      [](auto value) -> std::string_view { return value->first; });
}

/// Returns whether there are folders among these entries.
template <class First, class End, class KeyOf>
bool has_folders(std::string_view folder, First first, End end, KeyOf key_of) {
  const std::string prefix = prefix_of(folder);
  for (auto at = first(prefix); at != end && key_of(at).starts_with(prefix); ++at) {
    if (key_of(at).find('/', prefix.size()) != std::string_view::npos) return true;
  }
  return false;
}

// ---- Names of files in a store, from any writer -------------------------------------------------

/// Returns whether a name is ".zarray", "zarr.json" or one of old NCZarr versions.
bool is_metadata_name(std::string_view name);

/// Returns whether the last part of a key is one of these.
bool is_metadata_key(std::string_view key);

/// Returns whether a name is that of a chunk, or a part of it: "0", "0.12", "c", "c.0.12".
bool is_chunk_name(std::string_view name);

/// Returns whether a file is one that systems and zarr-python leave behind and users do not need:
/// ".nfs0012", ".DS_Store", an incomplete value.
bool is_litter_name(std::string_view name);

}  // namespace ncf::store::zarr
