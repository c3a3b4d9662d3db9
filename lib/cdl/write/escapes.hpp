// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Names and texts as CDL and XML write them. The functions append to `out`; any thread may call
// them.
// source: ncdump(1), ncgen(1), "CDL Notation"
#pragma once

#include <string>
#include <string_view>

namespace ncf::cdl {

/// Appends a name or path, with a backslash before each character that CDL would not read as part
/// of it.
void append_name(std::string& out, std::string_view name);

/// Returns whether CDL can express a name, so that the result of append_name is read as this name.
[[nodiscard]] bool is_expressible_name(std::string_view name);

/// Appends the text of a special attribute with quotes; only quotes and backslashes are escaped.
void append_special_text(std::string& out, std::string_view text);

/// How a text continues after an embedded line end.
enum class LineEnds {
  kept_in_string,  ///< one string: "a\nb"
  split_string     ///< "a\n", and the rest as another string on the next line
};

/// Whether NULs at the end of a text are written.
enum class EndZeros { left_out, kept };

/// Appends a text attribute or string, with quotes.
void append_text(std::string& out, std::string_view text, LineEnds line_ends,
                 EndZeros end_zeros = EndZeros::left_out);

/// Appends a text inside a compound, with quotes; control characters are unchanged after a
/// backslash.
void append_member_text(std::string& out, std::string_view text);

/// A row of characters that comes in pieces. NULs are held back until it is clear that they are not
/// its end.
class RowText {
 public:
  RowText(LineEnds line_ends, EndZeros end_zeros) noexcept
      : line_ends_(line_ends), end_zeros_(end_zeros) {}

  void begin(std::string& out);
  void append(std::string& out, std::string_view piece);
  void end(std::string& out);

 private:
  void append_held_zeros(std::string& out);
  void split_if_due(std::string& out);

  LineEnds line_ends_;
  EndZeros end_zeros_;
  std::size_t held_zeros_ = 0;
  bool is_split_due_ = false;  ///< after a line end, unless it ends the text
};

/// Appends text in an XML attribute. Names need no other escapes. U+FFFD replaces bytes that are
/// not UTF-8, and characters that no XML 1.0 document can contain. Returns whether there was none.
/// source: Extensible Markup Language (XML) 1.0, production Char
bool append_xml(std::string& out, std::string_view text);

}  // namespace ncf::cdl
