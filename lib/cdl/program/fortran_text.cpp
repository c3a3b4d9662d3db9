// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "cdl/program/fortran_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "cdl/write/number_text.hpp"
#include "model/values/numbers.hpp"

namespace ncf::cdl {
namespace {

using model::TypeClass;

constexpr std::size_t fortran_line_length = 72;
/// Fits on a line even if all bytes are quotes.
constexpr std::size_t max_quoted_bytes = 28;
/// With this many bytes a statement has fewer than the 19 continuation lines that are allowed.
constexpr std::size_t max_assigned_bytes = 60;
/// From this many zeros on, a loop is shorter.
constexpr std::size_t many_zeros = 12;

/// In the order of TypeClass.
constexpr std::array fortran_types{
    FortranType{"integer*1", "nf_byte", "int1", {}},
    FortranType{"character", "nf_char", "text", {}},
    FortranType{"integer*2", "nf_short", "int2", {}},
    FortranType{"integer", "nf_int", "int", {}},
    FortranType{"real", "nf_float", "real", "integer"},
    FortranType{"double precision", "nf_double", "double", "integer*8"},
};

bool is_printable(char c) { return c >= ' ' && c <= '~'; }

std::size_t printable_bytes(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::find_if_not(text, is_printable) - text.begin());
}

std::string quoted(std::string_view text) {
  std::string literal = "'";
  for (const char c : text) {
    if (c == '\'') literal += c;
    literal += c;
  }
  return literal + '\'';
}

template <class Float>
std::optional<std::string> float_constant(Float value) {
  if (!std::isnormal(value) &&
      std::bit_cast<std::array<char, sizeof value>>(value) != std::array<char, sizeof value>{}) {
    return std::nullopt;
  }
  std::array<char, longest_number> buffer;
  std::string text(buffer.data(), put_shortest(buffer.data(), value, Point::always));
  if constexpr (std::is_same_v<Float, double>) {
    const std::size_t exponent = text.find('e');
    if (exponent == std::string::npos) return text + "d0";
    text[exponent] = 'd';
  }
  return text;
}

/// The smallest integer is an expression, since without its minus sign it is too large.
template <class Integer>
std::string integer_text(Integer number, const char* suffix) {
  const bool is_smallest = number == std::numeric_limits<Integer>::min();
  return is_smallest ? fmt::format("{}{} - 1", number + 1, suffix)
                     : fmt::format("{}{}", number, suffix);
}

}  // namespace

const FortranType& fortran_type(TypeClass type) {
  return fortran_types.at(static_cast<std::size_t>(type));
}

FortranStatement::FortranStatement(std::string& out, int label) : out_(out), column_(6) {
  out += label == 0 ? std::string(6, ' ') : fmt::format("{:>5} ", label);
}

FortranStatement& FortranStatement::put(std::string_view piece) {
  constexpr std::string_view next_line = "\n     &  ";
  // Columns for the end of an expression or its continuation.
  constexpr std::size_t reserved = 3;
  const bool is_operand = piece.find_first_of("),/") != 0;
  if (column_ + piece.size() > fortran_line_length - (is_operand ? reserved : 0)) {
    while (out_.back() == ' ') out_.pop_back();
    out_ += next_line;
    column_ = next_line.size() - 1;
  }
  out_ += piece;
  column_ += piece.size();
  return *this;
}

FortranStatement& FortranStatement::put_string(std::string_view text) {
  for (bool is_first = true; !text.empty(); is_first = false) {
    if (!is_first) put("//");
    const std::size_t length = std::min(printable_bytes(text), max_quoted_bytes);
    if (length > 0) {
      put(quoted(text.substr(0, length)));
    } else {
      put(fmt::format("char({})", static_cast<unsigned char>(text.front())));
    }
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return *this;
}

FortranCall::FortranCall(std::string& out, std::string_view function,
                         std::initializer_list<std::string_view> arguments)
    : statement_(out) {
  statement_.put("call check(").put(fmt::format("{}(", function));
  for (const std::string_view argument : arguments) put(argument);
}

void FortranCall::separate() {
  if (needs_comma_) statement_.put(", ");
  needs_comma_ = true;
}

FortranCall& FortranCall::put(std::string_view argument) {
  separate();
  statement_.put(argument);
  return *this;
}

FortranCall& FortranCall::put_string(std::string_view text) {
  separate();
  statement_.put_string(text);
  return *this;
}

void FortranCall::end(std::string_view place) { statement_.put("), ").put_string(place).put(")"); }

std::optional<std::string> fortran_constant(TypeClass type, const std::byte* value) {
  if (type == TypeClass::float_) return float_constant(model::load<float>(value));
  if (type == TypeClass::double_) return float_constant(model::load<double>(value));
  const std::int64_t number = model::integer_at(type, value);
  // See integer_text().
  if (number == std::numeric_limits<std::int32_t>::min()) return std::nullopt;
  return fmt::format("{}", number);
}

std::string fortran_assignment(TypeClass type, const std::byte* value, std::string_view array,
                               std::string_view bits, std::size_t index) {
  const auto constant = fortran_constant(type, value);
  if (constant) return fmt::format("{}({}) = {}", array, index, *constant);
  const bool is_int = type == TypeClass::int_;
  const std::string number = type == TypeClass::double_
                                 ? integer_text(model::load<std::int64_t>(value), "_8")
                                 : integer_text(model::load<std::int32_t>(value), "");
  return fmt::format("{}({}) = {}", is_int ? array : bits, index, number);
}

void append_text_assignments(std::string& out, std::string_view variable, std::string_view text,
                             int& labels) {
  const std::string run(many_zeros, '\0');
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t zeros = std::min(text.find_first_not_of('\0', begin), text.size()) - begin;
    if (zeros >= many_zeros) {
      labels += 10;
      FortranStatement(out).put(fmt::format("do {} i = {}, {}", labels, begin + 1, begin + zeros));
      FortranStatement(out, labels).put(fmt::format("{}(i:i) = char(0)", variable));
      begin += zeros;
      continue;
    }
    const std::string_view part =
        text.substr(begin, std::min(text.find(run, begin) - begin, max_assigned_bytes));
    FortranStatement(out)
        .put(fmt::format("{}({}:{}) = ", variable, begin + 1, begin + part.size()))
        .put_string(part);
    begin += part.size();
  }
}

}  // namespace ncf::cdl
