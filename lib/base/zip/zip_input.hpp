// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A zip file that is read by range: its end and its directory when it is opened, then the requested
// values. Values are stored or deflated; to read encrypted ones, or those of other methods, is an
// error.
//
// Files are not trusted: the directory is checked against the size of the file before memory is
// allocated, entries must not overlap, and a value must match its header and its checksum. Memory
// is at most about twice the bytes of the directory.
//
// Any thread. source: see base/zip/zip_records.hpp
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string_view>
#include <vector>

#include "base/files/byte_source.hpp"
#include "base/zip/zip_records.hpp"

namespace ncf::base {

class ZipInput {
 public:
  /// throws: Error(corrupt) naming the entry that is wrong; Error(unsupported, io).
  explicit ZipInput(std::unique_ptr<ByteSource> source);

  /// Sorted by name, without folders. If several entries have the same name, the last one counts:
  /// this is how programs that only append replace a value.
  [[nodiscard]] const std::vector<ZipEntry>& entries() const noexcept { return entries_; }

  /// Finds an entry by its name; returns null if there is none.
  [[nodiscard]] const ZipEntry* find(std::string_view name) const;

  /// Checks that the entry's header, which is before its value, has the same name. If it has not,
  /// the value seems to be missing under its real name. throws: Error(corrupt) naming the entry.
  void require_right_name(const ZipEntry& entry) const;

  /// Reads a value. throws: Error naming the entry.
  [[nodiscard]] std::vector<std::byte> read(const ZipEntry& entry) const;
  /// Reads a value. value: must have the size of the entry.
  void read(const ZipEntry& entry, std::span<std::byte> value) const;

  /// Checks once that the checksum of a stored value is right, which takes reading all of it. Does
  /// nothing if the bytes come from a server. entry: an element of `entries()`. throws: Error
  /// naming the entry.
  void require_intact(const ZipEntry& entry) const;

  /// Fills `part` from a stored value. The checksum, which is that of the whole value, is not
  /// checked. The part must be within the value. throws: Error naming the entry.
  void read_part(const ZipEntry& entry, std::uint64_t offset, std::span<std::byte> part) const;

 private:
  void read_directory();
  void parse_entries(std::uint64_t count);
  void require_apart() const;
  void keep_last_of_name();
  /// Returns the position after an entry's header. throws: Error(corrupt) if the header is not that
  /// of this entry.
  [[nodiscard]] std::uint64_t end_of_header(const ZipEntry& entry) const;
  /// Returns the position of an entry's bytes in the file.
  [[nodiscard]] std::uint64_t begin_of(const ZipEntry& entry) const;

  std::unique_ptr<ByteSource> source_;
  std::uint64_t directory_offset_ = 0;
  std::vector<std::byte> directory_;  ///< the names of the entries refer to it
  std::vector<ZipEntry> entries_;

  /// An entry has the one of its index, modulo 64, so that few entries wait for others.
  mutable std::array<std::mutex, 64> checking_;
  mutable std::vector<std::uint8_t> is_intact_;  ///< of each entry, 1 if it was checked
};

}  // namespace ncf::base
