// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// All encoders of deflate and the decoders: what the kernel keeps for a thread. Each is made when
// it is first used.
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
  /// Enough for any strategy.
  static std::size_t bound(std::size_t decoded_bytes) noexcept;

  /// Returns the bytes written to the front of `output`, which has `bound` bytes or more. A
  /// strategy by planes is for data that PlaneEncoder is for. throws: KernelError, std::bad_alloc.
  std::size_t encode(const Strategy& strategy, std::size_t element_bytes, ConstBytes input,
                     Bytes output);

  /// Encodes what is in `output` by another strategy, too, and keeps what is smaller.
  std::size_t try_again(const Strategy& strategy, std::size_t element_bytes, ConstBytes input,
                        std::size_t written, Bytes output);

  /// Decodes the stream that `input` begins with behind the first `written` bytes of `output`.
  StreamSizes decode(ConstBytes input, Output& output, std::size_t written);

 private:
  ZlibEncoder zlib_;
#if NCF_HAS_LIBDEFLATE
  LibdeflateCoder libdeflate_;
#endif
  std::unique_ptr<PlaneEncoder> plane_encoder_;  // not everybody's data are planes
  std::vector<std::byte> first_try_;
  ZlibDecoder decoder_;
};

}  // namespace ncf::plugins::deflate
