// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "zstd/filter.hpp"

#include <zstd.h>
#include <zstd_errors.h>

#include <new>
#include <string>

#include "common/bytes.hpp"
#include "zstd/strategy.hpp"

namespace ncf::plugins::zstd {
namespace {

std::size_t checked(std::size_t result) {
  if (!ZSTD_isError(result)) return result;
  switch (ZSTD_getErrorCode(result)) {
    case ZSTD_error_memory_allocation:
      throw std::bad_alloc();
    case ZSTD_error_srcSize_wrong:
      throw KernelError("zstd data cut short");
    case ZSTD_error_checksum_wrong:
      throw KernelError("zstd data contradict their checksum");
    case ZSTD_error_dictionary_wrong:
      throw KernelError("zstd data need a dictionary");
    case ZSTD_error_frameParameter_windowTooLarge:
      throw KernelError("zstd data need a window of more than 128 MiB");
    default:
      throw KernelError("damaged zstd data");
  }
}

// A size that a frame's header claims is believed up to this limit, and beyond it only if the
// frame's own length makes it likely. Otherwise the frame is decoded into memory that grows with
// the data.
constexpr std::size_t believed_bytes = std::size_t{16} << 20;
constexpr std::size_t believed_ratio = 256;

bool is_believed(unsigned long long claimed_bytes, std::size_t frame_bytes) {
  return claimed_bytes <= believed_bytes || claimed_bytes / believed_ratio <= frame_bytes;
}

// Returns the first complete frame of `input`. Only supports the current format, not those before
// zstd 0.8.
ConstBytes first_frame(ConstBytes input, bool after_another) {
  if (input.size() < 4) {
    throw KernelError(after_another ? "bytes after the zstd data that are not zstd"
                                    : "zstd data cut short");
  }
  const std::uint64_t magic = read_number(input.first(4), std::endian::little);
  const bool is_skippable = (magic & ZSTD_MAGIC_SKIPPABLE_MASK) == ZSTD_MAGIC_SKIPPABLE_START;
  if (magic != ZSTD_MAGICNUMBER && !is_skippable) {
    throw KernelError(after_another ? "bytes after the zstd data that are not zstd"
                                    : "not zstd data");
  }
  return input.first(checked(ZSTD_findFrameCompressedSize(input.data(), input.size())));
}

// Decodes a frame in pieces, and grows the output as needed. Returns the number of bytes written
// after the first `written`.
std::size_t stream_frame(ZSTD_DCtx* context, ConstBytes frame, Output& output,
                         std::size_t written) {
  checked(ZSTD_DCtx_reset(context, ZSTD_reset_session_only));
  const std::size_t begin = written;
  ZSTD_inBuffer source{frame.data(), frame.size(), 0};
  while (true) {
    const Bytes memory = output.memory().subspan(written);
    ZSTD_outBuffer target{memory.data(), memory.size(), 0};
    const std::size_t read_before = source.pos;
    const std::size_t missing = checked(ZSTD_decompressStream(context, &target, &source));
    written += target.pos;
    if (missing == 0) return written - begin;
    if (source.pos > read_before || target.pos > 0) continue;
    if (target.size > 0) throw KernelError("damaged zstd data");
    output.grow();
  }
}

std::size_t decode_frame(ZSTD_DCtx* context, ConstBytes frame, Output& output,
                         std::size_t written) {
  const auto claimed = ZSTD_getFrameContentSize(frame.data(), frame.size());
  if (claimed == ZSTD_CONTENTSIZE_ERROR) throw KernelError("damaged zstd data");
  if (claimed == ZSTD_CONTENTSIZE_UNKNOWN || !is_believed(claimed, frame.size())) {
    return stream_frame(context, frame, output, written);
  }
  const auto content_bytes = static_cast<std::size_t>(claimed);
  output.reserve(written + content_bytes);
  const Bytes memory = output.memory().subspan(written, content_bytes);
  return checked(
      ZSTD_decompressDCtx(context, memory.data(), memory.size(), frame.data(), frame.size()));
}

int level_of(Parameters parameters) {
  return parameters.empty() ? default_level : static_cast<std::int32_t>(parameters[0]);
}

}  // namespace

void check(Parameters parameters) {
  const int level = level_of(parameters);
  if (level < ZSTD_minCLevel() || level > ZSTD_maxCLevel()) {
    throw ParameterError("level must be " + std::to_string(ZSTD_minCLevel()) + " to " +
                         std::to_string(ZSTD_maxCLevel()) + ", not " + std::to_string(level));
  }
}

std::size_t bound(Parameters /*parameters*/, std::size_t decoded_bytes) noexcept {
  return Coders::bound(decoded_bytes);
}

std::unique_ptr<Workspace> make_coders() { return make_workspace<Coders>(); }

std::size_t encode_hinted(Workspace& workspace, Parameters parameters, const EncodeHints& hints,
                          ConstBytes input, Bytes output) {
  check(parameters);
  auto& coders = static_cast<Coders&>(workspace);
  const int level = level_of(parameters);
  const std::size_t element_bytes = element_bytes_of(hints);
  const auto chosen = find_strategy(hints.strategy);
  const bool is_usable =
      chosen && (chosen->encoder != Encoder::planes || has_planes(element_bytes, input.size()));
  const Strategy strategy =
      is_usable ? *chosen : careful_strategy(level, element_bytes, input.size());
  const std::size_t written = coders.encode(strategy, level, element_bytes, input, output);
  const bool is_fine =
      written >= input.size() / nearly_nothing && strategy.expects(written, input.size());
  if (strategy == plain_strategy || is_fine) return written;
  return coders.try_again(plain_strategy, level, element_bytes, input, written, output);
}

ChosenStrategy choose_strategy(Workspace& workspace, Parameters parameters,
                               const EncodeHints& hints, std::uint64_t variable_bytes,
                               ConstBytes first_chunk) {
  check(parameters);
  const int level = level_of(parameters);
  const Strategy strategy = choose(static_cast<Coders&>(workspace), level, element_bytes_of(hints),
                                   variable_bytes, first_chunk);
  return {strategy.number(), text_of(strategy, level)};
}

std::size_t decode(Workspace& coders, Parameters /*parameters*/, ConstBytes input, Output& output) {
  ZSTD_DCtx* const context = static_cast<Coders&>(coders).decoding();
  std::size_t written = 0;
  bool after_another = false;
  do {
    const ConstBytes frame = first_frame(input, after_another);
    written += decode_frame(context, frame, output, written);
    input = input.subspan(frame.size());
    after_another = true;
  } while (!input.empty());
  return written;
}

}  // namespace ncf::plugins::zstd
