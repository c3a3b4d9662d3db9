// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Frames of Blosc2: libblosc2's objects as owners of their memory, and the decoder, which checks
// what libblosc2 believes of damaged frames.
#pragma once

#include <b2nd.h>
#include <blosc2.h>

#include <cstdlib>
#include <memory>

#include "common/kernel.hpp"

namespace ncf::plugins::blosc2 {

inline constexpr std::size_t max_bytes = BLOSC2_MAX_BUFFERSIZE;

struct Free {
  void operator()(void* memory) const noexcept { std::free(memory); }
  void operator()(blosc2_schunk* chunks) const noexcept { blosc2_schunk_free(chunks); }
  void operator()(b2nd_array_t* array) const noexcept { b2nd_free(array); }
  void operator()(b2nd_context_t* context) const noexcept { b2nd_free_ctx(context); }
  void operator()(blosc2_context* context) const noexcept { blosc2_free_ctx(context); }
};
template <class Object>
using Owned = std::unique_ptr<Object, Free>;

/// Decodes a frame of one chunk. throws: as the kernel's decode.
std::size_t decode_frame(ConstBytes input, Output& output);

}  // namespace ncf::plugins::blosc2
