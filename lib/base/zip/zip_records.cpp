// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/zip/zip_records.hpp"

#include <zlib.h>

#include <algorithm>

#include "base/memory/bytes.hpp"
#include "base/text/characters.hpp"
#include "ncf/error.hpp"

namespace ncf::base {
namespace {

using Bytes = std::span<const std::byte>;

constexpr std::uint32_t header_signature = 0x04034b50;
constexpr std::uint32_t entry_signature = 0x02014b50;
constexpr std::uint32_t end_signature = 0x06054b50;
constexpr std::uint32_t zip64_end_signature = 0x06064b50;
constexpr std::uint32_t zip64_locator_signature = 0x07064b50;

constexpr std::size_t entry_bytes = 46;
constexpr std::size_t end_bytes = 22;
constexpr std::size_t zip64_locator_bytes = 20;

constexpr std::uint64_t overflow16 = 0xFFFF;
constexpr std::uint64_t overflow32 = 0xFFFFFFFF;
constexpr std::uint16_t zip64_id = 1;

constexpr std::uint16_t flag_encrypted = 1U << 0U;
constexpr std::uint16_t flag_utf8 = 1U << 11U;

constexpr std::uint16_t first_date = 0x21;  // 1980-01-01, the earliest date
constexpr std::uint16_t version_usual = 20;
constexpr std::uint16_t version_zip64 = 45;
constexpr std::uint16_t made_on_unix = 3U << 8U;
constexpr std::uint32_t readable_file = 0100644U << 16U;  // as in st_mode

// ---- Numbers, in little-endian order ------------------------------------------------------------

void put(std::string& record, std::uint64_t number, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; ++i) {
    record.push_back(static_cast<char>(number >> (8 * i) & 0xFFU));
  }
}

std::string_view text_of(Bytes bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// ---- Writing ------------------------------------------------------------------------------------

bool has_long_size(const ZipEntry& entry) { return entry.bytes >= overflow32; }

bool is_zip64(const ZipEntry& entry) { return has_long_size(entry) || entry.offset >= overflow32; }

std::uint16_t version_of(const ZipEntry& entry) {
  return is_zip64(entry) ? version_zip64 : version_usual;
}

std::uint16_t flags_of(const ZipEntry& entry) {
  const bool is_plain = std::all_of(entry.name.begin(), entry.name.end(),
                                    [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  return is_plain || !is_utf8(entry.name) ? 0 : flag_utf8;
}

/// Appends the fields that the header and the directory share, from the version to the length of
/// the name.
void put_common(std::string& record, const ZipEntry& entry) {
  put(record, version_of(entry), 2);
  put(record, flags_of(entry), 2);
  put(record, ZipMethod::stored, 2);
  put(record, 0, 2);  // midnight
  put(record, first_date, 2);
  put(record, entry.crc, 4);
  put(record, std::min(entry.bytes, overflow32), 4);
  put(record, std::min(entry.bytes, overflow32), 4);
  put(record, entry.name.size(), 2);
}

std::string format_extra(std::string_view numbers) {
  std::string extra;
  if (numbers.empty()) return extra;
  put(extra, zip64_id, 2);
  put(extra, numbers.size(), 2);
  extra += numbers;
  return extra;
}

std::string format_sizes(const ZipEntry& entry) {
  std::string sizes;
  if (!has_long_size(entry)) return sizes;
  put(sizes, entry.bytes, 8);
  put(sizes, entry.bytes, 8);
  return sizes;
}

void put_zip64_end(std::string& record, const ZipDirectory& directory) {
  put(record, zip64_end_signature, 4);
  put(record, zip64_end_bytes - 12, 8);  // bytes after this number
  put(record, made_on_unix | version_zip64, 2);
  put(record, version_zip64, 2);
  put(record, 0, 4);  // this part
  put(record, 0, 4);  // the part with the directory
  put(record, directory.entry_count, 8);
  put(record, directory.entry_count, 8);
  put(record, directory.bytes, 8);
  put(record, directory.offset, 8);

  put(record, zip64_locator_signature, 4);
  put(record, 0, 4);  // the part with the record above
  put(record, directory.offset + directory.bytes, 8);
  put(record, 1, 4);  // parts
}

// ---- Reading ------------------------------------------------------------------------------------

[[noreturn]] void throw_split() {
  throw Error(ErrorCode::unsupported, "is one part of a split zip file; join the parts first");
}

/// Returns the position of the last record of the file: its comment ends with the file.
std::size_t find_last_record(Bytes tail) {
  for (std::size_t at = tail.size() - std::min(tail.size(), end_bytes) + 1; at-- > 0;) {
    if (tail.size() - at < end_bytes) break;
    if (little_endian_at(tail, at, 4) != end_signature) continue;
    if (little_endian_at(tail, at + 20, 2) == tail.size() - at - end_bytes) return at;
  }
  throw_damaged_zip("the directory at the end of the zip file is missing; the file is truncated");
}

std::optional<std::uint64_t> find_zip64_record(Bytes before_end) {
  if (before_end.size() < zip64_locator_bytes) return std::nullopt;
  const Bytes locator = before_end.last(zip64_locator_bytes);
  if (little_endian_at(locator, 0, 4) != zip64_locator_signature) return std::nullopt;
  if (little_endian_at(locator, 16, 4) > 1) throw_split();
  return little_endian_at(locator, 8, 8);
}

/// Returns the zip64 data among the extra fields; empty if there are none.
Bytes find_zip64(Bytes extra) {
  while (extra.size() >= 4) {
    const std::size_t bytes = little_endian_at(extra, 2, 2);
    if (bytes > extra.size() - 4) break;
    if (little_endian_at(extra, 0, 2) == zip64_id) return extra.subspan(4, bytes);
    extra = extra.subspan(4 + bytes);
  }
  return {};
}

/// Replaces a number that overflows by the next one in the zip64 data.
void complete(std::uint64_t& number, Bytes& zip64) {
  if (number != overflow32) return;
  if (zip64.size() < 8) throw_damaged_zip("a size or an offset of more than 32 bits is missing");
  number = little_endian_at(zip64, 0, 8);
  zip64 = zip64.subspan(8);
}

}  // namespace

std::string format_zip_header(const ZipEntry& entry) {
  std::string record;
  put(record, header_signature, 4);
  put_common(record, entry);
  const std::string extra = format_extra(format_sizes(entry));
  put(record, extra.size(), 2);
  record += entry.name;
  return record + extra;
}

std::string format_zip_entry(const ZipEntry& entry) {
  std::string numbers = format_sizes(entry);
  if (entry.offset >= overflow32) put(numbers, entry.offset, 8);
  const std::string extra = format_extra(numbers);
  std::string record;
  put(record, entry_signature, 4);
  put(record, made_on_unix | version_of(entry), 2);
  put_common(record, entry);
  put(record, extra.size(), 2);
  put(record, 0, 2);  // no comment
  put(record, 0, 2);  // in this part
  put(record, 0, 2);  // not a text
  put(record, readable_file, 4);
  put(record, std::min(entry.offset, overflow32), 4);
  record += entry.name;
  return record + extra;
}

std::string format_zip_end(const ZipDirectory& directory) {
  std::string record;
  if (directory.entry_count >= overflow16 || directory.bytes >= overflow32 ||
      directory.offset >= overflow32) {
    put_zip64_end(record, directory);
  }
  put(record, end_signature, 4);
  put(record, 0, 2);  // this part
  put(record, 0, 2);  // the part with the directory
  put(record, std::min(directory.entry_count, overflow16), 2);
  put(record, std::min(directory.entry_count, overflow16), 2);
  put(record, std::min(directory.bytes, overflow32), 4);
  put(record, std::min(directory.offset, overflow32), 4);
  put(record, 0, 2);  // no comment
  return record;
}

std::uint32_t zip_crc(std::uint32_t before, std::span<const std::byte> bytes) {
  const auto* const first = reinterpret_cast<const Bytef*>(bytes.data());
  return static_cast<std::uint32_t>(::crc32_z(before, first, bytes.size()));
}

void throw_damaged_zip(const std::string& message) { throw Error(ErrorCode::corrupt, message); }

ZipEnd find_zip_end(Bytes tail) {
  const std::size_t at = find_last_record(tail);
  ZipEnd end;
  end.offset = at;
  end.zip64_offset = find_zip64_record(tail.first(at));
  if (end.zip64_offset) {
    end.offset -= zip64_locator_bytes;
    return end;
  }
  const Bytes record = tail.subspan(at, end_bytes);
  const bool is_whole = little_endian_at(record, 4, 2) == 0 &&
                        little_endian_at(record, 6, 2) == 0 &&
                        little_endian_at(record, 8, 2) == little_endian_at(record, 10, 2);
  if (!is_whole) throw_split();
  end.directory = {little_endian_at(record, 10, 2), little_endian_at(record, 16, 4),
                   little_endian_at(record, 12, 4)};
  return end;
}

ZipDirectory parse_zip64_end(Bytes record) {
  if (little_endian_at(record, 0, 4) != zip64_end_signature) {
    throw_damaged_zip("the record of the zip file's directory is not where the end record says");
  }
  return {little_endian_at(record, 32, 8), little_endian_at(record, 48, 8),
          little_endian_at(record, 40, 8)};
}

ZipEntry take_zip_entry(Bytes& directory) {
  if (directory.size() < entry_bytes)
    throw_damaged_zip("the directory of the zip file ends before its last entry");
  const Bytes fixed = directory.first(entry_bytes);
  if (little_endian_at(fixed, 0, 4) != entry_signature)
    throw_damaged_zip("the directory of the zip file is not where its end record says");
  const std::size_t name_bytes = little_endian_at(fixed, 28, 2);
  const std::size_t extra_bytes = little_endian_at(fixed, 30, 2);
  const std::size_t whole = entry_bytes + name_bytes + extra_bytes + little_endian_at(fixed, 32, 2);
  if (directory.size() < whole)
    throw_damaged_zip("the directory of the zip file ends before its last entry");
  ZipEntry entry;
  entry.name = text_of(directory.subspan(entry_bytes, name_bytes));
  entry.is_encrypted = (little_endian_at(fixed, 8, 2) & flag_encrypted) != 0;
  entry.method = static_cast<std::uint16_t>(little_endian_at(fixed, 10, 2));
  entry.crc = static_cast<std::uint32_t>(little_endian_at(fixed, 16, 4));
  entry.stored_bytes = little_endian_at(fixed, 20, 4);
  entry.bytes = little_endian_at(fixed, 24, 4);
  entry.offset = little_endian_at(fixed, 42, 4);
  Bytes zip64 = find_zip64(directory.subspan(entry_bytes + name_bytes, extra_bytes));
  complete(entry.bytes, zip64);
  complete(entry.stored_bytes, zip64);
  complete(entry.offset, zip64);
  directory = directory.subspan(whole);
  return entry;
}

std::uint64_t bytes_before_value(Bytes header, const ZipEntry& entry) {
  const bool is_own = little_endian_at(header, 0, 4) == header_signature &&
                      little_endian_at(header, 8, 2) == entry.method &&
                      little_endian_at(header, 26, 2) == entry.name.size() &&
                      text_of(header.subspan(zip_header_bytes)) == entry.name;
  if (!is_own)
    throw_damaged_zip(
        "at its position, the zip file contains something else than the directory says");
  return zip_header_bytes + entry.name.size() + little_endian_at(header, 28, 2);
}

}  // namespace ncf::base
