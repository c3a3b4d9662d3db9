// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Pieces of Fortran 77 in fixed form: statements broken into lines, strings, constants. The
// functions are pure, except that some append to a string.
// source: ANSI X3.9-1978, 3.2 and 4; integers of other sizes and the bits of equivalenced variables
// are as in all compilers
#pragma once

#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "model/values/type.hpp"

namespace ncf::cdl {

/// How values of a type are kept in a program, and which functions of libnetcdf take them.
struct FortranType {
  std::string_view declaration;  ///< "integer*2"
  std::string_view type_id;      ///< "nf_short"
  std::string_view function;     ///< "int2", as in nf_put_vara_int2
  std::string_view bits;         ///< for real numbers: the integer type of the same size
};

/// Returns the Fortran type for a type of classic files.
const FortranType& fortran_type(model::TypeClass type);

/// One statement. The destructor ends it.
class FortranStatement {
 public:
  /// label: 0 if there is none.
  explicit FortranStatement(std::string& out, int label = 0);
  FortranStatement(const FortranStatement&) = delete;
  FortranStatement& operator=(const FortranStatement&) = delete;
  ~FortranStatement() { out_ += '\n'; }

  /// Appends text that must not be split, at most a line.
  FortranStatement& put(std::string_view piece);
  /// Appends an expression whose value is `text`, which is not empty.
  FortranStatement& put_string(std::string_view text);

 private:
  std::string& out_;
  std::size_t column_;
};

/// A call of a function of libnetcdf. The program ends if it fails.
class FortranCall {
 public:
  FortranCall(std::string& out, std::string_view function,
              std::initializer_list<std::string_view> arguments);

  FortranCall& put(std::string_view argument);
  FortranCall& put_string(std::string_view text);
  /// place: the text that the program prints before libnetcdf's reason.
  void end(std::string_view place);

 private:
  void separate();

  FortranStatement statement_;
  bool needs_comma_ = false;
};

/// Returns a number as a constant; empty for NaN, infinities and numbers that compilers may reject.
std::optional<std::string> fortran_constant(model::TypeClass type, const std::byte* value);

/// Returns the statement that assigns a value to `array(index)`. bits: the equivalenced array of
/// integers, for values without a constant.
std::string fortran_assignment(model::TypeClass type, const std::byte* value,
                               std::string_view array, std::string_view bits, std::size_t index);

/// Assigns `text` to the first characters of `variable`. labels: the last one used, in tens.
void append_text_assignments(std::string& out, std::string_view variable, std::string_view text,
                             int& labels);

}  // namespace ncf::cdl
