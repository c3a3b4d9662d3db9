// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "deflate/coders.hpp"

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

#if NCF_HAS_LIBDEFLATE
std::size_t LibdeflateCoder::bound(std::size_t decoded_bytes) noexcept {
  return libdeflate_zlib_compress_bound(nullptr, decoded_bytes);
}

std::size_t LibdeflateCoder::encode(int level, ConstBytes input, Bytes output) {
  if (compressor_ == nullptr || level != level_) {
    compressor_.reset(libdeflate_alloc_compressor(level));
    if (compressor_ == nullptr) throw std::bad_alloc();
    level_ = level;
  }
  const std::size_t written = libdeflate_zlib_compress(compressor_.get(), input.data(),
                                                       input.size(), output.data(), output.size());
  if (written == 0) throw KernelError("too little memory to encode into");
  return written;
}

std::optional<std::size_t> LibdeflateCoder::decode(ConstBytes input, Bytes target) {
  if (decompressor_ == nullptr) decompressor_.reset(libdeflate_alloc_decompressor());
  if (decompressor_ == nullptr) throw std::bad_alloc();
  std::size_t read = 0;
  std::size_t written = 0;
  const libdeflate_result result =
      libdeflate_zlib_decompress_ex(decompressor_.get(), input.data(), input.size(), target.data(),
                                    target.size(), &read, &written);
  if (result != LIBDEFLATE_SUCCESS) return std::nullopt;
  return written;
}
#endif

std::size_t Coders::bound(std::size_t decoded_bytes) noexcept {
  const std::size_t most =
      std::max(ZlibEncoder::bound(decoded_bytes), PlaneEncoder::bound(decoded_bytes));
#if NCF_HAS_LIBDEFLATE
  return std::max(most, LibdeflateCoder::bound(decoded_bytes));
#else
  return most;
#endif
}

std::size_t Coders::encode(const Strategy& strategy, std::size_t element_bytes, ConstBytes input,
                           Bytes output) {
  if (output.size() < bound(input.size())) throw KernelError("too little memory to encode into");
  switch (strategy.encoder) {
    case Encoder::planes:
      if (plane_encoder_ == nullptr) plane_encoder_ = std::make_unique<PlaneEncoder>();
      return plane_encoder_->encode(strategy.effort, element_bytes, input, output);
#if NCF_HAS_LIBDEFLATE
    case Encoder::libdeflate:
      return libdeflate_.encode(strategy.effort, input, output);
#endif
    default:
      return zlib_.encode(strategy.effort, input, output);
  }
}

std::size_t Coders::try_again(const Strategy& strategy, std::size_t element_bytes, ConstBytes input,
                              std::size_t written, Bytes output) {
  return plugins::try_again(first_try_, written, output,
                            [&] { return encode(strategy, element_bytes, input, output); });
}

std::size_t Coders::decode(ConstBytes input, Output& output) {
#if NCF_HAS_LIBDEFLATE
  if (const auto written = libdeflate_.decode(input, output.memory())) return *written;
#endif
  return decoder_.decode(input, output);
}

}  // namespace ncf::plugins::deflate
