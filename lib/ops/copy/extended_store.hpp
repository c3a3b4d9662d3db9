// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A Zarr store that is extended, in a folder or in S3. While an object of this class exists, other
// runs do not extend the store. New metadata are first kept beside the store, all at once, so that
// they replace the old ones even if the run is interrupted: the next one finishes this first.
//
// In S3, an object beside the store does both: it is stored on the condition that there is none, by
// a name that shows whether its process lives. I/O thread only.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "ncf/copy.hpp"
#include "store/common/tuning.hpp"

namespace ncf::ops {

class ExtendedStore {
 public:
  ExtendedStore() = default;
  ExtendedStore(const ExtendedStore&) = delete;
  ExtendedStore& operator=(const ExtendedStore&) = delete;
  virtual ~ExtendedStore() = default;

  /// Returns the path of a folder for a store with the new chunks.
  [[nodiscard]] virtual std::filesystem::path added() const = 0;

  /// Returns the value of a key; empty if there is none. throws: Error.
  [[nodiscard]] virtual std::optional<std::string> read(const std::string& key) = 0;

  /// Stores a file, which may disappear, as the value of a key. throws: Error.
  virtual void add(const std::filesystem::path& file, const std::string& key) = 0;

  /// Removes the value of a key, which need not exist. throws: Error.
  virtual void remove(const std::string& key) = 0;

  /// Replaces metadata, those of the root last, after everything else is stored. throws: Error.
  virtual void publish(const std::map<std::string, std::string>& metadata) = 0;
};

enum class ExtendedFor { writing, planning };

/// Opens the store that is the output, and finishes an interrupted run; for planning, which changes
/// nothing, it refuses a store that is half extended.
/// throws: BusyFile if another run extends it; Error(unsupported).
[[nodiscard]] std::unique_ptr<ExtendedStore> open_extended(const CopyOptions& options,
                                                           const store::Network& network,
                                                           ExtendedFor use);

}  // namespace ncf::ops
