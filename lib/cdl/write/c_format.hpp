// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The C_format attribute: a printf format that a file gives for a variable's values. It comes from
// a file, so it is parsed, and only used if it is safe for the values.
// source: netCDF User Guide, "Attribute Conventions"; C17 7.21.6.1
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "model/schema/schema.hpp"

namespace ncf::cdl {

class CFormat {
 public:
  /// Returns empty if `format` is not a single conversion, for numbers of type `values`, in a text.
  static std::optional<CFormat> parse(std::string_view format, model::TypeClass values);

  /// Number: double, or an integer as C promotes it: int, unsigned, long long, unsigned long long.
  template <class Number>
  void append(std::string& out, Number value) const;

 private:
  explicit CFormat(std::string format, char conversion)
      : format_(std::move(format)), conversion_(conversion) {}

  std::string format_;  ///< safe: one conversion, without length and asterisk
  char conversion_;
};

/// Returns the text of the variable's C_format, or empty.
std::optional<std::string> c_format_of(const model::Variable& variable);

}  // namespace ncf::cdl
