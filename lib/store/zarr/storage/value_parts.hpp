// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Values that are written in parts to a new store that takes each value in one piece: a zip file or
// a server. Until a value is complete, its parts are in an unnamed file. Any thread, like KeyStore.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>

#include "base/files/byte_source.hpp"
#include "base/files/descriptor.hpp"
#include "store/zarr/storage/key_store.hpp"

namespace ncf::store::zarr {

class ValueParts {
 public:
  /// folder: for the unnamed file.
  explicit ValueParts(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// throws: Error(io).
  void write(const std::string& name, std::uint64_t offset,
             std::span<const std::span<const std::byte>> pieces);

  /// Fills `part` from a part that was written; returns false if the value has no parts here.
  /// throws: Error(io).
  [[nodiscard]] bool read(const std::string& name, std::uint64_t offset, std::span<std::byte> part);

  /// Removes a complete value and returns it; its disk space is freed with the result. order: as of
  /// KeyStore::finish_parts.
  [[nodiscard]] std::unique_ptr<base::ByteSource> take(const std::string& name,
                                                       std::span<const ValueRange> order);

 private:
  /// The place of a part in the file.
  struct Part {
    std::uint64_t begin = 0;
    std::uint64_t bytes = 0;
  };
  using Parts = std::map<std::uint64_t, Part>;  ///< by their offsets in the value
  class Whole;

  static Part find(const Parts& parts, std::uint64_t offset);
  static void read(const base::Descriptor& file, const Parts& parts, std::uint64_t offset,
                   std::span<std::byte> bytes);

  std::filesystem::path folder_;
  std::mutex mutex_;
  std::shared_ptr<const base::Descriptor> file_;  ///< under mutex_ until it is open
  std::uint64_t end_ = 0;                         ///< under mutex_: where the next part goes
  std::map<std::string, Parts> values_;           ///< under mutex_
};

}  // namespace ncf::store::zarr
