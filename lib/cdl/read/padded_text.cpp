// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "cdl/read/padded_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ncf::cdl {

void PaddedText::add_string(std::string_view string, const Span& span) {
  finish_string(span);
  is_open_ = true;
  add(string, span);
  finish_string(span);
}

void PaddedText::add_character(char character, const Span& span) {
  is_open_ = true;
  add({&character, 1}, span);
}

void PaddedText::finish_string(const Span& span) {
  constexpr std::size_t max_padding_bytes = 4096;
  if (!is_open_) return;
  is_open_ = false;
  const std::size_t unit = shape_.unit_length;
  std::size_t missing = unit == 0 ? 0 : (unit - in_string_ % unit) % unit;
  if (in_string_ == 0) missing = unit;
  const std::string padding(std::min(missing, max_padding_bytes), shape_.fill);
  while (missing > 0) {
    const std::string_view piece = std::string_view(padding).substr(0, missing);
    add(piece, span);
    missing -= piece.size();
  }
  in_string_ = 0;
}

void PaddedText::add(std::string_view text, const Span& span) {
  if (text.size() > shape_.length - size_) {
    throw Fault{span,
                fmt::format("more than the {} characters of {}", shape_.length, shape_.owner)};
  }
  size_ += text.size();
  in_string_ += text.size();
  sink_(text);
}

}  // namespace ncf::cdl
