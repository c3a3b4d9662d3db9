// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A text of any length, read in pieces and seen through a window that moves forward over it. Text
// that the window has passed is forgotten, except the number of its lines. One thread at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ncf::cdl {

/// Writes the next bytes of a text into the span and returns how many; 0 at the end. May throw
/// Error.
using TextSource = std::function<std::size_t(std::span<char>)>;

/// A place in a text as people see it, with the line it is on, for a caret.
struct Place {
  std::size_t line = 1;
  std::size_t column = 1;  ///< in bytes, from 1
  std::string line_text;   ///< perhaps only the part around the place
  std::size_t begin = 0;   ///< of the place, in `line_text`
  std::size_t end = 0;     ///< exclusive
};

class TextWindow {
 public:
  static constexpr std::size_t usual_piece_bytes = std::size_t{1} << 20U;

  explicit TextWindow(TextSource source, std::size_t piece_bytes = usual_piece_bytes);

  /// Returns the unread text, as far as it is in the window. A NUL is at `end`.
  [[nodiscard]] const char* begin() const noexcept { return buffer_.data() + position_; }
  [[nodiscard]] const char* end() const noexcept { return buffer_.data() + limit_; }
  /// Marks everything before `place`, which is in the window, as read.
  void move_to(const char* place) noexcept {
    position_ = static_cast<std::size_t>(place - buffer_.data());
  }
  /// Adds more text after `end`; returns false at the end of the text. Pointers and views into the
  /// window become invalid; the text between begin and end is kept. throws: what the source throws.
  bool extend();

  /// Reads on to a later position, so that `place` can find it. throws: what the source throws.
  void move_forward(std::uint64_t offset);

  /// Returns the position of `begin`, in bytes from the start of the text.
  [[nodiscard]] std::uint64_t offset() const noexcept { return dropped_ + position_; }

  /// Returns the place of `length` bytes at `offset`, or the nearest place that is still known.
  [[nodiscard]] Place place(std::uint64_t offset, std::size_t length) const;

 private:
  /// A line's number and where it begins.
  struct Line {
    std::size_t number = 1;
    std::uint64_t start = 0;
  };

  void drop_what_was_read();
  [[nodiscard]] Line line_of(std::size_t index) const noexcept;

  TextSource source_;
  std::size_t piece_bytes_;
  std::vector<char> buffer_;
  std::size_t position_ = 0;
  std::size_t limit_ = 0;
  std::uint64_t dropped_ = 0;  ///< bytes before buffer_[0]
  Line first_line_;            ///< the line of buffer_[0]
  bool at_end_ = false;
};

}  // namespace ncf::cdl
