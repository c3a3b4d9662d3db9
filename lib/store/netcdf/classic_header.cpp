// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/netcdf/classic_header.hpp"

#include <netcdf.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>

#include "ncf/error.hpp"

namespace ncf::store::netcdf {
namespace {

constexpr std::uint64_t alignment_bytes = 4;
constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();

// A damaged header may contain any number: sums saturate.
std::uint64_t add(std::uint64_t a, std::uint64_t b) { return a > most - b ? most : a + b; }

std::uint64_t multiply(std::uint64_t a, std::uint64_t b) {
  return b != 0 && a > most / b ? most : a * b;
}

std::uint64_t padded(std::uint64_t bytes) {
  return multiply(add(bytes, alignment_bytes - 1) / alignment_bytes, alignment_bytes);
}

std::uint64_t type_bytes(std::uint64_t nc_type) {
  constexpr std::array<std::uint64_t, 12> bytes{0, 1, 1, 2, 4, 4, 8, 1, 2, 4, 8, 8};
  if (nc_type == 0 || nc_type >= bytes.size()) {
    throw Error(ErrorCode::corrupt, "the header names a type that does not exist");
  }
  return bytes[nc_type];
}

/// Reads a header from beginning to end.
class HeaderReader {
 public:
  explicit HeaderReader(const base::ByteSource& file) : file_(file), size_(file.size_bytes()) {}

  /// Returns whether this is a classic file. Call it first.
  bool read_magic() {
    constexpr std::uint64_t magic_bytes = 4;
    if (size_ < magic_bytes) return false;
    const std::uint64_t magic = read_number(magic_bytes);
    constexpr std::uint64_t cdf = 0x434446;
    version_ = magic & 0xFFU;
    return magic >> 8U == cdf && (version_ == 1 || version_ == 2 || version_ == 5);
  }

  [[nodiscard]] std::uint64_t position() const noexcept { return at_; }

  std::uint64_t read_count() { return read_number(version_ == 5 ? 8 : 4); }

  /// Returns empty for a streamed file, whose writer could not go back to set the count.
  std::optional<std::uint64_t> read_record_count() {
    const std::uint64_t count = read_count();
    const std::uint64_t streaming =
        version_ == 5 ? most : std::numeric_limits<std::uint32_t>::max();
    return count == streaming ? std::nullopt : std::optional(count);
  }

  std::vector<std::uint64_t> read_dimensions() {
    std::vector<std::uint64_t> lengths;
    for (std::uint64_t left = read_list_length(); left > 0; --left) {
      skip_name();
      lengths.push_back(read_count());
    }
    return lengths;
  }

  void skip_attributes() {
    for (std::uint64_t left = read_list_length(); left > 0; --left) {
      skip_name();
      const std::uint64_t value_bytes = type_bytes(read_number(4));
      skip(padded(multiply(read_count(), value_bytes)));
    }
  }

  std::vector<ClassicVariable> read_variables(const std::vector<std::uint64_t>& lengths) {
    std::vector<ClassicVariable> variables;
    for (std::uint64_t left = read_list_length(); left > 0; --left) {
      variables.push_back(read_variable(lengths));
    }
    return variables;
  }

 private:
  ClassicVariable read_variable(const std::vector<std::uint64_t>& lengths) {
    skip_name();
    ClassicVariable variable;
    variable.bytes = 1;
    const std::uint64_t rank = read_count();
    for (std::uint64_t i = 0; i < rank; ++i) {
      const std::uint64_t id = read_count();
      if (id >= lengths.size()) {
        throw Error(ErrorCode::corrupt, "the header names a dimension that does not exist");
      }
      if (i == 0 && lengths[id] == 0) {
        variable.has_records = true;
      } else {
        variable.bytes = multiply(variable.bytes, lengths[id]);
      }
    }
    skip_attributes();
    variable.bytes = multiply(variable.bytes, type_bytes(read_number(4)));
    read_count();  // the size, which may be too large for its field
    variable.begin = read_number(version_ == 1 ? 4 : 8);
    return variable;
  }

  // Reads a tag, which names the kind of list or is 0 for an empty one, and the length.
  std::uint64_t read_list_length() {
    read_number(4);
    return read_count();
  }

  // libnetcdf copies a name into a buffer of maximum size, however long the name is, and ends it at
  // the first NUL.
  void skip_name() {
    constexpr std::uint64_t max_bytes = NC_MAX_NAME;
    const std::uint64_t bytes = read_count();
    if (bytes > max_bytes) {
      throw Error(ErrorCode::corrupt, "the header contains a name that is too long");
    }
    bool has_ended = false;
    for (std::uint64_t i = 0; i < bytes; ++i) {
      const bool is_nul = next_byte() == std::byte{0};
      if (has_ended && !is_nul) {
        throw Error(ErrorCode::corrupt, "the header contains a name with a NUL in it");
      }
      has_ended = is_nul;
    }
    skip(padded(bytes) - bytes);
  }

