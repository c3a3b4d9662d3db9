// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "deflate/zlib_encoder.hpp"

#include <algorithm>
#include <limits>
#include <new>

namespace ncf::plugins::deflate {

ZlibEncoder::~ZlibEncoder() { deflateEnd(&stream_); }

std::size_t ZlibEncoder::bound(std::size_t decoded_bytes) noexcept {
  return compressBound(decoded_bytes);
}

void ZlibEncoder::start(int level) {
  if (stream_.state != nullptr && level == level_) {
    deflateReset(&stream_);
    return;
  }
  deflateEnd(&stream_);
  if (deflateInit(&stream_, level) != Z_OK) throw std::bad_alloc();
  level_ = level;
}

std::size_t ZlibEncoder::encode(int level, ConstBytes input, Bytes output) {
  constexpr std::size_t max_bytes = std::numeric_limits<uInt>::max();
  if (input.size() > max_bytes) throw KernelError("more than 4 GiB of data at once");
  start(level);
  stream_.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(input.data()));
  stream_.avail_in = static_cast<uInt>(input.size());
  stream_.next_out = reinterpret_cast<Bytef*>(output.data());
  stream_.avail_out = static_cast<uInt>(std::min(output.size(), max_bytes));
  if (::deflate(&stream_, Z_FINISH) != Z_STREAM_END) {
    throw KernelError("too little memory to encode into");
  }
  return static_cast<std::size_t>(stream_.total_out);
}

}  // namespace ncf::plugins::deflate
