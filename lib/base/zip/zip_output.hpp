// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A new zip file of stored values. Each value gets its position when its size is known, in the
// order of the calls; then any thread writes it there, directly from the caller's memory. The
// directory comes at the end, next to the values allocated last, so that one range contains both.
//
// If a value is replaced by one of another size, its first position stays unused. Values can be
// read back.
//
// Any thread; but a value must not be used while it is written.
// source: see base/zip/zip_records.hpp
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/files/descriptor.hpp"

namespace ncf::base {

class ZipOutput {
 public:
  /// The place of a value in the file, and its checksum.
  struct Place {
    std::uint64_t offset = 0;
    std::uint64_t bytes = 0;
    std::uint32_t crc = 0;
  };
  using Places = std::map<std::string, Place, std::less<>>;

  /// Creates the file, or truncates it. throws: Error(io).
  explicit ZipOutput(const std::filesystem::path& path);

  /// Allocates space for a value, which may replace another. Returns its offset.
  std::uint64_t place(const std::string& name, std::uint64_t bytes);

  /// Writes a value to its space. throws: Error(io, interrupted).
  void write(const std::string& name, std::span<const std::byte> value);
  /// Does the same for a value in pieces. next_piece: returns the next one, or an empty one at the
  /// end.
  void write(const std::string& name,
             const std::function<std::span<const std::byte>()>& next_piece);

  /// Finds a value; returns empty if there is none.
  [[nodiscard]] std::optional<Place> find(std::string_view name) const;

  /// Reads a part of a written value. throws: Error(io, interrupted).
  void read(std::string_view name, std::uint64_t offset, std::span<std::byte> part) const;

  /// Calls `visit` with all values, sorted by name. No other thread may change them meanwhile.
  template <class Visit>
  auto visit_all(Visit visit) const {
    const std::lock_guard lock(mutex_);
    return visit(places_);
  }

  /// Writes the directory. Afterwards, only reading is allowed. throws: Error(io, interrupted).
  void finish();

 private:
  [[nodiscard]] Place require_place(const std::string& name) const;
  /// Writes the header of a value, and `value`.
  void write_with_header(const std::string& name, Place place, std::uint32_t crc,
                         std::span<const std::byte> value);

  Descriptor file_;
  mutable std::mutex mutex_;
  Places places_;                 ///< under mutex_
  std::uint64_t end_offset_ = 0;  ///< under mutex_: where the next value goes
};

}  // namespace ncf::base
