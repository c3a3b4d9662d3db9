// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "deflate/adler32.hpp"

#if NCF_HAS_LIBDEFLATE
#include <libdeflate.h>
#else
#include <zlib.h>
#endif

namespace ncf::plugins::deflate {

std::uint32_t adler32(std::span<const std::uint8_t> bytes) noexcept {
#if NCF_HAS_LIBDEFLATE
  return libdeflate_adler32(1, bytes.data(), bytes.size());
#else
  return static_cast<std::uint32_t>(::adler32_z(1, bytes.data(), bytes.size()));
#endif
}

}  // namespace ncf::plugins::deflate
