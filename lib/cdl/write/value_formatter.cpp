// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "cdl/write/value_formatter.hpp"

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

/// Returns whether C_format decides, and not `-p` or `--exact`.
bool heeds_c_format(TypeClass type, const CdlStyle& style) {
  if (style.exact) return false;
  if (type == TypeClass::float_) return !style.float_digits_rule;
  if (type == TypeClass::double_) return !style.double_digits_rule;
  return type < TypeClass::string;
}

bool is_number(const model::Type& type) { return type.type_class < TypeClass::string; }

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

std::uint32_t length_of(std::size_t length) {
  if (length > std::numeric_limits<std::uint32_t>::max()) {
    throw Error(ErrorCode::unsupported, "the text of one value is longer than 4 GiB");
  }
  return static_cast<std::uint32_t>(length);
}

}  // namespace

void ValueTexts::clear() noexcept {
  text.clear();
  lengths.clear();
}

ValueFormatter::ValueFormatter(const model::Variable& variable, const CdlStyle& style,
                               std::optional<TimeAxis> time_axis)
    : type_(variable.type),
      style_(style),
      fill_(find_fill_value(variable)),
      time_axis_(std::move(time_axis)) {
  if (!is_number(*type_) || !style_.date_separator) time_axis_.reset();
  if (!heeds_c_format(type_->type_class, style)) return;
  if (const auto format = c_format_of(variable)) {
    c_format_ = CFormat::parse(*format, type_->type_class);
  }
}

void ValueFormatter::append(ValueTexts& texts, const std::byte* values, std::size_t count) const {
  if (is_number(*type_)) {
    model::visit_number_or_character(type_->type_class, [&](auto like) {
      append_numbers<decltype(like)>(texts, values, count);
    });
  } else {
    append_others(texts, values, count);
  }
}

template <class Number>
void ValueFormatter::append_numbers(ValueTexts& texts, const std::byte* values,
                                    std::size_t count) const {
  const std::size_t first = texts.lengths.size();
  texts.lengths.resize(first + count);
  std::uint32_t* const lengths = texts.lengths.data() + first;
  if (c_format_ || time_axis_) {
    append_formatted<Number>(texts.text, lengths, values, count);
  } else {
    append_plain<Number>(texts.text, lengths, values, count);
  }
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
        to = put_number(to, value);
      }
      *to++ = ',';
      *to++ = ' ';
      lengths[i] = static_cast<std::uint32_t>(to - begin);
    }
    text.append(buffer.data(), to);
  }
}

template <class Number>
char* ValueFormatter::put_number(char* to, Number value) const {
  if constexpr (std::is_integral_v<Number>) {
    return std::to_chars(to, to + longest_number, value).ptr;
  } else {
    return put_float(to, value, style_);
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
      append_time(text, static_cast<double>(value));
    } else if (std::isfinite(static_cast<double>(value))) {
      c_format_->append(text, promoted(value));
    } else {
      append_plain_number(text, value);
    }
    text += ", ";
    lengths[i] = length_of(text.size() - before);
  }
}

void ValueFormatter::append_time(std::string& text, double value) const {
  if (std::isfinite(value) && time_axis_->append_date(text, value, *style_.date_separator)) return;
  append_plain_number(text, value);
}

template <class Number>
void ValueFormatter::append_plain_number(std::string& text, Number value) const {
  std::array<char, longest_number> number;
  text.append(number.data(), put_number(number.data(), value));
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
