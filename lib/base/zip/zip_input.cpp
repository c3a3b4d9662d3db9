// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/zip/zip_input.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <limits>
#include <new>
#include <utility>

#include "base/errors/error_context.hpp"
#include "ncf/error.hpp"

namespace ncf::base {
namespace {

// ---- Compressed values, through zlib ----

/// A range of bytes.
struct ByteRange {
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;
};

constexpr std::size_t piece_bytes = std::size_t{256} << 10U;

class Inflater {
 public:
  Inflater() {
    if (::inflateInit2(&stream_, -MAX_WBITS) != Z_OK) throw std::bad_alloc();
  }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
  ~Inflater() { ::inflateEnd(&stream_); }

  /// Appends the inflated bytes of the next piece of the stream.
  void add(std::span<std::byte> piece, std::span<std::byte>& left) {
    stream_.next_in = reinterpret_cast<Bytef*>(piece.data());
    stream_.avail_in = static_cast<uInt>(piece.size());
    while (stream_.avail_in > 0 && !has_ended_) step(left);
  }

  [[nodiscard]] bool has_ended() const noexcept { return has_ended_; }
  [[nodiscard]] bool has_rest() const noexcept { return stream_.avail_in > 0; }

 private:
  void step(std::span<std::byte>& left) {
    constexpr std::size_t most = std::numeric_limits<uInt>::max();
    Bytef none = 0;  // zlib does not accept null, even for no bytes
    const auto space = static_cast<uInt>(std::min(most, left.size()));
    stream_.next_out = left.empty() ? &none : reinterpret_cast<Bytef*>(left.data());
    stream_.avail_out = space;
    const uInt before = stream_.avail_in;
    const int status = ::inflate(&stream_, Z_NO_FLUSH);
    left = left.subspan(space - stream_.avail_out);
    has_ended_ = status == Z_STREAM_END;
    const bool is_stuck = stream_.avail_in == before && stream_.avail_out == space;
    if (!has_ended_ && (status != Z_OK || is_stuck)) {
      throw Error(ErrorCode::corrupt, left.empty() && status == Z_BUF_ERROR
                                          ? "is longer than the directory of the zip file says"
                                          : "its deflated bytes are damaged");
    }
  }

