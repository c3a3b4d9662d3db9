// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Decodes zlib streams by zlib, piece by piece: where the size is not known, where there is no
// libdeflate, and where it is to be said what is wrong. Keeps zlib's memory between calls; one
// thread at a time.
#pragma once

#include <zlib.h>

#include "common/kernel.hpp"

namespace ncf::plugins::deflate {

/// What reading one stream came to.
struct StreamSizes {
  std::size_t read = 0;
  std::size_t written = 0;
};

class ZlibDecoder {
 public:
  ZlibDecoder() = default;
  ZlibDecoder(const ZlibDecoder&) = delete;
  ZlibDecoder& operator=(const ZlibDecoder&) = delete;
  ~ZlibDecoder();

  /// Decodes the stream that `input` begins with behind the first `written` bytes of `output`.
  /// throws: KernelError, std::bad_alloc.
  StreamSizes decode(ConstBytes input, Output& output, std::size_t written);

 private:
  void start();
  bool step(ConstBytes input, Bytes target, StreamSizes& sizes);
  bool step_without_memory(ConstBytes input, Output& output, std::size_t written,
                           StreamSizes& sizes);

  z_stream stream_{};
};

}  // namespace ncf::plugins::deflate
