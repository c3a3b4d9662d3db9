// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Whole buffers by libdeflate, several times as fast as zlib. Keeps libdeflate's memory between
// calls; one thread at a time.
//
// zlib's levels are mapped to the lowest ones of libdeflate that make shuffled climate data no
// larger in sum and are fast: 5 would do for 6 to 9, but makes single variables larger by up to 16
// %, 6 by 1 %. In sum, of 42 variables of real files in chunks of 256 KB:
//
//   zlib                    1     2     3     4     5     6     7     8     9
//   libdeflate              1     2     2     2     3     6     6     6     6
//   size, of zlib's      .993  .984  .991  .997  .998  .991  .991  .992  .993
//   speed, times zlib's   2.1   1.7   1.9   2.1   2.2   2.0   2.4   3.6   4.5
//
// A single variable may come out larger, by 3 % at most; data that were not shuffled do at level 1,
// by 5 % in sum. tests/bench/kernels_levels.cpp measures it.
#pragma once

#include <libdeflate.h>

#include <memory>
#include <optional>

#include "common/kernel.hpp"
#include "deflate/zlib_decoder.hpp"

namespace ncf::plugins::deflate {

class LibdeflateCoder {
 public:
  static std::size_t bound(std::size_t decoded_bytes) noexcept;

  /// `level` is zlib's. Returns the bytes written, or 0 where `output` is too small.
  /// throws: std::bad_alloc.
  std::size_t encode(int level, ConstBytes input, Bytes output);

  /// Decodes the stream that `input` begins with. Nothing where `room` does not suffice or
  /// libdeflate does not take the stream; why not is for zlib to say.
  /// throws: std::bad_alloc.
  std::optional<StreamSizes> decode(ConstBytes input, Bytes room);

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
  int level_ = 0;  // that compressor_ was made for
  std::unique_ptr<libdeflate_decompressor, Free> decompressor_;
};

}  // namespace ncf::plugins::deflate
