// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Zip files in memory, good ones and damaged ones.
#pragma once

#include <zlib.h>

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/files/byte_source.hpp"
#include "base/zip/zip_records.hpp"

namespace ncf::test {

struct ZipValue {
  std::string name;
  std::string bytes;  ///< as stored
};

inline std::uint32_t crc_of(const std::string& bytes) {
  return static_cast<std::uint32_t>(
      ::crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

/// Returns a zip file of stored values. change: may change the directory entry of the value with
/// this index. change_end: may change the end record.
inline std::string zip_of(const std::vector<ZipValue>& values,
                          const std::function<void(std::size_t, base::ZipEntry&)>& change = {},
                          const std::function<void(base::ZipDirectory&)>& change_end = {}) {
  std::string file;
  std::string directory;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::string& bytes = values[i].bytes;
    base::ZipEntry entry{.name = values[i].name,
                         .crc = crc_of(bytes),
                         .stored_bytes = bytes.size(),
                         .bytes = bytes.size(),
                         .offset = file.size()};
    file += base::format_zip_header(entry) + bytes;
    if (change) change(i, entry);
    directory += base::format_zip_entry(entry);
  }
  base::ZipDirectory end{values.size(), file.size(), directory.size()};
  if (change_end) change_end(end);
  return file + directory + base::format_zip_end(end);
}

/// text: outlives the result.
inline std::unique_ptr<base::ByteSource> source_of(const std::string& text) {
  return base::bytes_in_memory(std::as_bytes(std::span(text)));
}

/// Returns a deflate stream without header or trailer, as zip files contain them.
inline std::string deflated(const std::string& bytes) {
  z_stream stream{};
  ::deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, -MAX_WBITS, MAX_MEM_LEVEL,
                 Z_DEFAULT_STRATEGY);
  std::string result(::deflateBound(&stream, bytes.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(result.data());
  stream.avail_out = static_cast<uInt>(result.size());
  ::deflate(&stream, Z_FINISH);
  result.resize(stream.total_out);
  ::deflateEnd(&stream);
  return result;
}

/// Writes a little-endian number of so many bytes into `file`.
inline void put_number(std::string& file, std::size_t offset, std::uint64_t number,
                       std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; ++i) {
    file.at(offset + i) = static_cast<char>(number >> (8 * i) & 0xFFU);
  }
}

}  // namespace ncf::test
