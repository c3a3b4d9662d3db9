// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "cdl/write/value_formatter.hpp"

#include <fmt/printf.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <type_traits>
#include <utility>

#include "cdl/write/number_text.hpp"
#include "cdl/write/value_text.hpp"
#include "model/values/numbers.hpp"
#include "ncf/error.hpp"

namespace ncf::cdl {
namespace {

using model::TypeClass;

// ---- C_format ----

constexpr std::size_t longest_format = 99;  // source: netcdf-c, ncdump
constexpr std::size_t max_width_digits = 3;

bool is_one_of(char c, std::string_view characters) {
  return characters.find(c) != std::string_view::npos;
}

std::size_t skip(std::string_view text, std::size_t at, std::string_view characters) {
  while (at < text.size() && is_one_of(text[at], characters)) ++at;
  return at;
}

std::string_view conversions_for(TypeClass values) {
  if (values == TypeClass::float_ || values == TypeClass::double_) return "eEfFgGaA";
  return values < TypeClass::string ? "diouxXc" : "";
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

/// Returns empty if `format` is not a single conversion, for numbers of type `values`, in a text.
std::optional<CFormat> parse_c_format(std::string_view format, TypeClass values) {
  CFormat safe;
  for (std::size_t at = 0; at < format.size(); ++at) {
    safe.text += format[at];
    if (format[at] != '%') continue;
    if (format.substr(at + 1).starts_with('%')) {
      safe.text += format[++at];
      continue;
    }
    const std::size_t end = find_letter(format, at + 1);
    if (safe.conversion != 0 || end == std::string_view::npos) return std::nullopt;
    const std::size_t letter = skip(format, end, "hlLqjzt");
    if (letter == format.size()) return std::nullopt;
    safe.conversion = format[letter];
    if (!is_one_of(safe.conversion, conversions_for(values))) return std::nullopt;
    safe.text += format.substr(at + 1, end - at - 1);
    safe.text += safe.conversion;
    at = letter;
  }
  if (safe.conversion == 0) return std::nullopt;
  return safe;
}

/// Returns whether C_format decides, and not `-p` or `--exact`.
bool heeds_c_format(TypeClass type, const CdlStyle& style) {
  if (style.exact) return false;
  if (type == TypeClass::float_) return !style.float_digits_rule;
  if (type == TypeClass::double_) return !style.double_digits_rule;
  return type < TypeClass::string;
}

/// Returns a number as C passes it to printf.
template <class Number>
auto promoted(Number value) {
  if constexpr (std::is_floating_point_v<Number>) {
    return static_cast<double>(value);
  } else if constexpr (sizeof(Number) == sizeof(long long)) {
    using Wide = std::conditional_t<std::is_signed_v<Number>, long long, unsigned long long>;
    return static_cast<Wide>(value);
  } else {
    return +value;
  }
}

template <class Number>
void append_as(const CFormat& format, std::string& out, Number value) {
  if (format.conversion == 'c') {
    out += fmt::sprintf(format.text, static_cast<char>(value));
  } else {
    out += fmt::sprintf(format.text, promoted(value));
  }
}

// ---- Values ----

bool is_number(const model::Type& type) { return type.type_class < TypeClass::string; }

template <class Number>
char* put_number(char* to, Number value, const CdlStyle& style) {
  if constexpr (std::is_integral_v<Number>) {
    return std::to_chars(to, to + longest_number, value).ptr;
  } else {
    return put_float(to, value, style);
  }
}

template <class Number>
void append_number(std::string& text, Number value, const CdlStyle& style) {
  std::array<char, longest_number> number;
  text.append(number.data(), put_number(number.data(), value, style));
}

std::uint32_t length_of(std::size_t length) {
  if (length > std::numeric_limits<std::uint32_t>::max()) {
    throw Error(ErrorCode::unsupported, "the text of one value is longer than 4 GiB");
  }
  return static_cast<std::uint32_t>(length);
}

}  // namespace

std::optional<CFormat> c_format_of(const model::Variable& variable) {
  const model::Attribute* attribute = model::find_attribute(variable.attributes, "C_format");
  if (attribute == nullptr) return std::nullopt;
  const model::Values& values = *attribute->values;
  if (values.type()->type_class != model::TypeClass::char_ || values.count() == 0 ||
      values.count() > longest_format) {
    return std::nullopt;
  }
  const std::string_view text = model::text_of(values);
  return parse_c_format(text.substr(0, text.find('\0')), variable.type->type_class);
}

ValueFormatter::ValueFormatter(const model::Variable& variable, const CdlStyle& style,
                               std::optional<TimeAxis> time_axis)
    : type_(variable.type),
      style_(style),
      fill_(find_fill_value(variable)),
      time_axis_(std::move(time_axis)) {
  if (!is_number(*type_) || !style_.date_separator) time_axis_.reset();
  if (heeds_c_format(type_->type_class, style)) c_format_ = c_format_of(variable);
}

void ValueFormatter::append(ValueTexts& texts, const std::byte* values, std::size_t count) const {
  if (!is_number(*type_)) return append_others(texts, values, count);
  const std::size_t first = texts.lengths.size();
  texts.lengths.resize(first + count);
  std::uint32_t* const lengths = texts.lengths.data() + first;
  model::visit_number_or_character(type_->type_class, [&](auto like) {
    if (c_format_ || time_axis_) {
      append_formatted<decltype(like)>(texts.text, lengths, values, count);
    } else {
      append_plain<decltype(like)>(texts.text, lengths, values, count);
    }
  });
}

/// The fast case: no allocation for each value.
template <class Number>
void ValueFormatter::append_plain(std::string& text, std::uint32_t* lengths,
                                  const std::byte* values, std::size_t count) const {
  constexpr std::size_t batch = 256;
  std::array<char, batch*(longest_number + separator_length)> buffer;
  const Number fill = fill_ ? model::load<Number>(fill_->data()) : Number{};
  const FillMatch match = fill_match();
  for (std::size_t done = 0; done < count; done += batch) {
    char* to = buffer.data();
    for (std::size_t i = done; i < std::min(count, done + batch); ++i) {
      const auto value = model::load<Number>(values + i * sizeof(Number));
      char* const begin = to;
      if (fill_ && is_fill(value, fill, match)) {
        *to++ = '_';
      } else {
        to = put_number(to, value, style_);
      }
      *to++ = ',';
      *to++ = ' ';
      lengths[i] = static_cast<std::uint32_t>(to - begin);
    }
    text.append(buffer.data(), to);
  }
}

template <class Number>
void ValueFormatter::append_formatted(std::string& text, std::uint32_t* lengths,
                                      const std::byte* values, std::size_t count) const {
  for (std::size_t i = 0; i < count; ++i) {
    const auto value = model::load<Number>(values + i * sizeof(Number));
    const std::size_t before = text.size();
    if (fill_ && is_fill(value, model::load<Number>(fill_->data()), fill_match())) {
      text += '_';
    } else if (time_axis_) {
      const auto time = static_cast<double>(value);
      if (!time_axis_->append_date(text, time, *style_.date_separator)) {
        append_number(text, time, style_);
      }
    } else if (std::isfinite(static_cast<double>(value))) {
      append_as(*c_format_, text, value);
    } else {
      append_number(text, value, style_);
    }
    text += ", ";
    lengths[i] = length_of(text.size() - before);
  }
}

void ValueFormatter::append_others(ValueTexts& texts, const std::byte* values,
                                   std::size_t count) const {
  for (std::size_t i = 0; i < count; ++i) {
    const std::byte* const value = values + i * type_->size_bytes;
    const std::size_t before = texts.text.size();
    if (fill_ && is_fill(*type_, value, fill_->data(), fill_match())) {
      texts.text += '_';
    } else {
      append_value(texts.text, *type_, value, style_);
    }
    texts.text += ", ";
    texts.lengths.push_back(length_of(texts.text.size() - before));
  }
}

}  // namespace ncf::cdl
