// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The C_format attribute: a printf format that a file gives for a variable's values. It is data
// from a file, so it is taken apart and only what fits the values is used.
// source: netCDF User Guide, "Attribute Conventions"; C17 7.21.6.1
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "model/schema.hpp"

namespace ncf::cdl {

class CFormat {
 public:
  /// Empty if `format` is not one conversion, of numbers of type `values`, among text.
  static std::optional<CFormat> parse(std::string_view format, model::TypeClass values);

  /// Number: double, or an integer as C passes it: int, unsigned, long long, unsigned long long.
  template <class Number>
  void append(std::string& out, Number value) const;

 private:
  explicit CFormat(std::string format, char conversion)
      : format_(std::move(format)), conversion_(conversion) {}

  std::string format_;  ///< safe: one conversion, no length, no asterisk
  char conversion_;
};

/// The text of the variable's C_format, or empty.
std::optional<std::string> c_format_of(const model::Variable& variable);

}  // namespace ncf::cdl
