// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Encodes and decodes whole buffers with libdeflate, which is several times as fast as zlib. Keeps
// libdeflate's memory between calls; one thread at a time.
//
// Used for small chunks, and for data that were not shuffled if the encoder of planes is not good
// enough. Its level is chosen for each variable (choice.hpp); without a choice, a table maps zlib's
// levels to libdeflate's (strategy.cpp). The sums for 43 variables of real files, not shuffled, in
// chunks of 256 KB:
//
//   zlib                    1     2     3     4     5     6     7     8     9
//   libdeflate              1     2     2     2     3     6     6     6     6
//   size, of zlib's       1.19  1.03  1.03  1.03  1.03  1.03  1.04  1.04  1.04
//   speed, times zlib's    2.1   1.9   2.6   2.7   3.6   4.7   6.1   6.6   6.6
//
// Most of the difference is one variable, a counter kept as a float, 2.7 and 1.4 to 1.5 times as
// large. tests/bench/kernels_levels.cpp measures it.
#pragma once

#include <libdeflate.h>

#include <memory>
#include <optional>

#include "common/kernel.hpp"

namespace ncf::plugins::deflate {

class LibdeflateCoder {
 public:
  static std::size_t bound(std::size_t decoded_bytes) noexcept;

  /// Encodes a buffer. level: libdeflate's, 0 to 12. Returns the number of bytes written.
  /// throws: KernelError if `output` is too small; std::bad_alloc.
  std::size_t encode(int level, ConstBytes input, Bytes output);

  /// Decodes the stream at the beginning of `input`. Returns the number of bytes written; empty if
  /// `target` is too small or libdeflate rejects the stream: zlib then reports the reason.
  /// throws: std::bad_alloc.
  std::optional<std::size_t> decode(ConstBytes input, Bytes target);

 private:
  struct Free {
    void operator()(libdeflate_compressor* made) const noexcept {
      libdeflate_free_compressor(made);
    }
    void operator()(libdeflate_decompressor* made) const noexcept {
      libdeflate_free_decompressor(made);
    }
  };

  std::unique_ptr<libdeflate_compressor, Free> compressor_;
  int level_ = 0;  // the level of compressor_
  std::unique_ptr<libdeflate_decompressor, Free> decompressor_;
};

}  // namespace ncf::plugins::deflate