  z_stream stream_{};
  bool has_ended_ = false;
};

/// Returns the most bytes to which so many deflated bytes can expand.
std::uint64_t max_inflated_bytes(std::uint64_t deflated_bytes) noexcept {
  constexpr std::uint64_t best_ratio = 1032;  // source: zlib's manual, "Technical Details"
  return deflated_bytes > std::numeric_limits<std::uint64_t>::max() / best_ratio
             ? std::numeric_limits<std::uint64_t>::max()
             : deflated_bytes * best_ratio;
}

/// Fills `inflated` from a stream without header or trailer, which must end there.
/// throws: Error(corrupt) if it does not; Error(io, interrupted).
void inflate(const ByteSource& source, ByteRange deflated, std::span<std::byte> inflated) {
  Inflater inflater;
  std::vector<std::byte> buffer(std::min<std::uint64_t>(piece_bytes, deflated.bytes));
  while (deflated.bytes > 0 && !inflater.has_ended()) {
    const std::span piece =
        std::span(buffer).first(std::min<std::uint64_t>(piece_bytes, deflated.bytes));
    source.read(deflated.offset, piece);
    inflater.add(piece, inflated);
    deflated.offset += piece.size();
    deflated.bytes -= piece.size();
  }
  if (!inflater.has_ended() || inflater.has_rest() || deflated.bytes > 0 || !inflated.empty()) {
    throw Error(ErrorCode::corrupt,
                "its deflated bytes do not have the size that the directory of the zip file says");
  }
}

std::uint32_t crc_of(const ByteSource& source, ByteRange range) {
  std::vector<std::byte> buffer(std::min<std::uint64_t>(piece_bytes, range.bytes));
  std::uint32_t crc = 0;
  while (range.bytes > 0) {
    const std::span piece =
        std::span(buffer).first(std::min<std::uint64_t>(piece_bytes, range.bytes));
    source.read(range.offset, piece);
    crc = zip_crc(crc, piece);
    range.offset += piece.size();
    range.bytes -= piece.size();
  }
  return crc;
}

void require_crc(const ZipEntry& entry, std::uint32_t crc) {
  if (crc == entry.crc) return;
  throw_damaged_zip("its bytes are damaged: their CRC-32 differs from that in the zip file");
}

/// Returns the earliest position at which the record of an entry can end; its header may be longer.
std::uint64_t least_end(const ZipEntry& entry) {
  return entry.offset + zip_header_bytes + entry.name.size() + entry.stored_bytes;
}

/// Returns whether a range is within the first `size` bytes.
bool is_within(std::uint64_t offset, std::uint64_t bytes, std::uint64_t size) {
  return offset <= size && bytes <= size - offset;
}

void require_readable(const ZipEntry& entry) {
  if (entry.is_encrypted) {
    throw Error(ErrorCode::unsupported, "is encrypted in the zip file; store it unencrypted");
  }
  if (entry.method != ZipMethod::stored && entry.method != ZipMethod::deflated) {
    throw Error(ErrorCode::unsupported,
                fmt::format("is compressed in the zip file by method {}, expected stored or "
                            "deflated",
                            entry.method));
  }
  const bool may_be = entry.method == ZipMethod::stored
                          ? entry.bytes == entry.stored_bytes
                          : entry.bytes <= max_inflated_bytes(entry.stored_bytes);
  if (!may_be) {
    throw_damaged_zip(
        fmt::format("has {} bytes according to the directory of the zip file, but its {} stored "
                    "bytes cannot expand to that",
                    entry.bytes, entry.stored_bytes));
  }
}

}  // namespace

ZipInput::ZipInput(std::unique_ptr<ByteSource> source) : source_(std::move(source)) {
  read_directory();
  require_apart();
  keep_last_of_name();
  is_intact_.resize(entries_.size());
}

void ZipInput::read_directory() {
  const std::uint64_t size = source_->size_bytes();
  std::vector<std::byte> tail(std::min<std::uint64_t>(size, max_zip_end_bytes));
  const std::uint64_t tail_offset = size - tail.size();
  source_->read(tail_offset, tail);
  const ZipEnd end = find_zip_end(tail);
  std::uint64_t end_offset = tail_offset + end.offset;
  ZipDirectory directory = end.directory;
  if (end.zip64_offset) {
    if (!is_within(*end.zip64_offset, zip64_end_bytes, end_offset)) {
      throw_damaged_zip("the record of the zip file's directory is not where the end record says");
    }
    end_offset = *end.zip64_offset;
    std::vector<std::byte> record(zip64_end_bytes);
    source_->read(end_offset, record);
    directory = parse_zip64_end(record);
  }
  if (!is_within(directory.offset, directory.bytes, end_offset)) {
    throw_damaged_zip("the directory of the zip file is not where its end record says");
  }
  directory_offset_ = directory.offset;
  directory_.resize(directory.bytes);
  source_->read(directory.offset, directory_);
  parse_entries(directory.entry_count);
}

// The count is not trusted: nothing is allocated because of it.
void ZipInput::parse_entries(std::uint64_t count) {
  std::span<const std::byte> left = directory_;
  for (std::uint64_t i = 0; i < count; ++i) {
    const ZipEntry entry = take_zip_entry(left);
    if (!is_within(entry.offset, zip_header_bytes + entry.name.size(), directory_offset_) ||
        !is_within(entry.offset + zip_header_bytes + entry.name.size(), entry.stored_bytes,
                   directory_offset_)) {
      with_context(entry.name, [] { throw_damaged_zip("is outside the zip file"); });
    }
    entries_.push_back(entry);
  }
  if (!left.empty())
    throw_damaged_zip("the directory of the zip file has more entries than its end record says");
}

// Otherwise a small file could contain any number of large values.
void ZipInput::require_apart() const {
  std::vector<const ZipEntry*> by_offset;
  by_offset.reserve(entries_.size());
  for (const ZipEntry& entry : entries_) by_offset.push_back(&entry);
  std::ranges::sort(by_offset, {}, &ZipEntry::offset);
  for (std::size_t i = 1; i < by_offset.size(); ++i) {
    const ZipEntry& before = *by_offset[i - 1];
    const ZipEntry& entry = *by_offset[i];
    if (least_end(before) <= entry.offset) continue;
    with_context(entry.name, [&] {
      throw_damaged_zip(fmt::format("overlaps {} in the zip file", before.name));
    });
  }
}

// If a name occurs more than once, the last entry of the directory counts, wherever its value is,
// as in Python's zipfile. An entry that is left out must not be a value whose name is damaged.
void ZipInput::keep_last_of_name() {
  std::ranges::stable_sort(entries_, {}, &ZipEntry::name);
  std::vector<ZipEntry> kept;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const ZipEntry& entry = entries_[i];
    const bool is_replaced = i + 1 < entries_.size() && entries_[i + 1].name == entry.name;
    const bool is_folder = entry.name.ends_with('/');
    if (!is_replaced && !is_folder) {
      kept.push_back(entry);
    } else if (is_replaced || entry.stored_bytes > 0) {
      require_right_name(entry);
    }
  }
  entries_ = std::move(kept);
}

