// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "deflate/kernel.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <string>

#include "deflate/plane_encoder.hpp"
#include "deflate/zlib_decoder.hpp"

#if NCF_HAS_LIBDEFLATE
#include "deflate/libdeflate_coder.hpp"
#else
#include "deflate/zlib_encoder.hpp"
#endif

namespace ncf::plugins::deflate {
namespace {

constexpr std::uint32_t default_level = 6;

#if NCF_HAS_LIBDEFLATE
using Encoder = LibdeflateCoder;
#else
using Encoder = ZlibEncoder;
#endif

class Coders final : public Workspace {
 public:
  std::size_t encode(int level, ConstBytes input, Bytes output) {
    return encoder_.encode(level, input, output);
  }

  std::size_t encode_planes(int level, std::size_t element_bytes, ConstBytes input, Bytes output) {
    if (plane_encoder_ == nullptr) plane_encoder_ = std::make_unique<PlaneEncoder>();
    return plane_encoder_->encode(level, element_bytes, input, output);
  }

  // Decodes the stream that `input` begins with behind the first `written` bytes of `output`.
  StreamSizes decode(ConstBytes input, Output& output, std::size_t written) {
#if NCF_HAS_LIBDEFLATE
    if (const auto sizes = encoder_.decode(input, output.memory().subspan(written))) return *sizes;
#endif
    return decoder_.decode(input, output, written);
  }

 private:
  Encoder encoder_;
  std::unique_ptr<PlaneEncoder> plane_encoder_;  // not everybody's data are planes
  ZlibDecoder decoder_;
};

std::uint32_t level_of(Parameters parameters) {
  return parameters.empty() ? default_level : parameters[0];
}

// Whether the two bytes of a stream's header, as far as they are there, are what they may be.
// source: RFC 1950, section 2.2
bool may_be_stream(ConstBytes input) {
  if (input.empty()) return true;
  const auto method = std::to_integer<unsigned>(input[0]);
  if ((method & 0x0F) != 8 || method >> 4 > 7) return false;
  return input.size() == 1 || (method << 8 | std::to_integer<unsigned>(input[1])) % 31 == 0;
}

}  // namespace

void check(Parameters parameters) {
  if (level_of(parameters) > 9) {
    throw ParameterError("level must be 0 to 9, not " + std::to_string(level_of(parameters)));
  }
}

std::size_t bound(Parameters /*parameters*/, std::size_t decoded_bytes) noexcept {
  return std::max(Encoder::bound(decoded_bytes), PlaneEncoder::bound(decoded_bytes));
}

std::unique_ptr<Workspace> make_coders() { return make_workspace<Coders>(); }

std::size_t encode(Workspace& coders, Parameters parameters, ConstBytes input, Bytes output) {
  check(parameters);
  const auto level = static_cast<int>(level_of(parameters));
  const std::size_t written = static_cast<Coders&>(coders).encode(level, input, output);
  if (written == 0) throw KernelError("too little memory to encode into");
  return written;
}

std::size_t encode_shuffled(Workspace& coders, Parameters parameters, std::size_t element_bytes,
                            ConstBytes input, Bytes output) {
  check(parameters);
  const auto level = static_cast<int>(level_of(parameters));
  constexpr std::size_t most_bytes = std::numeric_limits<std::uint32_t>::max();
  if (level == 0 || input.size() > most_bytes ||
      !PlaneEncoder::is_for(element_bytes, input.size())) {
    return encode(coders, parameters, input, output);
  }
  if (output.size() < PlaneEncoder::bound(input.size())) {
    throw KernelError("too little memory to encode into");
  }
  return static_cast<Coders&>(coders).encode_planes(level, element_bytes, input, output);
}

std::size_t decode(Workspace& coders, Parameters /*parameters*/, ConstBytes input, Output& output) {
  std::size_t written = 0;
  bool after_another = false;
  do {
    if (!may_be_stream(input)) {
      throw KernelError(after_another ? "bytes after the deflate data that are not deflate"
                                      : "not deflate data");
    }
    const StreamSizes sizes = static_cast<Coders&>(coders).decode(input, output, written);
    written += sizes.written;
    input = input.subspan(sizes.read);
    after_another = true;
  } while (!input.empty());
  return written;
}

}  // namespace ncf::plugins::deflate
