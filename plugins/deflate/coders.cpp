// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "deflate/coders.hpp"

#include <algorithm>

#include "common/try_again.hpp"

namespace ncf::plugins::deflate {

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
