// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "cdl/write/line_layout.hpp"

namespace ncf::cdl {
namespace {

constexpr std::size_t continuation_indent = 4;
/// Braces and the like never begin a line.
constexpr std::size_t longest_mark = 2;

}  // namespace

void LineLayout::continue_line(std::string& out) {
  out += '\n';
  out.append(indent_ + continuation_indent, ' ');
  column_ = indent_ + continuation_indent;
}

void LineLayout::put(std::string& out, std::string_view piece) {
  if (column_ + piece.size() > most_ && piece.size() > longest_mark) continue_line(out);
  out += piece;
  if (piece.ends_with('\n')) {
    column_ = indent_;
  } else {
    column_ += piece.size();
  }
}

std::size_t LineLayout::put_all(std::string& out, std::string_view text,
                                std::span<const std::uint32_t> lengths) {
  std::size_t begin = 0;  // of the text that is not appended yet
  std::size_t end = 0;
  for (const std::uint32_t length : lengths) {
    if (column_ + length > most_ && length > longest_mark) {
      out.append(text, begin, end - begin);
      begin = end;
      continue_line(out);
    }
    end += length;
    column_ += length;
  }
  out.append(text, begin, end - begin);
  return end;
}

}  // namespace ncf::cdl
