// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What the kernel keeps for a thread: libzstd's contexts, and an encoder that follows a strategy.
// Uses libzstd's stable interface alone, so what it writes is a frame that every zstd reads.
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
  /// More is never written.
  static std::size_t bound(std::size_t decoded_bytes) noexcept;

  /// level: the requested one. A strategy by planes is for data that has_planes. Returns the bytes
  /// written to the front of `output`, which has `bound` bytes or more.
  /// throws: KernelError, std::bad_alloc.
  std::size_t encode(const Strategy& strategy, int level, std::size_t element_bytes,
                     ConstBytes input, Bytes output);

  /// Encodes what is in `output` by another strategy, too, and keeps what is smaller.
  std::size_t try_again(const Strategy& strategy, int level, std::size_t element_bytes,
                        ConstBytes input, std::size_t written, Bytes output);

  /// throws: std::bad_alloc.
  ZSTD_DCtx* decoding() { return contexts_.decoding(); }

 private:
  ZstdContexts contexts_;
  std::vector<std::byte> first_try_;
};

}  // namespace ncf::plugins::zstd
