// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/zip/inflate.hpp"

#include <zlib.h>

#include <algorithm>
#include <limits>
#include <new>
#include <vector>

#include "ncf/error.hpp"

namespace ncf::base {
namespace {

constexpr std::size_t piece_bytes = std::size_t{256} << 10U;

class Inflater {
 public:
  Inflater() {
    if (::inflateInit2(&stream_, -MAX_WBITS) != Z_OK) throw std::bad_alloc();
  }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
  ~Inflater() { ::inflateEnd(&stream_); }

  /// Appends the inflated bytes of the next piece of the stream.
  void add(std::span<std::byte> piece, std::span<std::byte>& left) {
    stream_.next_in = reinterpret_cast<Bytef*>(piece.data());
    stream_.avail_in = static_cast<uInt>(piece.size());
    while (stream_.avail_in > 0 && !has_ended_) step(left);
  }

  [[nodiscard]] bool has_ended() const noexcept { return has_ended_; }
  [[nodiscard]] bool has_rest() const noexcept { return stream_.avail_in > 0; }

 private:
  void step(std::span<std::byte>& left) {
    constexpr std::size_t most = std::numeric_limits<uInt>::max();
    Bytef none = 0;  // zlib does not accept null, even for no bytes
    const auto space = static_cast<uInt>(std::min(most, left.size()));
    stream_.next_out = left.empty() ? &none : reinterpret_cast<Bytef*>(left.data());
    stream_.avail_out = space;
    const uInt before = stream_.avail_in;
    const int status = ::inflate(&stream_, Z_NO_FLUSH);
    left = left.subspan(space - stream_.avail_out);
    has_ended_ = status == Z_STREAM_END;
    const bool is_stuck = stream_.avail_in == before && stream_.avail_out == space;
    if (!has_ended_ && (status != Z_OK || is_stuck)) {
      throw Error(ErrorCode::corrupt, left.empty() && status == Z_BUF_ERROR
                                          ? "is longer than the directory of the zip file says"
                                          : "its deflated bytes are damaged");
    }
  }

  z_stream stream_{};
  bool has_ended_ = false;
};

}  // namespace

std::uint64_t max_inflated_bytes(std::uint64_t deflated_bytes) noexcept {
  constexpr std::uint64_t best_ratio = 1032;  // source: zlib's manual, "Technical Details"
  return deflated_bytes > std::numeric_limits<std::uint64_t>::max() / best_ratio
             ? std::numeric_limits<std::uint64_t>::max()
             : deflated_bytes * best_ratio;
}

void inflate(const ByteSource& source, ByteRange deflated, std::span<std::byte> inflated) {
  Inflater inflater;
  std::vector<std::byte> buffer(std::min<std::uint64_t>(piece_bytes, deflated.bytes));
  while (deflated.bytes > 0 && !inflater.has_ended()) {
    const std::span piece =
        std::span(buffer).first(std::min<std::uint64_t>(piece_bytes, deflated.bytes));
    source.read(deflated.offset, piece);
    inflater.add(piece, inflated);
    deflated.offset += piece.size();
    deflated.bytes -= piece.size();
  }
  if (!inflater.has_ended() || inflater.has_rest() || deflated.bytes > 0 || !inflated.empty()) {
    throw Error(ErrorCode::corrupt,
                "its deflated bytes do not have the size that the directory of the zip file says");
  }
}

}  // namespace ncf::base
