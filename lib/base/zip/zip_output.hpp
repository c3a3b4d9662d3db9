// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A new zip file of stored values. Each gets its place when its size is known, in the order of the
// calls; then any thread writes it there, straight from the caller's memory. The directory comes at
// the end, so that the values placed last are next to it: one range of the file's end holds both.
//
// A value that is replaced by one of another size leaves its place unused. Values can be read back.
//
// Any thread; but while a value is written, it must not be used otherwise.
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
#include <vector>

#include "base/descriptor.hpp"

namespace ncf::base {

class ZipOutput {
 public:
  /// Where a value is in the file, and its checksum.
  struct Place {
    std::uint64_t offset = 0;
    std::uint64_t bytes = 0;
    std::uint32_t crc = 0;
  };
  using Places = std::map<std::string, Place, std::less<>>;

  /// Makes the file, or empties it. throws: Error(io).
  explicit ZipOutput(const std::filesystem::path& path);

  /// Allocates space for a value, also for one that replaces another. Returns its offset.
  std::uint64_t place(const std::string& name, std::uint64_t bytes);

  /// Writes a value to its space. throws: Error(io, interrupted).
  void write(const std::string& name, std::span<const std::byte> value);

  /// Empty if there is no such value.
  [[nodiscard]] std::optional<Place> find(std::string_view name) const;

  /// Part of a written value. throws: Error(io, interrupted).
  void read(std::string_view name, std::uint64_t offset, std::span<std::byte> part) const;

  /// Calls `visit` with all values by name, while no other thread changes them.
  template <class Visit>
  auto visit_all(Visit visit) const {
    const std::lock_guard lock(mutex_);
    return visit(places_);
  }

  /// Writes the directory. Only reading may follow. throws: Error(io, interrupted).
  void finish();

 private:
  Descriptor file_;
  mutable std::mutex mutex_;
  Places places_;                 ///< under mutex_
  std::uint64_t end_offset_ = 0;  ///< under mutex_: where the next value goes
};

}  // namespace ncf::base
