// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "deflate/libdeflate_coder.hpp"

#include <new>

namespace ncf::plugins::deflate {

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

}  // namespace ncf::plugins::deflate
