// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A CDL text as it is read: a window over it, and messages about places in it. One thread at a
// time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "ncf/error.hpp"

namespace ncf::cdl {

/// Writes the next bytes of a text into the span and returns how many; 0 at the end. May throw
/// Error.
using TextSource = std::function<std::size_t(std::span<char>)>;

/// Returns a source of a text in memory, which must outlive it.
TextSource source_of(std::string_view text);

/// A place in a text as people see it, with the line it is on, for a caret.
struct Place {
  std::size_t line = 1;
  std::size_t column = 1;  ///< in bytes, from 1
  std::string line_text;   ///< perhaps only the part around the place
  std::size_t begin = 0;   ///< of the place, in `line_text`
  std::size_t end = 0;     ///< exclusive
};

/// A text of any length, read in pieces and seen through a window that moves forward over it. Text
/// that the window has passed is forgotten, except the number of its lines.
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

// ---- Messages ----

/// A part of the text.
struct Span {
  std::uint64_t offset = 0;
  std::size_t length = 1;
};

/// Ends the reading of a statement. It is reported where reading recovers.
struct Fault {
  Span span;
  std::string reason;  ///< empty if it follows from a fault that was reported
};

/// Messages with a position and a caret:
///
///     in.cdl:12:7: error: dimension x is not defined
///       int v(x) ;
///             ^
class Diagnostics {
 public:
  static constexpr std::size_t max_errors = 20;
  static constexpr std::size_t max_warnings = 20;

  /// Receives each message, without a line end.
  using Handler = std::function<void(const std::string& message)>;

  /// name: of the text. Without a handler, messages are only counted.
  Diagnostics(std::string name, Handler handler)
      : name_(std::move(name)), handler_(std::move(handler)) {}

  /// throws: Error(syntax) when there are too many.
  void error(const TextWindow& text, const Span& span, const std::string& reason);
  void warning(const TextWindow& text, const Span& span, const std::string& reason);

  [[nodiscard]] std::size_t errors() const noexcept { return errors_; }
  /// Returns the summary after all messages: "in.cdl: 3 errors".
  [[nodiscard]] Error summary() const;

 private:
  void tell(const TextWindow& text, const Span& span, const char* kind,
            const std::string& reason) const;

  std::string name_;
  Handler handler_;
  std::size_t errors_ = 0;
  std::size_t warnings_ = 0;
};

}  // namespace ncf::cdl
