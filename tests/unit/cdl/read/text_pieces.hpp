// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>
#include <utility>

#include "cdl/read/text.hpp"

namespace ncf::cdl {

/// Gives a text in pieces of a few bytes, so that every token is cut somewhere.
inline TextSource in_pieces(std::string text, std::size_t piece = 7) {
  return [text = std::move(text), piece, at = std::size_t{0}](std::span<char> to) mutable {
    const std::size_t count = std::min({piece, to.size(), text.size() - at});
    std::copy_n(text.begin() + static_cast<std::ptrdiff_t>(at), count, to.begin());
    at += count;
    return count;
  };
}

}  // namespace ncf::cdl