const ZipEntry* ZipInput::find(std::string_view name) const {
  const auto found = std::lower_bound(
      entries_.begin(), entries_.end(), name,
      [](const ZipEntry& entry, std::string_view wanted) { return entry.name < wanted; });
  return found != entries_.end() && found->name == name ? &*found : nullptr;
}

std::uint64_t ZipInput::end_of_header(const ZipEntry& entry) const {
  std::vector<std::byte> header(zip_header_bytes + entry.name.size());
  source_->read(entry.offset, header);
  return entry.offset + bytes_before_value(header, entry);
}

void ZipInput::require_right_name(const ZipEntry& entry) const {
  with_context(entry.name, [&] { (void)end_of_header(entry); });
}

std::uint64_t ZipInput::begin_of(const ZipEntry& entry) const {
  require_readable(entry);
  const std::uint64_t place = end_of_header(entry);
  if (!is_within(place, entry.stored_bytes, directory_offset_)) {
    throw_damaged_zip(
        "at its position, the zip file contains something else than the directory says");
  }
  return place;
}

std::vector<std::byte> ZipInput::read(const ZipEntry& entry) const {
  with_context(entry.name, [&] { require_readable(entry); });
  std::vector<std::byte> value(entry.bytes);
  read(entry, value);
  return value;
}

void ZipInput::read(const ZipEntry& entry, std::span<std::byte> value) const {
  with_context(entry.name, [&] {
    const std::uint64_t begin = begin_of(entry);
    if (entry.method == ZipMethod::stored) {
      source_->read(begin, value);
    } else {
      inflate(*source_, {begin, entry.stored_bytes}, value);
    }
    require_crc(entry, zip_crc(0, value));
  });
}

void ZipInput::require_intact(const ZipEntry& entry) const {
  const bool is_far = source_->ahead_bytes() > 0;
  if (is_far) return;
  const auto index = static_cast<std::size_t>(&entry - entries_.data());
  const std::lock_guard lock(checking_[index % checking_.size()]);
  if (is_intact_[index] != 0) return;
  with_context(entry.name, [&] {
    require_crc(entry, crc_of(*source_, {begin_of(entry), entry.bytes}));
  });
  is_intact_[index] = 1;
}

void ZipInput::read_part(const ZipEntry& entry, std::uint64_t offset,
                         std::span<std::byte> part) const {
  with_context(entry.name, [&] { source_->read(begin_of(entry) + offset, part); });
}

}  // namespace ncf::base
