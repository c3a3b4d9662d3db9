// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Streams of zfp in libzfp's terms: the coding, the type and shape of the values, and the header
// that states both, which files store as parameters. A header is not trusted: it is checked, and
// the bits that libzfp may read and write are bounded, which libzfp itself does not check. Pure
// functions; any thread.
// source: zfp 1.0 manual, "High-level C API"; zfp 1.0.0, bitstream.inl, decode.c, revdecode.c
#pragma once

#include <zfp.h>

#include <cstddef>
#include <memory>

#include "common/kernel.hpp"

namespace ncf::plugins::zfp {

/// A cursor of libzfp over memory that must outlive it.
class BitCursor {
 public:
  /// throws: std::bad_alloc.
  explicit BitCursor(Bytes memory);

  [[nodiscard]] bitstream* get() const noexcept { return cursor_.get(); }

 private:
  struct Close {
    void operator()(bitstream* cursor) const noexcept { stream_close(cursor); }
  };
  std::unique_ptr<bitstream, Close> cursor_;
};

/// The coding, by one thread, and the type and shape of the values.
struct Coding {
  zfp_stream stream = {};
  zfp_field field = {};
};

/// The size of the longest header, in whole parameters.
inline constexpr std::size_t max_header_bytes = 20;

/// The number of bytes that libzfp may touch beyond the last bits it needs.
inline constexpr std::size_t word_bytes = 8;

/// Writes a header; returns its bits.
/// throws: ParameterError if a length of the field is too large for it.
std::size_t write_header(const Coding& coding, const BitCursor& to);

/// Reads a header from memory of at least `max_header_bytes`. The result has no cursor.
/// throws: KernelError unless it is a header of libzfp's codec version that libzfp can obey.
Coding read_header(const BitCursor& from);

/// Returns whether both have the same type and shape.
bool are_alike(const zfp_field& a, const zfp_field& b) noexcept;

/// Returns the size of the values. It cannot overflow, because a header has 48 bits for the shape.
std::size_t decoded_bytes(const zfp_field& field) noexcept;

/// Returns the maximum number of bytes that libzfp touches when it encodes or decodes any values,
/// including a header.
std::size_t max_stream_bytes(const Coding& coding) noexcept;

/// Returns the fewest bytes that decode to the values, without a header.
std::size_t min_stream_bytes(const Coding& coding) noexcept;

/// The contents of working parameters.
struct Working {
  Coding coding;
  ncf_element_order byte_order = ncf_order_little;  ///< of the values
  bool has_header_in_front = false;                 ///< of each chunk
};

/// Reads working parameters. throws: ParameterError for others.
Working read_working(Parameters working);

}  // namespace ncf::plugins::zfp
