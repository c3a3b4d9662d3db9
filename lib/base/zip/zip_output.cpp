// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/zip/zip_output.hpp"

#include <fcntl.h>

#include <algorithm>
#include <array>

#include "base/threads/stop.hpp"
#include "base/zip/zip_records.hpp"
#include "ncf/error.hpp"

namespace ncf::base {
namespace {

ZipEntry entry_of(std::string_view name, const ZipOutput::Place& place) {
  return {.name = name,
          .crc = place.crc,
          .stored_bytes = place.bytes,
          .bytes = place.bytes,
          .offset = place.offset};
}

void write_at(const Descriptor& file, std::uint64_t offset, std::span<const std::byte> first,
              std::span<const std::byte> second) {
  throw_if_stopped();
  const std::array pieces = {first, second};
  file.write_all_at(offset, pieces);
}

std::span<const std::byte> bytes_of(const std::string& text) {
  return std::as_bytes(std::span(text));
}

void require_size(const ZipOutput::Place& place, std::uint64_t bytes) {
  if (place.bytes == bytes) return;
  throw Error(ErrorCode::internal, "a value of another size than its place in the zip file");
}

}  // namespace

ZipOutput::ZipOutput(const std::filesystem::path& path) : file_(path, O_RDWR | O_CREAT | O_TRUNC) {}

std::uint64_t ZipOutput::place(const std::string& name, std::uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  const auto [found, is_new] = places_.try_emplace(name);
  Place& place = found->second;
  if (!is_new && place.bytes == bytes) return place.offset;
  place = {end_offset_, bytes, 0};
  end_offset_ += format_zip_header(entry_of(name, place)).size() + bytes;
  return place.offset;
}

ZipOutput::Place ZipOutput::require_place(const std::string& name) const {
  const auto place = find(name);
  if (!place) throw Error(ErrorCode::internal, "a value without a place in the zip file");
  return *place;
}

void ZipOutput::write(const std::string& name, std::span<const std::byte> value) {
  const Place place = require_place(name);
  require_size(place, value.size());
  write_with_header(name, place, zip_crc(0, value), value);
}

void ZipOutput::write(const std::string& name,
                      const std::function<std::span<const std::byte>()>& next_piece) {
  const Place place = require_place(name);
  const std::uint64_t begin = place.offset + format_zip_header(entry_of(name, place)).size();
  std::uint64_t bytes = 0;
  std::uint32_t crc = 0;
  for (auto piece = next_piece(); !piece.empty(); piece = next_piece()) {
    write_at(file_, begin + bytes, piece, {});
    crc = zip_crc(crc, piece);
    bytes += piece.size();
  }
  require_size(place, bytes);
  write_with_header(name, place, crc, {});
}

void ZipOutput::write_with_header(const std::string& name, Place place, std::uint32_t crc,
                                  std::span<const std::byte> value) {
  place.crc = crc;
  {
    const std::lock_guard lock(mutex_);
    places_.find(name)->second.crc = crc;
  }
  const std::string header = format_zip_header(entry_of(name, place));
  write_at(file_, place.offset, bytes_of(header), value);
}

std::optional<ZipOutput::Place> ZipOutput::find(std::string_view name) const {
  const std::lock_guard lock(mutex_);
  const auto found = places_.find(name);
  if (found == places_.end()) return std::nullopt;
  return found->second;
}

void ZipOutput::read(std::string_view name, std::uint64_t offset, std::span<std::byte> part) const {
  const auto place = find(name);
  if (!place || offset > place->bytes || part.size() > place->bytes - offset) {
    throw Error(ErrorCode::internal, "a part outside of the value in the zip file");
  }
  const std::size_t header_bytes = format_zip_header(entry_of(name, *place)).size();
  file_.read_all_at(place->offset + header_bytes + offset, part);
}

// In the order of the values in the file, for programs that read from front to back.
void ZipOutput::finish() {
  constexpr std::size_t piece_bytes = std::size_t{1} << 20U;
  const std::lock_guard lock(mutex_);
  std::vector<ZipEntry> entries;
  entries.reserve(places_.size());
  for (const auto& [name, place] : places_) entries.push_back(entry_of(name, place));
  std::sort(entries.begin(), entries.end(),
            [](const ZipEntry& a, const ZipEntry& b) { return a.offset < b.offset; });
  ZipDirectory directory{entries.size(), end_offset_, 0};
  std::string piece;
  const auto write_piece = [&] {
    write_at(file_, directory.offset + directory.bytes, bytes_of(piece), {});
    directory.bytes += piece.size();
    piece.clear();
  };
  for (const ZipEntry& entry : entries) {
    piece += format_zip_entry(entry);
    if (piece.size() >= piece_bytes) write_piece();
  }
  write_piece();
  write_at(file_, directory.offset + directory.bytes, bytes_of(format_zip_end(directory)), {});
}

}  // namespace ncf::base
