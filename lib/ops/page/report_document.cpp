// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/page/report_document.hpp"

#include <utility>

#include "ncf/escape_controls.hpp"
#include "ops/report/text_table.hpp"

namespace ncf::ops::page {
namespace {

/// Returns the part of a table that texts show, its first row with the titles.
std::vector<TableRow> text_rows(const Table& table) {
  std::vector<TableRow> rows(1);
  const auto is_shown = [](const Column& column) {
    return column.shown == Shown::everywhere || column.shown == Shown::in_text;
  };
  for (const Column& column : table.columns) {
    if (is_shown(column)) rows.front().push_back(column.title);
  }
  for (const Row& row : table.rows) {
    if (row.shown == Shown::on_page) continue;
    TableRow& texts = rows.emplace_back();
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      if (is_shown(table.columns[i])) texts.push_back(row.cells[i].words());
    }
  }
  return rows;
}

}  // namespace

void Document::section(std::string_view heading, std::string_view introduction) {
  end_section();
  heading_ = element("h2", heading);
  if (!introduction.empty()) heading_ += page::paragraph(introduction);
}

void Document::paragraph(const Html& content, Shown shown) {
  if (shown != Shown::on_page) line(content.words());
  if (shown != Shown::in_text) section_ += page::paragraph(content);
}

void Document::list(const std::vector<Html>& items, Shown shown) {
  if (items.empty()) return;
  if (shown != Shown::in_text) section_ += page::list(items);
  if (shown == Shown::on_page) return;
  for (const Html& item : items) line(item.words());
}

void Document::table(const Table& table, Shown shown) {
  if (table.rows.empty() && !table.is_shown_empty) return;
  if (shown != Shown::in_text) section_ += page::table(table);
  if (shown == Shown::on_page) return;
  std::vector<TableRow> rows = text_rows(table);
  if (rows.size() == 1 && !table.is_shown_empty) return;
  append(format_table(std::move(rows), {.width = width_}));
  gap();
}

void Document::on_page(const Html& content) { section_ += content; }

void Document::line(std::string_view text) {
  append(escape_controls(text));
  text_ += '\n';
}

void Document::append(std::string_view text) {
  if (std::exchange(has_gap_, false)) text_ += '\n';
  text_ += text;
}

std::string Document::page(std::string_view title) {
  end_section();
  return format_page(title, page_);
}

void Document::end_section() {
  const Html heading = std::exchange(heading_, {});
  const Html content = std::exchange(section_, {});
  if (heading.is_empty()) page_ += content;
  if (!heading.is_empty() && !content.is_empty()) page_ += element("section", heading + content);
}

}  // namespace ncf::ops::page
