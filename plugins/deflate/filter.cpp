// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "deflate/filter.hpp"

#include <zlib.h>

#include <cstring>
#include <memory>
#include <string>

#include "deflate/coders.hpp"
#include "deflate/format.hpp"
#include "deflate/strategy.hpp"

namespace ncf::plugins::deflate {
namespace {

constexpr std::uint32_t default_level = 6;

std::uint32_t level_of(Parameters parameters) {
  return parameters.empty() ? default_level : parameters[0];
}

int checked_level(Parameters parameters) {
  check(parameters);
  return static_cast<int>(level_of(parameters));
}

// Returns whether the bytes of a stream's header, as far as they exist, are valid.
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
  return Coders::bound(decoded_bytes);
}

std::unique_ptr<Workspace> make_coders() { return make_workspace<Coders>(); }

std::size_t encode_hinted(Workspace& workspace, Parameters parameters, const EncodeHints& hints,
                          ConstBytes input, Bytes output) {
  auto& coders = static_cast<Coders&>(workspace);
  const int level = checked_level(parameters);
  const std::size_t element_bytes = element_bytes_of(hints);
  const auto chosen = find_strategy(hints.strategy);
  if (!chosen || !serves(*chosen, element_bytes, input.size())) {
    return coders.encode(strategy_by_level(level, element_bytes, input.size()), element_bytes,
                         input, output);
  }
  const std::size_t written = coders.encode(*chosen, element_bytes, input, output);
  if (chosen->expects(written, input.size())) return written;
  return coders.try_again(careful_strategy(level, element_bytes, input.size()), element_bytes,
                          input, written, output);
}

ChosenStrategy choose_strategy(Workspace& workspace, Parameters parameters,
                               const EncodeHints& hints, std::uint64_t variable_bytes,
                               ConstBytes first_chunk) {
  const Strategy strategy = choose(static_cast<Coders&>(workspace), checked_level(parameters),
                                   element_bytes_of(hints), variable_bytes, first_chunk);
  return {strategy.number(), text_of(strategy)};
}

std::size_t decode(Workspace& coders, Parameters /*parameters*/, ConstBytes input, Output& output) {
  if (!may_be_stream(input)) throw KernelError("not deflate data");
  return static_cast<Coders&>(coders).decode(input, output);
}

// ---- gzip ----

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

// Writes the zlib stream at a position where the header of gzip overwrites that of zlib.
std::size_t encode_gzip(Workspace& coders, Parameters parameters, const EncodeHints& hints,
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
