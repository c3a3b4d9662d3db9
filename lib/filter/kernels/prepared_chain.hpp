// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The filters of a variable ready to run on its chunks: each with its kernel and the stored
// parameters. A PreparedChain is immutable and can be used by any number of threads; a thread keeps
// its memory between chunks in a ChainWorkspace.
//
//   const filter::PreparedChain chain(stored_filters, kernels);
//   filter::ChainWorkspace workspace;                                   // one per thread
//   chain.decode(chunk.bytes, chunk.filter_mask, elements, workspace);  // fills `elements`
//   const auto [stored, filter_mask] = chain.encode(elements, workspace);
//
// The libraries of the kernels stay loaded while it lives (filter/kernels/kernel.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "base/memory/bytes.hpp"
#include "filter/kernels/kernel.hpp"
#include "ncf/filter_spec.hpp"

namespace ncf::filter {

/// One thread's memory for any chains; grows to the size that the largest chunk needs and is
/// reused.
class ChainWorkspace {
 public:
  /// Returns the workspace of a kernel, created on first use. throws: std::bad_alloc.
  const Workspace& of(const Kernel& kernel);

  /// Two buffers used in turn; each has at least the size requested last.
  base::ByteBuffer
      buffers[2];  // NOLINT(modernize-avoid-c-arrays): a pair without a meaning of its own

 private:
  std::map<std::uint32_t, Workspace> workspaces_;  ///< by filter id
};

/// One strategy for each filter, or empty; `number` is 0 if a filter has only one.
using EncoderStrategies = std::vector<EncoderStrategy>;

struct EncodedChunk {
  std::span<const std::byte> bytes;
  std::uint32_t filter_mask = 0;  ///< bit i is set if filter i was not applied
};

class PreparedChain {
 public:
  /// kernels: one for each filter, in the order of `filters`.
  /// optional_filters: bit i is set if filter i may be skipped for a chunk that it cannot encode.
  PreparedChain(StoredChain filters, std::vector<Kernel> kernels,
                std::uint32_t optional_filters = 0);

  [[nodiscard]] const StoredChain& filters() const noexcept { return filters_; }

  /// Returns the maximum size of a chunk of `decoded_bytes` when encoded, including all
  /// intermediate steps.
  [[nodiscard]] std::size_t bound(std::size_t decoded_bytes) const noexcept;

  /// Decodes a stored chunk into `decoded`; its size must match exactly.
  /// filter_mask: bit i is set if filter i was not applied.
  /// throws: Error(corrupt, unsupported) naming the filter.
  void decode(std::span<const std::byte> stored, std::uint32_t filter_mask,
              std::span<std::byte> decoded, ChainWorkspace& workspace) const;

  /// Does the same for a chunk of unknown size, at most `max_bytes`, for example of strings:
  /// `decoded` grows as needed. Returns the number of bytes.
  std::size_t decode(std::span<const std::byte> stored, base::ByteBuffer& decoded,
                     std::size_t max_bytes, ChainWorkspace& workspace) const;

  /// Encodes a chunk with all filters. The returned bytes are in the workspace, or are `decoded`
  /// itself if no filter was applied. throws: Error(unsupported) naming the filter.
  /// strategies: chosen for the variable, or empty.
  [[nodiscard]] EncodedChunk encode(std::span<const std::byte> decoded, ChainWorkspace& workspace,
                                    const EncoderStrategies& strategies = {}) const;

  /// Returns whether a filter has more than one strategy to encode.
  [[nodiscard]] bool has_strategies() const noexcept;

  /// Chooses for each filter, by the variable's first chunk, the fastest strategy that keeps the
  /// filter's promises. Depends only on the arguments.
  /// variable_bytes: decoded size of the variable. throws: as `encode`.
  [[nodiscard]] EncoderStrategies choose_strategies(std::span<const std::byte> first_chunk,
                                                    std::uint64_t variable_bytes,
                                                    ChainWorkspace& workspace) const;

 private:
  struct Stage;

  void encode_stage(Stage& stage, std::size_t filter, const EncoderStrategies& strategies,
                    ChainWorkspace& workspace) const;
  [[nodiscard]] std::size_t max_bytes_before(std::size_t filter,
                                             std::size_t decoded_bytes) const noexcept;

  StoredChain filters_;
  std::vector<Kernel> kernels_;
  std::uint32_t optional_filters_;
};

}  // namespace ncf::filter
