// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The filters of a variable ready to run on its chunks: each with its kernel and the words the file
// holds. A PreparedChain is a value that never changes and that any number of threads use at once;
// what one thread keeps from chunk to chunk lies in a ChainWorkspace.
//
//   const filter::PreparedChain chain(stored_filters, kernels);
//   filter::ChainWorkspace workspace;                                   // one per thread
//   chain.decode(chunk.bytes, chunk.filter_mask, elements, workspace);  // fills `elements`
//   const auto [stored, filter_mask] = chain.encode(elements, workspace);
//
// The libraries the kernels are of stay loaded while it lives (filter/kernel.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "base/byte_buffer.hpp"
#include "filter/kernel.hpp"
#include "ncf/filter_spec.hpp"

namespace ncf::filter {

/// Memory of one thread for any chains; grows to what the largest chunk needs and is used again.
class ChainWorkspace {
 public:
  /// Of a kernel, made when first asked for. throws: std::bad_alloc.
  const Workspace& of(const Kernel& kernel);

  /// Two buffers that take turns; each is as large as was asked last, or larger.
  base::ByteBuffer
      buffers[2];  // NOLINT(modernize-avoid-c-arrays): a pair without a meaning of its own

 private:
  std::map<std::uint32_t, Workspace> workspaces_;  ///< by filter id
};

/// One a filter, or none at all; `way` is 0 where a filter has but one.
using EncodingWays = std::vector<EncodingWay>;

struct EncodedChunk {
  std::span<const std::byte> bytes;
  std::uint32_t filter_mask = 0;  ///< bit i is set where filter i was not applied
};

class PreparedChain {
 public:
  /// kernels: one per filter, in the order of `filters`.
  /// optional_filters: bit i is set where filter i may be left out for a chunk it cannot encode.
  PreparedChain(StoredChain filters, std::vector<Kernel> kernels,
                std::uint32_t optional_filters = 0);

  [[nodiscard]] const StoredChain& filters() const noexcept { return filters_; }

  /// Bytes that a chunk of `decoded_bytes` can take at most when it is encoded, and on the way.
  [[nodiscard]] std::size_t bound(std::size_t decoded_bytes) const noexcept;

  /// Decodes a stored chunk into `decoded`, which it must fill exactly.
  /// filter_mask: bit i is set where filter i was not applied.
  /// throws: Error (corrupt, unsupported) naming the filter.
  void decode(std::span<const std::byte> stored, std::uint32_t filter_mask,
              std::span<std::byte> decoded, ChainWorkspace& workspace) const;

  /// The same for a chunk that nobody knows the size of, `max_bytes` at most, as of strings: it
  /// comes to the front of `decoded`, which grows. Returns its bytes.
  std::size_t decode(std::span<const std::byte> stored, base::ByteBuffer& decoded,
                     std::size_t max_bytes, ChainWorkspace& workspace) const;

  /// Encodes a chunk by all filters. The bytes returned lie in the workspace, or are `decoded`
  /// itself where no filter was applied. throws: Error (unsupported) naming the filter.
  /// ways: chosen for the variable, or nothing.
  [[nodiscard]] EncodedChunk encode(std::span<const std::byte> decoded, ChainWorkspace& workspace,
                                    const EncodingWays& ways = {}) const;

  /// Whether a filter can encode in more than one way.
  [[nodiscard]] bool has_ways() const noexcept;

  /// How the chunks of a variable of `variable_bytes`, decoded, are encoded fastest without
  /// breaking what the filters promise, by its first chunk. Depends on the arguments alone.
  ///
  /// throws: Error, as `encode`.
  [[nodiscard]] EncodingWays choose_ways(std::span<const std::byte> first_chunk,
                                         std::uint64_t variable_bytes,
                                         ChainWorkspace& workspace) const;

 private:
  struct Stage;

  void encode_stage(Stage& stage, std::size_t filter, const EncodingWays& ways,
                    ChainWorkspace& workspace) const;
  [[nodiscard]] std::size_t max_bytes_before(std::size_t filter,
                                             std::size_t decoded_bytes) const noexcept;

  StoredChain filters_;
  std::vector<Kernel> kernels_;
  std::uint32_t optional_filters_;
};

}  // namespace ncf::filter
