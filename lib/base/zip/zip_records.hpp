// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The records of a zip file as bytes: the header in front of each value, and the directory at the
// end. Sizes and offsets beyond 32 bits, and more than 65,535 entries, are kept in the records of
// zip64. Pure functions, any thread.
//
// source: PKWARE, APPNOTE.TXT, 6.3.10, sections 4.3 and 4.5.3
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace ncf::base {

/// How the bytes of an entry are stored. Other methods exist, but are not read.
struct ZipMethod {
  static constexpr std::uint16_t stored = 0;
  static constexpr std::uint16_t deflated = 8;
};

/// A value, as the directory describes it.
struct ZipEntry {
  std::string_view name;
  std::uint16_t method = ZipMethod::stored;
  bool is_encrypted = false;
  std::uint32_t crc = 0;
  std::uint64_t stored_bytes = 0;
  std::uint64_t bytes = 0;
  std::uint64_t offset = 0;  ///< of its header in the file
};

/// The position of the directory.
struct ZipDirectory {
  std::uint64_t entry_count = 0;
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;
};

// ---- Writing ------------------------------------------------------------------------------------

/// Returns the header in front of a value, with the same number of bytes for any `crc`. The value
/// is stored uncompressed. All entries have the same date, so that the same values give the same
/// file.
std::string format_zip_header(const ZipEntry& entry);

/// Returns an entry of the directory.
std::string format_zip_entry(const ZipEntry& entry);

/// Returns the records after the directory at the end of the file.
std::string format_zip_end(const ZipDirectory& directory);

/// Returns the CRC-32 of bytes that follow those with the CRC-32 `before`; 0 is that of no bytes.
[[nodiscard]] std::uint32_t zip_crc(std::uint32_t before, std::span<const std::byte> bytes);

// ---- Reading ------------------------------------------------------------------------------------

/// throws: Error(corrupt).
[[noreturn]] void throw_damaged_zip(const std::string& message);

/// The size of the header in front of a value, without the name and the fields after it.
inline constexpr std::size_t zip_header_bytes = 30;

/// The most bytes at the end of a file that can follow the directory, with the longest comment.
inline constexpr std::size_t max_zip_end_bytes = 22 + 65535 + 20;

/// The end record of a file, found by its signature. If its fields overflow, `zip64_offset` is the
/// position of the record that has them.
struct ZipEnd {
  ZipDirectory directory;
  std::optional<std::uint64_t> zip64_offset;
  std::uint64_t offset = 0;  ///< of the first of these records in `tail`
};

/// Finds the end record. tail: the last bytes of the file. throws: Error(corrupt, unsupported).
ZipEnd find_zip_end(std::span<const std::byte> tail);

/// The size of zip64's record of the directory.
inline constexpr std::size_t zip64_end_bytes = 56;

/// Parses zip64's record of the directory. throws: Error(corrupt).
ZipDirectory parse_zip64_end(std::span<const std::byte> record);

/// Takes an entry from the front of a directory; its name refers to these bytes. throws: Error.
ZipEntry take_zip_entry(std::span<const std::byte>& directory);

/// Returns the number of bytes from a value's header to the value. header: `zip_header_bytes`, and
/// the name. throws: Error(corrupt) if it is not the header of this entry.
std::uint64_t bytes_before_value(std::span<const std::byte> header, const ZipEntry& entry);

}  // namespace ncf::base
