// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// All encoders and decoders of deflate, which the kernel keeps for a thread. Each is made on first
// use.
#pragma once

#include <memory>
#include <vector>

#include "common/kernel.hpp"
#include "deflate/plane_encoder.hpp"
#include "deflate/strategy.hpp"
#include "deflate/zlib_decoder.hpp"
#include "deflate/zlib_encoder.hpp"
#if NCF_HAS_LIBDEFLATE
#include "deflate/libdeflate_coder.hpp"
#endif

namespace ncf::plugins::deflate {

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
