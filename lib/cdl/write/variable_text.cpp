// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "cdl/write/variable_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <span>

#include "cdl/write/value_formatter.hpp"
#include "cdl/write/value_text.hpp"

namespace ncf::cdl {
namespace {

/// Returns whether characters are shown as text. If there is a format, they are shown one by one.
bool shows_text(const model::Variable& variable, const CdlStyle& style) {
  return variable.type->type_class == model::TypeClass::char_ &&
         (style.exact || !c_format_of(variable));
}

/// The strings of one dimension are joined when they are read. With more dimensions, each string
/// becomes a row.
LineEnds line_ends_of(const model::Variable& variable) {
  return variable.dimensions.size() == 1 ? LineEnds::split_string : LineEnds::kept_in_string;
}

/// NULs at the end are left out if reading restores them: a row is padded to the length of its
/// dimension with fill values.
EndZeros end_zeros_of(const model::Schema& schema, const model::Variable& variable) {
  const bool grows =
      !variable.is_scalar() && schema.dimensions[variable.dimensions.back()].is_unlimited;
  const auto fill = find_fill_value(variable);
  const bool is_filled_with_zeros = !fill || *fill->data() == std::byte{};
  return grows || !is_filled_with_zeros ? EndZeros::kept : EndZeros::left_out;
}

}  // namespace

VariableText::VariableText(LineLayout& lines, const model::Schema& schema,
                           const model::Variable& variable, const CdlStyle& style)
    : lines_(lines),
      variable_(variable),
      style_(style),
      shape_(schema.shape(variable)),
      is_text_(shows_text(variable, style)),
      row_text_(line_ends_of(variable), end_zeros_of(schema, variable)) {
  for (std::size_t i = 0; i < rank(); ++i) {
    has_braces_.push_back(i > 0 && schema.dimensions[variable.dimensions[i]].is_unlimited);
  }
  if (rank() > 0) {
    row_.assign(rank() - 1, 0);
    row_length_ = shape_.back();
  }
}

void VariableText::begin(std::string& out) {
  out += '\n';
  lines_.indent(out);
  out += ' ';
  append_name(out, variable_.name);
  if (rank() <= 1) {
    out += " = ";
    lines_.begin_list(variable_.name.size() + 4);
  } else {
    out += " =\n  ";
    lines_.begin_list(2);
  }
}

void VariableText::append(std::string& out, const ValueTexts& values) {
  std::size_t done = 0;
  std::string_view text = values.text;
  const std::span<const std::uint32_t> lengths = values.lengths;
  while (done < lengths.size()) {
    if (position_ == 0) begin_row(out);
    const std::size_t inside = std::min(lengths.size() - done, row_length_ - 1 - position_);
    for (std::size_t end = done + inside; style_.full_annotations && done < end; ++done) {
      out += text.substr(0, lengths[done]);
      text.remove_prefix(lengths[done]);
      annotate_value(out, position_++);
    }
    if (!style_.full_annotations) {
      text.remove_prefix(lines_.put_all(out, text, lengths.subspan(done, inside)));
      done += inside;
      position_ += inside;
    }
    if (done == lengths.size()) break;
    finish_row(out, text.substr(0, lengths[done] - separator_length));
    text.remove_prefix(lengths[done++]);
  }
}

void VariableText::append_characters(std::string& out, std::string_view characters) {
  while (!characters.empty()) {
    if (position_ == 0) {
      begin_row(out);
      row_text_.begin(out);
    }
    const std::size_t inside = std::min(characters.size(), row_length_ - position_);
    row_text_.append(out, characters.substr(0, inside));
    characters.remove_prefix(inside);
    position_ += inside;
    if (position_ < row_length_) break;
    row_text_.end(out);
    finish_row(out, {});
  }
}

void VariableText::cut_short(std::string& out) {
  if (position_ == 0) {
    begin_row(out);
  } else if (is_text_) {
    row_text_.end(out);
    out += ", ";
  }
  const auto braces = std::ranges::count(has_braces_, true);
  end_row(out, "_", static_cast<std::size_t>(braces), true);
}

std::size_t VariableText::braces(bool at_end) const {
  std::size_t braces = 0;
  for (std::size_t level = rank(); level-- > 1;) {
    if (level < row_.size() && row_[level] != (at_end ? shape_[level] - 1 : 0)) break;
    braces += has_braces_[level] ? 1U : 0U;
  }
  return braces;
}

bool VariableText::is_last_row() const {
  for (std::size_t i = 0; i < row_.size(); ++i) {
    if (row_[i] + 1 != shape_[i]) return false;
  }
  return true;
}

void VariableText::begin_row(std::string& out) {
  for (std::size_t i = braces(false); i > 0; --i) lines_.put(out, "{");
  if (style_.brief_annotations && rank() > 1) annotate_row(out);
}

void VariableText::end_row(std::string& out, std::string_view last_value, std::size_t braces,
                           bool is_last) {
  const std::string end = std::string(last_value) + std::string(braces, '}');
  if (style_.full_annotations) {
    out += end;
    out += is_last ? ';' : ',';
    annotate_value(out, rank() == 0 ? 0 : row_length_ - 1);
    return;
  }
  lines_.put(out, end);
  if (is_last) {
    lines_.put(out, " ;");
    lines_.put(out, "\n");
  } else {
    lines_.put(out, ",\n");
    lines_.put(out, "  ");
  }
}

void VariableText::finish_row(std::string& out, std::string_view last_value) {
  end_row(out, last_value, braces(true), is_last_row());
  position_ = 0;
  for (std::size_t i = row_.size(); i-- > 0;) {
    if (++row_[i] < shape_[i]) break;
    row_[i] = 0;
  }
}

void VariableText::append_index(std::string& out, const std::string& last,
                                const std::string& fortran_first) const {
  const auto to = std::back_inserter(out);
  out += "// ";
  append_name(out, variable_.name);
  out += '(';
  if (style_.index_order == IndexOrder::c) {
    for (const std::size_t index : row_) fmt::format_to(to, "{},", index);
    out += last;
  } else {
    out += fortran_first;
    for (std::size_t i = row_.size(); i-- > 0;) fmt::format_to(to, ",{}", row_[i] + 1);
  }
  out += ")\n";
}

void VariableText::annotate_row(std::string& out) {
  if (row_length_ == 1) {
    append_index(out, "0", "1");
  } else {
    append_index(out, fmt::format(" 0-{}", row_length_ - 1), fmt::format("1-{} ", row_length_));
  }
  lines_.indent(out);
  out += "    ";
  lines_.begin_list(4);
}

void VariableText::annotate_value(std::string& out, std::size_t position) const {
  out += "  ";
  append_index(out, fmt::format("{}", position), fmt::format("{}", position + 1));
  out += "    ";
}

}  // namespace ncf::cdl
