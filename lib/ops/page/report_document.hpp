// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A report that is described once and shown as a text and as a page. Each part is shown by both,
// unless it is for one of them alone: pages have sections and pictures, texts have blank lines.
// A value; any thread.
//
//   Document document(width);
//   document.section("Values");
//   document.table(table);
//   std::cout << document.text();
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "ops/page/html.hpp"
#include "ops/page/page.hpp"

namespace ncf::ops::page {

class Document {
 public:
  /// width: of the text, see TableStyle.
  explicit Document(std::size_t width = 0) : width_(width) {}

  /// Begins a section of the page. A section with nothing but its introduction is left out.
  void section(std::string_view heading, std::string_view introduction = {});
  /// Adds a paragraph, which is a line of the text.
  void paragraph(const Html& content, Shown shown = Shown::everywhere);
  /// Adds a list with one line of the text for each item; nothing without items.
  void list(const std::vector<Html>& items, Shown shown = Shown::everywhere);
  /// Adds a table, which a blank line separates from what follows in the text; nothing without
  /// rows, unless `is_shown_empty`.
  void table(const Table& table, Shown shown = Shown::everywhere);
  /// Adds something that only the page shows, for example a picture.
  void on_page(const Html& content);
  /// Adds a line that only the text shows. Control characters are escaped, as in all lines.
  void line(std::string_view text);
  /// Separates what was added from what follows in the text by a blank line.
  void gap() { has_gap_ = !text_.empty(); }

  [[nodiscard]] const std::string& text() const noexcept { return text_; }
  /// Returns the whole page. title: see format_page.
  [[nodiscard]] std::string page(std::string_view title);

 private:
  void append(std::string_view text);
  void end_section();

  std::size_t width_;
  std::string text_;
  bool has_gap_ = false;  ///< a blank line comes before the next one
  Html page_;
  Html heading_;  ///< of the section that has begun
  Html section_;
};

}  // namespace ncf::ops::page