  std::uint64_t read_number(std::size_t bytes) {
    std::uint64_t number = 0;
    for (std::size_t i = 0; i < bytes; ++i) {
      number = number << 8U | std::to_integer<std::uint64_t>(next_byte());
    }
    return number;
  }

  std::byte next_byte() {
    if (at_ >= size_) fail();
    if (at_ < buffer_begin_ || at_ >= buffer_begin_ + buffer_.size()) {
      constexpr std::uint64_t max_buffer_bytes = 8192;
      buffer_.resize(std::min(max_buffer_bytes, size_ - at_));
      buffer_begin_ = at_;
      file_.read(at_, buffer_);
    }
    return buffer_[at_++ - buffer_begin_];
  }

  void skip(std::uint64_t bytes) {
    if (bytes > size_ - at_) fail();
    at_ += bytes;
  }

  [[noreturn]] static void fail() {
    throw Error(ErrorCode::corrupt, "the file is cut short: it ends within its header");
  }

  const base::ByteSource& file_;
  std::uint64_t size_;
  std::uint64_t at_ = 0;
  std::vector<std::byte> buffer_;  ///< bytes of the file from `buffer_begin_` on
  std::uint64_t buffer_begin_ = 0;
  std::uint64_t version_ = 0;
};

/// Returns the size of a record. It contains a part of every record variable, padded unless there
/// is only one.
std::uint64_t record_bytes(const std::vector<ClassicVariable>& variables) {
  std::uint64_t bytes = 0;
  std::uint64_t last = 0;
  std::size_t count = 0;
  for (const ClassicVariable& variable : variables) {
    if (!variable.has_records) continue;
    ++count;
    last = variable.bytes;
    bytes = add(bytes, padded(last));
  }
  return count == 1 ? last : bytes;
}

/// Returns the bytes after the last complete record of a streamed file.
std::uint64_t bytes_behind_records(const ClassicHeader& header, std::uint64_t file_bytes) {
  std::uint64_t begin = most;
  for (const ClassicVariable& variable : header.variables) {
    if (variable.has_records) begin = std::min(begin, variable.begin);
  }
  const std::uint64_t end = add(begin, multiply(header.records, header.record_bytes));
  return file_bytes > end ? file_bytes - end : 0;
}

/// Returns the number of complete records in the file.
std::uint64_t whole_records(const ClassicHeader& header, std::uint64_t file_bytes) {
  if (header.record_bytes == 0) return 0;
  std::uint64_t records = most;
  for (const ClassicVariable& variable : header.variables) {
    if (!variable.has_records) continue;
    const std::uint64_t end_of_first = add(variable.begin, variable.bytes);
    const bool has_first = end_of_first <= file_bytes;
    records =
        std::min(records, has_first ? (file_bytes - end_of_first) / header.record_bytes + 1 : 0);
  }
  return records;
}

/// Returns where the values of a variable end, without padding; 0 if it has none.
std::uint64_t end_of(const ClassicHeader& header, const ClassicVariable& variable) {
  if (variable.bytes == 0 || (variable.has_records && header.records == 0)) return 0;
  const std::uint64_t records_before = variable.has_records ? header.records - 1 : 0;
  return add(add(variable.begin, multiply(records_before, header.record_bytes)), variable.bytes);
}

}  // namespace

std::optional<ClassicHeader> read_classic_header(const base::ByteSource& file) {
  HeaderReader reader(file);
  if (!reader.read_magic()) return std::nullopt;
  ClassicHeader header;
  const std::optional<std::uint64_t> records = reader.read_record_count();
  const std::vector<std::uint64_t> lengths = reader.read_dimensions();
  reader.skip_attributes();
  header.variables = reader.read_variables(lengths);
  header.bytes = reader.position();
  header.record_bytes = record_bytes(header.variables);
  if (records) {
    header.records = *records;
  } else {
    const std::uint64_t file_bytes = file.size_bytes();
    header.records = whole_records(header, file_bytes);
    header.left_bytes = bytes_behind_records(header, file_bytes);
  }
  return header;
}

std::uint64_t classic_extent(const ClassicHeader& header) {
  std::uint64_t extent = 0;
  for (const ClassicVariable& variable : header.variables) {
    extent = std::max(extent, end_of(header, variable));
  }
  return extent;
}

std::uint64_t padded_classic_extent(const ClassicHeader& header) {
  std::uint64_t extent = header.bytes;
  for (const ClassicVariable& variable : header.variables) {
    const bool is_padded = !variable.has_records || header.record_bytes != variable.bytes;
    const std::uint64_t end = end_of(header, variable);
    extent = std::max({extent, variable.begin, is_padded ? padded(end) : end});
  }
  return extent;
}

}  // namespace ncf::store::netcdf
