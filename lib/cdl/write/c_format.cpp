// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "cdl/write/c_format.hpp"

#include <fmt/printf.h>

#include <utility>

namespace ncf::cdl {
namespace {

constexpr std::size_t longest_format = 99;  // source: netcdf-c, ncdump
constexpr std::size_t max_width_digits = 3;
constexpr std::string_view of_floats = "eEfFgGaA";
constexpr std::string_view of_integers = "diouxXc";

bool is_one_of(char c, std::string_view characters) {
  return characters.find(c) != std::string_view::npos;
}

std::size_t skip(std::string_view text, std::size_t at, std::string_view characters) {
  while (at < text.size() && is_one_of(text[at], characters)) ++at;
  return at;
}

std::string_view conversions_for(model::TypeClass values) {
  using enum model::TypeClass;
  if (values == float_ || values == double_) return of_floats;
  return values < string ? of_integers : std::string_view{};
}

/// Returns the end of a number, which must be short; otherwise npos.
std::size_t skip_number(std::string_view text, std::size_t at) {
  const std::size_t end = skip(text, at, "0123456789");
  return end - at <= max_width_digits ? end : std::string_view::npos;
}

/// Returns the position of a conversion's letter. at: just after its %. npos if this is not a
/// conversion.
std::size_t find_letter(std::string_view text, std::size_t at) {
  at = skip_number(text, skip(text, at, "-+ #0"));
  if (at < text.size() && text[at] == '.') at = skip_number(text, at + 1);
  return at < text.size() ? at : std::string_view::npos;
}

}  // namespace

std::optional<CFormat> CFormat::parse(std::string_view format, model::TypeClass values) {
  std::string safe;
  char conversion = 0;
  for (std::size_t at = 0; at < format.size(); ++at) {
    safe += format[at];
    if (format[at] != '%') continue;
    if (format.substr(at + 1).starts_with('%')) {
      safe += format[++at];
      continue;
    }
    const std::size_t end = find_letter(format, at + 1);
    if (conversion != 0 || end == std::string_view::npos) return std::nullopt;
    const std::size_t letter = skip(format, end, "hlLqjzt");
    if (letter == format.size()) return std::nullopt;
    conversion = format[letter];
    if (!is_one_of(conversion, conversions_for(values))) return std::nullopt;
    safe += format.substr(at + 1, end - at - 1);
    safe += conversion;
    at = letter;
  }
  if (conversion == 0) return std::nullopt;
  return CFormat(std::move(safe), conversion);
}

template <class Number>
void CFormat::append(std::string& out, Number value) const {
  if (conversion_ == 'c') {
    out += fmt::sprintf(format_, static_cast<char>(value));
  } else {
    out += fmt::sprintf(format_, value);
  }
}

template void CFormat::append(std::string&, double) const;
template void CFormat::append(std::string&, int) const;
template void CFormat::append(std::string&, unsigned) const;
template void CFormat::append(std::string&, long long) const;
template void CFormat::append(std::string&, unsigned long long) const;

std::optional<std::string> c_format_of(const model::Variable& variable) {
  const model::Attribute* attribute = model::find_attribute(variable.attributes, "C_format");
  if (attribute == nullptr) return std::nullopt;
  const model::Values& values = *attribute->values;
  if (values.type()->type_class != model::TypeClass::char_ || values.count() == 0 ||
      values.count() > longest_format) {
    return std::nullopt;
  }
  const std::string_view text = model::text_of(values);
  return std::string(text.substr(0, text.find('\0')));
}

}  // namespace ncf::cdl
