// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The values of one variable in the data section: a row for each index of all dimensions but the
// last, braces around lists of unlimited dimensions, annotations. Values come in C order, any
// number at a time; the text does not depend on that.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "cdl/write/escapes.hpp"
#include "cdl/write/line_layout.hpp"
#include "cdl/write/value_formatter.hpp"
#include "model/schema/schema.hpp"
#include "ncf/cdl_style.hpp"

namespace ncf::cdl {

class VariableText {
 public:
  /// The variable must contain values. All arguments must outlive this.
  VariableText(LineLayout& lines, const model::Schema& schema, const model::Variable& variable,
               const CdlStyle& style);

  void begin(std::string& out);
  /// Appends the next values of any other variable, as made by a ValueFormatter.
  void append(std::string& out, const ValueTexts& values);
  /// Returns whether the values are characters that are shown as strings, one per row.
  [[nodiscard]] bool is_text() const noexcept { return is_text_; }
  /// Appends the next values of a variable that `is_text`.
  void append_characters(std::string& out, std::string_view characters);
  /// Ends the variable early; the rest is read as fill values.
  void cut_short(std::string& out);

 private:
  [[nodiscard]] std::size_t rank() const noexcept { return shape_.size(); }
  /// Returns how many lists of unlimited dimensions begin, or end, with this row.
  [[nodiscard]] std::size_t braces(bool at_end) const;
  [[nodiscard]] bool is_last_row() const;
  void begin_row(std::string& out);
  void end_row(std::string& out, std::string_view last_value, std::size_t braces, bool is_last);
  void finish_row(std::string& out, std::string_view last_value);
  /// Appends a comment with an index: that of the row, and in it that of a value as text, which is
  /// the last index in C and the first in Fortran.
  void append_index(std::string& out, const std::string& last,
                    const std::string& fortran_first) const;
  void annotate_row(std::string& out);
  void annotate_value(std::string& out, std::size_t position) const;

  LineLayout& lines_;
  const model::Variable& variable_;
  const CdlStyle& style_;
  std::vector<std::size_t> shape_;
  std::vector<bool> has_braces_;  ///< for each dimension: unlimited, and not the first
  std::vector<std::size_t> row_;  ///< index along all dimensions but the last
  std::size_t row_length_ = 1;
  std::size_t position_ = 0;  ///< of the next value in the row
  bool is_text_;
  RowText row_text_;
};

}  // namespace ncf::cdl
