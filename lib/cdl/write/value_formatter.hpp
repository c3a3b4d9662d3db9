// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The values of a variable as texts, many at a time. This takes most of the time of a dump, so
// several threads do it at once. The line breaks are decided later, because they depend on the
// values before.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cdl/write/time_axis.hpp"
#include "cdl/write/value_text.hpp"
#include "model/schema/schema.hpp"
#include "ncf/cdl_style.hpp"

namespace ncf::cdl {

/// The C_format attribute: a printf format that a file gives for a variable's values.
/// source: netCDF User Guide, "Attribute Conventions"; C17 7.21.6.1
struct CFormat {
  std::string text;  ///< safe: one conversion, without length and asterisk
  char conversion = 0;
};

/// Returns the variable's C_format. It comes from a file, so it is parsed, and empty if it is not
/// safe for the values.
std::optional<CFormat> c_format_of(const model::Variable& variable);

/// The length of ", ".
inline constexpr std::size_t separator_length = 2;

/// Texts of values, each with ", " after it.
struct ValueTexts {
  std::string text;
  std::vector<std::uint32_t> lengths;  ///< including the ", "

  void clear() noexcept {
    text.clear();
    lengths.clear();
  }
};

/// How the values of one variable are written. Immutable: any thread, at the same time.
class ValueFormatter {
 public:
  /// time_axis: of a variable whose times are shown as dates. Not for characters that are shown as
  /// rows of text.
  ValueFormatter(const model::Variable& variable, const CdlStyle& style,
                 std::optional<TimeAxis> time_axis);

  /// Appends the texts of `count` values of the variable's type.
  void append(ValueTexts& texts, const std::byte* values, std::size_t count) const;

 private:
  [[nodiscard]] FillMatch fill_match() const noexcept {
    return style_.exact ? FillMatch::exact : FillMatch::near;
  }
  template <class Number>
  void append_plain(std::string& text, std::uint32_t* lengths, const std::byte* values,
                    std::size_t count) const;
  template <class Number>
  void append_formatted(std::string& text, std::uint32_t* lengths, const std::byte* values,
                        std::size_t count) const;
  void append_others(ValueTexts& texts, const std::byte* values, std::size_t count) const;

  model::TypeRef type_;
  CdlStyle style_;
  std::optional<model::Values> fill_;
  std::optional<CFormat> c_format_;
  std::optional<TimeAxis> time_axis_;
};

}  // namespace ncf::cdl
