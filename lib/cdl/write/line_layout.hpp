// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Lines of CDL: their indentation by group, and where lists are wrapped. The column that decides
// this changes only with the pieces put here, from the beginning of one list to that of the next.
// ncdump does the same, so some lists of attributes begin in the column where another ended.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace ncf::cdl {

class LineLayout {
 public:
  /// line_length: the value of `-l`, at least 2.
  explicit LineLayout(std::size_t line_length) : most_(line_length - 2) {}

  /// Groups and their contents are indented by two blanks per level.
  void enter() noexcept { indent_ += 2; }
  void leave() noexcept { indent_ -= 2; }
  /// Appends the indentation.
  void indent(std::string& out) const { out.append(indent_, ' '); }

  /// Begins a list that is `characters` after the indentation.
  void begin_list(std::size_t characters) noexcept { column_ = indent_ + characters; }
  /// Appends text that must not be split, on the next line if it does not fit on this one. A line
  /// end at the end of `piece` begins a new line.
  void put(std::string& out, std::string_view piece);
  /// Does the same for many pieces, which follow each other in `text`; none has a line end. Returns
  /// the sum of their lengths.
  std::size_t put_all(std::string& out, std::string_view text,
                      std::span<const std::uint32_t> lengths);

  /// Returns the length of the longest line, without the characters after the last comma.
  [[nodiscard]] std::size_t most() const noexcept { return most_; }

 private:
  void continue_line(std::string& out);

  static constexpr std::size_t continuation_indent = 4;
  /// Braces and the like never begin a line.
  static constexpr std::size_t longest_mark = 2;

  std::size_t most_;
  std::size_t indent_ = 0;
  std::size_t column_ = 0;
};

inline void LineLayout::continue_line(std::string& out) {
  out += '\n';
  out.append(indent_ + continuation_indent, ' ');
  column_ = indent_ + continuation_indent;
}

inline void LineLayout::put(std::string& out, std::string_view piece) {
  if (column_ + piece.size() > most_ && piece.size() > longest_mark) continue_line(out);
  out += piece;
  if (piece.ends_with('\n')) {
    column_ = indent_;
  } else {
    column_ += piece.size();
  }
}

inline std::size_t LineLayout::put_all(std::string& out, std::string_view text,
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
