// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Decodes streams with zlib, piece by piece: if the size is unknown, if there is no libdeflate, if
// they are those of gzip, and to report errors. Keeps zlib's memory between calls; one thread at a
// time.
#pragma once

#include <zlib.h>

#include "common/kernel.hpp"

namespace ncf::plugins::deflate {

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

}  // namespace ncf::plugins::deflate
