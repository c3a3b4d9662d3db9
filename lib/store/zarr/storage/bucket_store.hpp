// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A new store in an S3 bucket. Chunks are stored while they are written, many at the same time. The
// metadata stay in memory until `publish`, so no reader finds an unfinished store; after `finish`,
// the store can be read through this object.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/files/byte_source.hpp"
#include "network/object_writer.hpp"
#include "store/zarr/storage/key_store.hpp"
#include "store/zarr/storage/value_parts.hpp"

namespace ncf::store::zarr {

class BucketStore final : public KeyStore {
 public:
  /// cache_bytes: memory for values that are not stored yet, and to read them again.
  BucketStore(network::BucketPlace place, std::size_t connections, std::uint64_t cache_bytes);

  bool read_part(const std::string& key, std::uint64_t offset, std::span<std::byte> part) override;
  std::optional<std::uint64_t> size_bytes(const std::string& key) override;
  void write(const std::string& key, std::span<const std::byte> value) override;
  void write_part(const std::string& key, std::uint64_t offset,
                  std::span<const std::span<const std::byte>> pieces) override;
  void finish_parts(const std::string& key, std::span<const ValueRange> order) override;
  void finish() override;
  std::vector<Entry> list(const std::string& folder) override;
  bool is_far() const noexcept override { return true; }
  std::optional<std::vector<std::string>> find_values(
      const std::string& folder,
      const std::function<std::vector<std::string>()>& candidates) override;
  bool announce(const std::string& key, std::uint64_t expected_bytes,
                std::uint64_t max_bytes) override;
  bool announce_part(const std::string& key, std::uint64_t offset, std::uint64_t bytes) override;
  void forget_announced() override;
  std::uint64_t ahead_bytes() const noexcept override { return cache_bytes_; }

  /// Returns the bytes of all values.
  [[nodiscard]] std::uint64_t total_bytes();

  /// Stores the metadata, those of the root last, after a check that the server lists all values.
  /// throws: Error.
  void publish();

  /// Removes what was stored here. Afterwards this object cannot be used. on_answer: called while
  /// it makes progress. Returns how many objects could not be removed.
  std::size_t discard(const std::function<void()>& on_answer) noexcept;

 private:
  using Bytes = std::vector<std::byte>;

  void put(const std::string& key, std::shared_ptr<const base::ByteSource> body,
           std::uint64_t held_bytes);
  void put_metadata(const std::string& key);
  /// Returns null if the key is not one of metadata. The result stays valid.
  const Bytes* find_metadata(const std::string& key);
  /// Returns the first key that is not less than `from`; empty after the last.
  std::optional<std::string> find_key(const std::string& from);

  std::uint64_t cache_bytes_;
  network::ObjectWriter writer_;
  std::unique_ptr<KeyStore> reader_;  ///< reads finished values
  ValueParts parts_;
  std::mutex mutex_;
  std::map<std::string, Bytes> metadata_;  ///< under mutex_; values only on the I/O thread
};

}  // namespace ncf::store::zarr
