// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "deflate/zlib_decoder.hpp"

#include <algorithm>
#include <limits>
#include <new>
#include <string_view>

namespace ncf::plugins::deflate {
namespace {

// zlib counts in unsigned int.
uInt piece_of(std::size_t bytes) {
  return static_cast<uInt>(std::min<std::size_t>(bytes, std::numeric_limits<uInt>::max()));
}

// message: zlib's own, or null.
[[noreturn]] void throw_decode_error(int status, const char* message) {
  if (status == Z_MEM_ERROR) throw std::bad_alloc();
  if (status == Z_NEED_DICT) throw KernelError("deflate data need a dictionary");
  const std::string_view reason = message == nullptr ? "" : message;
  if (reason == "incorrect data check") {
    throw KernelError("deflate data contradict their checksum");
  }
  throw KernelError("damaged deflate data");
}

}  // namespace

ZlibDecoder::~ZlibDecoder() { inflateEnd(&stream_); }

void ZlibDecoder::start() {
  constexpr int gzip_alone = 16;
  const int window_bits = MAX_WBITS + (wrapper_ == Wrapper::gzip ? gzip_alone : 0);
  if (stream_.state != nullptr) {
    inflateReset(&stream_);
  } else if (inflateInit2(&stream_, window_bits) != Z_OK) {
    throw std::bad_alloc();
  }
}

// Decodes as much as input and memory allow. Returns whether the stream ended.
bool ZlibDecoder::step(ConstBytes input, Bytes target, StreamSizes& sizes) {
  static Bytef nothing = 0;  // zlib refuses a null pointer even for no bytes
  stream_.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(input.data()));
  stream_.avail_in = piece_of(input.size());
  stream_.next_out = target.empty() ? &nothing : reinterpret_cast<Bytef*>(target.data());
  stream_.avail_out = piece_of(target.size());
  const int status = inflate(&stream_, Z_NO_FLUSH);
  if (status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR) {
    throw_decode_error(status, stream_.msg);
  }
  sizes.read += piece_of(input.size()) - stream_.avail_in;
  sizes.written += piece_of(target.size()) - stream_.avail_out;
  return status == Z_STREAM_END;
}

// Called if the output is full. Another byte of memory shows whether more output is needed or input
// is missing.
bool ZlibDecoder::step_without_memory(ConstBytes input, Output& output, StreamSizes& sizes) {
  std::byte next{};
  const StreamSizes before = sizes;
  const bool ended = step(input, Bytes(&next, 1), sizes);
  if (sizes.written > before.written) {
    output.grow();
    output.memory()[before.written] = next;
  } else if (!ended && sizes.read == before.read) {
    throw KernelError("deflate data cut short");
  }
  return ended;
}

void ZlibDecoder::decode_stream(ConstBytes input, Output& output, StreamSizes& sizes) {
  start();
  while (true) {
    const StreamSizes before = sizes;
    const Bytes target = output.memory().subspan(sizes.written);
    const ConstBytes rest = input.subspan(sizes.read);
    const bool ended =
        target.empty() ? step_without_memory(rest, output, sizes) : step(rest, target, sizes);
    if (ended) return;
    if (sizes.read == before.read && sizes.written == before.written) {
      throw KernelError("deflate data cut short");
    }
  }
}

std::size_t ZlibDecoder::decode(ConstBytes input, Output& output) {
  StreamSizes sizes;
  decode_stream(input, output, sizes);
  return sizes.written;
}

std::size_t ZlibDecoder::decode_all(ConstBytes input, Output& output) {
  StreamSizes sizes;
  do {
    decode_stream(input, output, sizes);
    while (sizes.read < input.size() && input[sizes.read] == std::byte{0}) ++sizes.read;
  } while (sizes.read < input.size());
  return sizes.written;
}

}  // namespace ncf::plugins::deflate
