// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "bzip2/filter.hpp"

#include <bzlib.h>

#include <algorithm>
#include <limits>
#include <new>
#include <string>

namespace ncf::plugins::bzip2 {
namespace {

constexpr std::uint32_t default_level = 9;

// libbz2 counts in unsigned int.
constexpr std::size_t max_piece_bytes = std::numeric_limits<unsigned>::max();

unsigned piece_of(std::size_t bytes) {
  return static_cast<unsigned>(std::min(bytes, max_piece_bytes));
}

// libbz2 takes its input as pointers to char, to which it does not write, and refuses null even for
// no bytes.
char* as_input(ConstBytes bytes) {
  static char nothing = 0;
  if (bytes.empty()) return &nothing;
  return const_cast<char*>(reinterpret_cast<const char*>(bytes.data()));
}

[[noreturn]] void throw_decode_error(int status) {
  switch (status) {
    case BZ_MEM_ERROR:
      throw std::bad_alloc();
    case BZ_DATA_ERROR_MAGIC:
      throw KernelError("not bzip2 data");
    default:
      throw KernelError("damaged bzip2 data");
  }
}

// Decodes one stream after another; owns libbz2's state of the stream being read.
class Decoder {
 public:
  Decoder(ConstBytes input, Output& output) : input_(input), output_(output) { open(); }
  Decoder(const Decoder&) = delete;
  Decoder& operator=(const Decoder&) = delete;
  ~Decoder() { BZ2_bzDecompressEnd(&stream_); }

  std::size_t run() {
    while (true) {
      read_stream();
      if (input_.empty()) return written_;
      is_after_another_ = true;
      BZ2_bzDecompressEnd(&stream_);
      open();
    }
  }

 private:
  void open() {
    stream_ = {};
    if (BZ2_bzDecompressInit(&stream_, 0, 0) != BZ_OK) throw std::bad_alloc();
  }

  void read_stream() {
    while (step() != BZ_STREAM_END) {
      // A stream ends with a trailer that libbz2 reads only after all output was taken, so missing
      // input means a truncated stream, whether or not the output is full.
      if (input_.empty()) throw KernelError("bzip2 data cut short");
      if (written_ == output_.memory().size()) output_.grow();
    }
  }

  // Calls libbz2 once with as much input and output as there is.
  int step() {
    const Bytes target = output_.memory().subspan(written_);
    stream_.next_in = as_input(input_);
    stream_.avail_in = piece_of(input_.size());
    stream_.next_out = reinterpret_cast<char*>(target.data());
    stream_.avail_out = piece_of(target.size());
    const int status = BZ2_bzDecompress(&stream_);
    if (status == BZ_DATA_ERROR_MAGIC && is_after_another_) {
      input_ = {};
      return BZ_STREAM_END;
    }
    if (status != BZ_OK && status != BZ_STREAM_END) throw_decode_error(status);
    input_ = input_.subspan(piece_of(input_.size()) - stream_.avail_in);
    written_ += piece_of(target.size()) - stream_.avail_out;
    return status;
  }

  ConstBytes input_;  // not yet read
  Output& output_;
  std::size_t written_ = 0;
  bool is_after_another_ = false;
  bz_stream stream_{};
};

}  // namespace

void check(Parameters parameters) {
  if (!parameters.empty() && (parameters[0] < 1 || parameters[0] > 9)) {
    throw ParameterError("level must be 1 to 9, not " + std::to_string(parameters[0]));
  }
}

std::size_t bound(Parameters /*parameters*/, std::size_t decoded_bytes) noexcept {
  return decoded_bytes + decoded_bytes / 100 + 600;
}

std::size_t encode(Workspace& /*workspace*/, Parameters parameters, ConstBytes input,
                   Bytes output) {
  check(parameters);
  if (input.size() > max_piece_bytes) throw KernelError("more than 4 GiB of data at once");
  const auto level = static_cast<int>(parameters.empty() ? default_level : parameters[0]);
  unsigned written = piece_of(output.size());
  const int status = BZ2_bzBuffToBuffCompress(reinterpret_cast<char*>(output.data()), &written,
                                              as_input(input), piece_of(input.size()), level, 0, 0);
  if (status == BZ_MEM_ERROR) throw std::bad_alloc();
  if (status != BZ_OK) throw KernelError("libbz2 fails with status " + std::to_string(status));
  return written;
}

std::size_t decode(Workspace& /*workspace*/, Parameters /*parameters*/, ConstBytes input,
                   Output& output) {
  return Decoder(input, output).run();
}

}  // namespace ncf::plugins::bzip2
