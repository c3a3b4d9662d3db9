// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The contexts of libzstd and an encoder that follows a strategy, which the kernel keeps for a
// thread. Uses only libzstd's stable interface, so the result is a frame that every zstd reads.
#pragma once

#include <vector>

#include "common/kernel.hpp"
#include "common/zstd_contexts.hpp"
#include "zstd/strategy.hpp"

namespace ncf::plugins::zstd {

/// The window of all efforts: 4 MiB, as at level 9.
inline constexpr int window_log_of_efforts = 22;

class Coders final : public Workspace {
 public:
  /// Returns the maximum encoded size.
  static std::size_t bound(std::size_t decoded_bytes) noexcept;

  /// Encodes a chunk. level: the requested one. A strategy by planes needs data that pass
  /// has_planes. Returns the number of bytes written to the front of `output`, which has at least
  /// `bound` bytes.
  /// throws: KernelError, std::bad_alloc.
  std::size_t encode(const Strategy& strategy, int level, std::size_t element_bytes,
                     ConstBytes input, Bytes output);

  /// Encodes the input with another strategy as well, and keeps the smaller result.
  std::size_t try_again(const Strategy& strategy, int level, std::size_t element_bytes,
                        ConstBytes input, std::size_t written, Bytes output);

  /// throws: std::bad_alloc.
  ZSTD_DCtx* decoding() { return contexts_.decoding(); }

 private:
  ZstdContexts contexts_;
  std::vector<std::byte> first_try_;
};

}  // namespace ncf::plugins::zstd
