// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Values of a new zip file that are written in parts. A zip file holds each value in one piece, so
// until a value is complete, its parts are in an unnamed file beside the zip file. Any thread, like
// KeyStore.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <string>

#include "base/descriptor.hpp"
#include "base/zip/zip_output.hpp"

namespace ncf::store::zarr {

class ZipParts {
 public:
  /// folder: of the zip file.
  ZipParts(base::ZipOutput& zip, std::filesystem::path folder)
      : zip_(zip), folder_(std::move(folder)) {}

  /// throws: Error(io).
  void write(const std::string& name, std::uint64_t offset,
             std::span<const std::span<const std::byte>> pieces);

  /// Fills `part` from a part that was written; returns false if the value has no parts here.
  /// throws: Error(io).
  [[nodiscard]] bool read(const std::string& name, std::uint64_t offset, std::span<std::byte> part);

  /// Moves a value whose size was announced into the zip file. throws: Error(io).
  void finish(const std::string& name);

 private:
  /// Where a part is in the file.
  struct Part {
    std::uint64_t begin = 0;
    std::uint64_t bytes = 0;
  };
  using Parts = std::map<std::uint64_t, Part>;  ///< by their offsets in the value

  void free(const Parts& parts) noexcept;

  base::ZipOutput& zip_;
  std::filesystem::path folder_;
  std::mutex mutex_;
  std::optional<base::Descriptor> file_;  ///< under mutex_ until it is there
  std::uint64_t end_ = 0;                 ///< under mutex_: where the next part goes
  std::map<std::string, Parts> values_;   ///< under mutex_
};

}  // namespace ncf::store::zarr
