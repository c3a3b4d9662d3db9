// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Lines of CDL: indentation by group, and where a list goes on on the next line. A list is wrapped
// by the column it has reached, which only what is put here moves, from its beginning to the next
// one's: so has ncdump it, and so some lists of attributes begin where another ended.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace ncf::cdl {

class LineLayout {
 public:
  /// line_length: what `-l` says, at least 2.
  explicit LineLayout(std::size_t line_length) : most_(line_length - 2) {}

  /// Groups and what is in them are indented, two blanks a level.
  void enter() noexcept { indent_ += 2; }
  void leave() noexcept { indent_ -= 2; }
  /// Appends the indentation.
  void indent(std::string& out) const { out.append(indent_, ' '); }

  /// The list to come begins `characters` after the indentation.
  void begin_list(std::size_t characters) noexcept { column_ = indent_ + characters; }
  /// Appends what must not be split, on the next line where it does not fit this one. A line end at
  /// its end begins a line.
  void put(std::string& out, std::string_view piece);
  /// The same for many pieces, which stand one after another in `text`; none has a line end.
  /// Returns how many characters they are.
  std::size_t put_all(std::string& out, std::string_view text,
                      std::span<const std::uint32_t> lengths);

  /// The longest line, without what is beyond the last comma.
  [[nodiscard]] std::size_t most() const noexcept { return most_; }

 private:
  void continue_line(std::string& out);

  std::size_t most_;
  std::size_t indent_ = 0;
  std::size_t column_ = 0;
};

}  // namespace ncf::cdl
