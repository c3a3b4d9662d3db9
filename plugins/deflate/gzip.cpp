// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "deflate/gzip.hpp"

#include <zlib.h>

#include <cstring>

#include "deflate/coders.hpp"
#include "deflate/little_endian.hpp"
#include "deflate/zlib_decoder.hpp"

namespace ncf::plugins::deflate {
namespace {

// A member of gzip is a zlib stream with another header and another end.
constexpr std::size_t header_bytes = 10;
constexpr std::size_t end_bytes = 8;
constexpr std::size_t zlib_header_bytes = 2;
constexpr std::size_t zlib_end_bytes = 4;

struct GzipCoders final : Workspace {
  Coders deflate;
  ZlibDecoder decoder{ZlibDecoder::Wrapper::gzip};
};

GzipCoders& coders_in(Workspace& workspace) { return static_cast<GzipCoders&>(workspace); }

}  // namespace

std::size_t gzip_bound(Parameters parameters, std::size_t decoded_bytes) noexcept {
  return bound(parameters, decoded_bytes) + header_bytes + end_bytes;
}

std::unique_ptr<Workspace> make_gzip_coders() { return make_workspace<GzipCoders>(); }

std::size_t encode_gzip(Workspace& coders, Parameters parameters, ConstBytes input, Bytes output) {
  return encode_gzip_hinted(coders, parameters, {}, input, output);
}

// Writes the zlib stream at a position where the header of gzip overwrites that of zlib.
std::size_t encode_gzip_hinted(Workspace& coders, Parameters parameters, const EncodeHints& hints,
                               ConstBytes input, Bytes output) {
  constexpr std::size_t before = header_bytes - zlib_header_bytes;
  const std::size_t end =
      before - zlib_end_bytes +
      encode_hinted(coders_in(coders).deflate, parameters, hints, input, output.subspan(before));
  constexpr std::uint8_t header[header_bytes] = {0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255};
  auto* const bytes = reinterpret_cast<std::uint8_t*>(output.data());
  std::memcpy(bytes, header, header_bytes);
  const auto* const data = reinterpret_cast<const Bytef*>(input.data());
  store32(bytes + end, static_cast<std::uint32_t>(::crc32_z(0, data, input.size())));
  store32(bytes + end + sizeof(std::uint32_t), static_cast<std::uint32_t>(input.size()));
  return end + end_bytes;
}

ChosenStrategy choose_gzip_strategy(Workspace& coders, Parameters parameters,
                                    const EncodeHints& hints, std::uint64_t variable_bytes,
                                    ConstBytes first_chunk) {
  return choose_strategy(coders_in(coders).deflate, parameters, hints, variable_bytes, first_chunk);
}

std::size_t decode_gzip(Workspace& coders, Parameters /*parameters*/, ConstBytes input,
                        Output& output) {
  return coders_in(coders).decoder.decode_all(input, output);
}

}  // namespace ncf::plugins::deflate
