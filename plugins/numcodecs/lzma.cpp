// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <lzma.h>

#include <algorithm>
#include <new>

#include "numcodecs/kernels.hpp"

namespace ncf::plugins::numcodecs {
namespace {

constexpr std::uint32_t xz = 1;
constexpr std::uint32_t alone = 2;

// Preset 9 takes 65 MiB; a header that claims more than this is not believed.
constexpr std::uint64_t most_memory = std::uint64_t{1} << 30U;

std::uint8_t* as_c(const std::byte* bytes) {
  return const_cast<std::uint8_t*>(reinterpret_cast<const std::uint8_t*>(bytes));
}

class Stream {
 public:
  Stream() = default;
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  ~Stream() { lzma_end(&stream); }

  lzma_stream stream = LZMA_STREAM_INIT;
};

void require(lzma_ret status, const char* otherwise) {
  if (status == LZMA_MEM_ERROR) throw std::bad_alloc();
  if (status != LZMA_OK && status != LZMA_STREAM_END) throw KernelError(otherwise);
}

std::uint32_t preset_of(Parameters parameters) {
  return static_cast<std::int32_t>(parameters[2]) < 0 ? LZMA_PRESET_DEFAULT : parameters[2];
}

/// Decodes one stream from the front of `input`. Returns the bytes taken from it.
std::size_t decode_stream(lzma_stream& stream, ConstBytes input, Output& output,
                          std::size_t& written) {
  stream.next_in = as_c(input.data());
  stream.avail_in = input.size();
  for (;;) {
    const Bytes rest = output.memory().subspan(written);
    // With no place for a byte, liblzma may not find the end of the stream.
    std::byte beyond{};
    const Bytes target = rest.empty() ? Bytes(&beyond, 1) : rest;
    stream.next_out = as_c(target.data());
    stream.avail_out = target.size();
    const lzma_ret status = lzma_code(&stream, LZMA_FINISH);
    const std::size_t made = target.size() - stream.avail_out;
    if (rest.empty() && made > 0) {
      output.grow();
      output.memory()[written] = beyond;
    }
    written += made;
    if (status == LZMA_STREAM_END) return input.size() - stream.avail_in;
    if (status == LZMA_BUF_ERROR || (stream.avail_in == 0 && stream.avail_out > 0)) {
      throw KernelError("lzma data cut short");
    }
    require(status, "damaged lzma data");
  }
}

std::size_t decode_all(ConstBytes input, Output& output) {
  std::size_t written = 0;
  while (!input.empty()) {
    Stream decoder;
    require(lzma_auto_decoder(&decoder.stream, most_memory, 0), "liblzma cannot start");
    input = input.subspan(decode_stream(decoder.stream, input, output, written));
    while (input.size() >= 4 && std::all_of(input.begin(), input.begin() + 4,
                                            [](std::byte byte) { return byte == std::byte{0}; })) {
      input = input.subspan(4);  // padding between streams
    }
  }
  return written;
}

}  // namespace

void check_lzma(Parameters parameters) {
  if (parameters.size() != 3 || (parameters[0] != xz && parameters[0] != alone)) {
    throw ParameterError("lzma has the formats 1 (xz) and 2 (alone)");
  }
}

std::size_t bound_lzma(Parameters /*parameters*/, std::size_t decoded_bytes) noexcept {
  constexpr std::size_t headers = 1024;
  return lzma_stream_buffer_bound(decoded_bytes) + headers;
}

std::size_t encode_lzma(Workspace& /*workspace*/, Parameters parameters, ConstBytes input,
                        Bytes output) {
  check_lzma(parameters);
  Stream encoder;
  if (parameters[0] == alone) {
    lzma_options_lzma options;
    if (lzma_lzma_preset(&options, preset_of(parameters)) != 0) throw ParameterError("no preset");
    require(lzma_alone_encoder(&encoder.stream, &options), "liblzma cannot start");
  } else {
    const auto check = static_cast<std::int32_t>(parameters[1]) < 0
                           ? LZMA_CHECK_CRC64
                           : static_cast<lzma_check>(parameters[1]);
    require(lzma_easy_encoder(&encoder.stream, preset_of(parameters), check),
            "liblzma cannot start with these parameters");
  }
  encoder.stream.next_in = as_c(input.data());
  encoder.stream.avail_in = input.size();
  encoder.stream.next_out = as_c(output.data());
  encoder.stream.avail_out = output.size();
  if (lzma_code(&encoder.stream, LZMA_FINISH) != LZMA_STREAM_END) {
    throw KernelError("liblzma cannot compress the chunk");
  }
  return output.size() - encoder.stream.avail_out;
}

std::size_t decode_lzma(Workspace& /*workspace*/, Parameters /*parameters*/, ConstBytes input,
                        Output& output) {
  if (input.empty()) throw KernelError("lzma data cut short");
  return decode_all(input, output);
}

}  // namespace ncf::plugins::numcodecs
