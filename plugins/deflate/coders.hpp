// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// All encoders and decoders of deflate: those of zlib and libdeflate as classes that keep their
// memory between calls, and our own. One thread at a time.
#pragma once

#include <zlib.h>
#if NCF_HAS_LIBDEFLATE
#include <libdeflate.h>
#endif

#include <memory>
#include <optional>
#include <vector>

#include "common/kernel.hpp"
#include "deflate/plane_encoder.hpp"
#include "deflate/strategy.hpp"

namespace ncf::plugins::deflate {

/// Encodes with zlib, which defines the promise of a level, and is used if nothing else keeps it.
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

/// Decodes streams with zlib, piece by piece: if the size is unknown, if there is no libdeflate, if
/// they are those of gzip, and to report errors.
class ZlibDecoder {
 public:
  enum class Wrapper { zlib, gzip };

  explicit ZlibDecoder(Wrapper wrapper = Wrapper::zlib) : wrapper_(wrapper) {}
  ZlibDecoder(const ZlibDecoder&) = delete;
  ZlibDecoder& operator=(const ZlibDecoder&) = delete;
  ~ZlibDecoder();

  /// Decodes the stream at the beginning of `input`. Returns the number of bytes written.
  /// throws: KernelError, std::bad_alloc.
  std::size_t decode(ConstBytes input, Output& output);

  /// Decodes all streams of `input`, as Python does: zeros after a stream are padding.
  /// source: RFC 1952, section 2.2
  std::size_t decode_all(ConstBytes input, Output& output);

 private:
  /// The progress within a stream.
  struct StreamSizes {
    std::size_t read = 0;
    std::size_t written = 0;
  };

  void start();
  void decode_stream(ConstBytes input, Output& output, StreamSizes& sizes);
  bool step(ConstBytes input, Bytes target, StreamSizes& sizes);
  bool step_without_memory(ConstBytes input, Output& output, StreamSizes& sizes);

  Wrapper wrapper_;
  z_stream stream_{};
};

#if NCF_HAS_LIBDEFLATE
/// Encodes and decodes whole buffers with libdeflate, which is several times as fast as zlib.
///
/// Used for small chunks, and for data that were not shuffled if the encoder of planes is not good
/// enough. Its level is chosen for each variable; without a choice, a table maps zlib's levels to
/// libdeflate's (strategy.cpp). The sums for 43 variables of real files, not shuffled, in chunks of
/// 256 KB:
///
///   zlib                    1     2     3     4     5     6     7     8     9
///   libdeflate              1     2     2     2     3     6     6     6     6
///   size, of zlib's       1.19  1.03  1.03  1.03  1.03  1.03  1.04  1.04  1.04
///   speed, times zlib's    2.1   1.9   2.6   2.7   3.6   4.7   6.1   6.6   6.6
///
/// Most of the difference is one variable, a counter kept as a float, 2.7 and 1.4 to 1.5 times as
/// large. tests/bench/kernels_levels.cpp measures it.
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
#endif

/// All of them, which the kernel keeps for a thread. Each is made on first use.
class Coders final : public Workspace {
 public:
  /// Returns a size that is enough for any strategy.
  static std::size_t bound(std::size_t decoded_bytes) noexcept;

  /// Returns the number of bytes written to the front of `output`, which has at least `bound`
  /// bytes. A strategy by planes needs data that PlaneEncoder accepts. throws: KernelError,
  /// std::bad_alloc.
  std::size_t encode(const Strategy& strategy, std::size_t element_bytes, ConstBytes input,
                     Bytes output);

  /// Encodes the input with another strategy as well, and keeps the smaller result.
  std::size_t try_again(const Strategy& strategy, std::size_t element_bytes, ConstBytes input,
                        std::size_t written, Bytes output);

  /// Decodes the stream at the beginning of `input`. Returns the number of bytes written.
  std::size_t decode(ConstBytes input, Output& output);

 private:
  ZlibEncoder zlib_;
#if NCF_HAS_LIBDEFLATE
  LibdeflateCoder libdeflate_;
#endif
  std::unique_ptr<PlaneEncoder> plane_encoder_;  // not all data are planes
  std::vector<std::byte> first_try_;
  ZlibDecoder decoder_;
};

}  // namespace ncf::plugins::deflate
