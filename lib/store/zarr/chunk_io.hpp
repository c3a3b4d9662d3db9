// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The chunks of one array, as stored and as values. One thread at a time, but that any thread may
// read and write stored chunks of an array that is not in shards.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "filter/filter_source.hpp"
#include "filter/prepared_chain.hpp"
#include "model/values.hpp"
#include "store/zarr/key_store.hpp"
#include "store/zarr/open_store.hpp"

namespace ncf::store::zarr {

class ChunkIo {
 public:
  using Numbers = std::span<const std::size_t>;  ///< of a chunk along each dimension

  /// All outlive it.
  ChunkIo(KeyStore& store, const OpenArray& array, filter::FilterSource& filters);

  /// The whole key.
  [[nodiscard]] std::string key_of(Numbers numbers) const;

  /// The bytes as stored; empty where the chunk was never written or lies beyond the array.
  /// throws: Error naming the key.
  [[nodiscard]] std::optional<std::vector<std::byte>> read_stored(Numbers numbers);
  void write_stored(Numbers numbers, std::span<const std::byte> bytes);
  /// Of an array that is not in shards.
  [[nodiscard]] bool has(Numbers numbers) { return store_.size_bytes(key_of(numbers)).has_value(); }

  /// The values of a whole chunk, in C order; empty where it was never written.
  /// throws: Error naming codec or key; the array's fault.
  [[nodiscard]] std::optional<model::Values> read(Numbers numbers);
  void write(Numbers numbers, const model::Values& values);

  /// Decodes and encodes bytes of the array's form. decoded: of a whole chunk.
  void decode(std::span<const std::byte> stored, std::uint32_t mask, std::span<std::byte> decoded);
  [[nodiscard]] std::span<const std::byte> encode(std::span<const std::byte> decoded);

  /// What is read where nothing was written: one value, and a whole chunk of it.
  [[nodiscard]] model::Values hole() const;
  [[nodiscard]] model::Values filled() const;

  /// Chunks, or shards, there are, and the bytes they take.
  [[nodiscard]] std::size_t count_stored();
  [[nodiscard]] std::uint64_t stored_bytes();

  /// Bytes of a chunk of values in memory, without what strings point to.
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  /// A chunk that is not there was never written; or else somebody removes the store while it is
  /// read, which is an error.
  void require_whole_store();
  [[nodiscard]] std::optional<std::vector<std::byte>> read_in_shard(Numbers numbers);
  [[nodiscard]] const std::vector<std::uint64_t>& shard_index(const std::string& key);
  void list_chunks(const std::string& folder, const std::string& below,
                   std::vector<std::string>& keys);
  const filter::PreparedChain& chain(filter::FilterUse use);
  [[nodiscard]] model::Values decode_values(std::span<const std::byte> stored);
  [[nodiscard]] model::Values read_strings(std::span<const std::byte> stored);

  KeyStore& store_;
  const OpenArray& array_;
  filter::FilterSource& filters_;
  std::optional<filter::PreparedChain> decoding_;
  std::optional<filter::PreparedChain> encoding_;
  std::optional<filter::EncodingWays> ways_;  ///< by the first chunk that was encoded
  filter::ChainWorkspace workspace_;
  std::vector<std::byte> bytes_;            ///< of one chunk
  std::string shard_key_;                   ///< of the shard whose index is at hand
  std::vector<std::uint64_t> shard_index_;  ///< pairs of offset and length
};

}  // namespace ncf::store::zarr
