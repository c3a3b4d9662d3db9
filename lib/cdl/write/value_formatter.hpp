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

#include "cdl/write/c_format.hpp"
#include "cdl/write/time_axis.hpp"
#include "cdl/write/value_text.hpp"
#include "model/schema/schema.hpp"
#include "ncf/cdl_style.hpp"

namespace ncf::cdl {

/// The length of ", ".
inline constexpr std::size_t separator_length = 2;

/// Texts of values, each with ", " after it.
struct ValueTexts {
  std::string text;
  std::vector<std::uint32_t> lengths;  ///< including the ", "

  void clear() noexcept;
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
  void append_numbers(ValueTexts& texts, const std::byte* values, std::size_t count) const;
  template <class Number>
  void append_plain(std::string& text, std::uint32_t* lengths, const std::byte* values,
                    std::size_t count) const;
  template <class Number>
  void append_formatted(std::string& text, std::uint32_t* lengths, const std::byte* values,
                        std::size_t count) const;
  template <class Number>
  char* put_number(char* to, Number value) const;
  template <class Number>
  void append_plain_number(std::string& text, Number value) const;
  void append_time(std::string& text, double value) const;
  void append_others(ValueTexts& texts, const std::byte* values, std::size_t count) const;

  model::TypeRef type_;
  CdlStyle style_;
  std::optional<model::Values> fill_;
  std::optional<CFormat> c_format_;
  std::optional<TimeAxis> time_axis_;
};

}  // namespace ncf::cdl
