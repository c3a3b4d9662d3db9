// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Encodes with zlib, which defines the promise of a level, and is used if nothing else keeps it.
// Keeps zlib's memory between calls; one thread at a time.
#pragma once

#include <zlib.h>

#include "common/kernel.hpp"

namespace ncf::plugins::deflate {

class ZlibEncoder {
 public:
  ZlibEncoder() = default;
  ZlibEncoder(const ZlibEncoder&) = delete;
  ZlibEncoder& operator=(const ZlibEncoder&) = delete;
  ~ZlibEncoder();

  static std::size_t bound(std::size_t decoded_bytes) noexcept;

  /// Returns the number of bytes written.
  /// throws: KernelError if `output` is too small, or for more than 4 GiB of input or output;
  /// std::bad_alloc.
  std::size_t encode(int level, ConstBytes input, Bytes output);

 private:
  void start(int level);

  z_stream stream_{};
  int level_ = 0;
};

}  // namespace ncf::plugins::deflate
