// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Names and texts as CDL and XML write them. Each function appends to `out`; all are pure and may
// be called from any thread.
// source: ncdump(1), ncgen(1), "CDL Notation"
#pragma once

#include <string>
#include <string_view>

namespace ncf::cdl {

/// A name or path with a backslash before what CDL would not read as part of one.
void append_name(std::string& out, std::string_view name);

/// The text of a special attribute, with quotes: but for these and backslashes as it is.
void append_special_text(std::string& out, std::string_view text);

/// How a text goes on after an embedded line end.
enum class LineEnds {
  kept_in_string,  ///< one string: "a\nb"
  split_attribute  ///< "a\n", and the rest as another string on the next line
};

/// A text attribute or string, with quotes; zeros at its end are left out.
void append_text(std::string& out, std::string_view text, LineEnds line_ends);

/// A text inside a compound, with quotes: control characters stand as they are after a backslash.
void append_member_text(std::string& out, std::string_view text);

/// A row of characters that comes in pieces: zeros are held back until it is known that they are
/// not its end.
class RowText {
 public:
  void begin(std::string& out);
  void append(std::string& out, std::string_view piece);
  void end(std::string& out);

 private:
  std::size_t held_zeros_ = 0;
};

/// Text in an XML attribute. Names need no other escapes.
void append_xml(std::string& out, std::string_view text);

}  // namespace ncf::cdl
