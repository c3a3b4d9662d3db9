// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/definitions/attribute_difference.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>

#include "model/schema/schema.hpp"
#include "model/values/numbers.hpp"

namespace ncf::ops {
namespace {

using model::TypeClass;
using model::Values;

long double number_at(const Values& values, std::size_t i) {
  const model::Type& type = *values.type();
  return model::visit_number(type.type_class, [&](auto like) -> long double {
    return model::load<decltype(like)>(values.data() + i * type.size_bytes);
  });
}

/// Returns whether floating-point numbers of one type are equal, NaN to any NaN: JSON has one.
bool are_same_but_for_nan(const Values& first, const Values& second) {
  if (!first.type()->is_floating_point() || first.count() != second.count()) return false;
  const std::size_t bytes = first.type()->size_bytes;
  for (std::size_t i = 0; i < first.count(); ++i) {
    if (std::memcmp(first.data() + i * bytes, second.data() + i * bytes, bytes) == 0) continue;
    if (!std::isnan(number_at(first, i)) || !std::isnan(number_at(second, i))) return false;
  }
  return true;
}

bool are_same_but_for_name_of_type(const Values& first, const Values& second) {
  return first.count() == second.count() &&
         model::same_type_but_for_name(*first.type(), *second.type()) &&
         model::equal_values(*first.type(), first.data(), second.data(), first.count());
}

bool are_same_but_for_padding(const Values& first, const Values& second) {
  const bool are_chars =
      first.type()->type_class == TypeClass::char_ && second.type()->type_class == TypeClass::char_;
  return are_chars && model::without_padding(model::text_of(first)) ==
                          model::without_padding(model::text_of(second));
}

/// Returns whether both are as many numbers, and `equal` holds for each pair that is not NaN.
template <class Equal>
bool all_numbers(const Values& first, const Values& second, Equal equal) {
  if (!first.type()->is_number() || !second.type()->is_number()) return false;
  if (first.count() != second.count()) return false;
  for (std::size_t i = 0; i < first.count(); ++i) {
    const long double a = number_at(first, i);
    const long double b = number_at(second, i);
    if (!equal(a, b) && !(std::isnan(a) && std::isnan(b))) return false;
  }
  return true;
}

bool is_equal(long double first, long double second) {
  return first == second && std::signbit(first) == std::signbit(second);
}

bool are_equal_numbers(const Values& first, const Values& second) {
  return all_numbers(first, second, is_equal);
}

/// Returns the double that the shortest decimals of a float mean. These are what JSON has of it.
double read_shortest_decimals(float number) {
  std::array<char, 32> text{};
  const auto form = std::chars_format::scientific;  // others add digits to large numbers
  char* const end = std::to_chars(text.data(), text.data() + text.size(), number, form).ptr;
  double read = 0;
  std::from_chars(text.data(), end, read);
  return read;
}

/// Returns whether the doubles are what is read of the floats as decimals.
bool are_decimals_of(const Values& floats, const Values& doubles) {
  return floats.type()->type_class == TypeClass::float_ &&
         doubles.type()->type_class == TypeClass::double_ &&
         all_numbers(floats, doubles, [](long double number, long double read) {
           return is_equal(read_shortest_decimals(static_cast<float>(number)), read);
         });
}

bool are_only_rounded(const Values& first, const Values& second) {
  return are_decimals_of(first, second) || are_decimals_of(second, first);
}

}  // namespace

std::optional<std::string_view> find_text(const Values& values) {
  const TypeClass type = values.type()->type_class;
  if (type == TypeClass::char_) return model::text_of(values);
  if (type != TypeClass::string || values.count() != 1) return std::nullopt;
  const auto* const text = model::load<const char*>(values.data());
  return text == nullptr ? std::nullopt : std::optional<std::string_view>(text);
}

bool are_same_numbers(const Values& first, const Values& second) {
  return are_equal_numbers(first, second) || are_only_rounded(first, second);
}

AttributeDifference difference_of(const model::Attribute* first, const model::Attribute* second) {
  if (first != nullptr && second != nullptr) {
    const Values& a = *first->values;
    const Values& b = *second->values;
    const bool is_same_type = a.type()->type_class == b.type()->type_class;
    if (a == b || (is_same_type && are_same_but_for_nan(a, b))) return AttributeDifference::none;
    if (are_same_but_for_name_of_type(a, b)) return AttributeDifference::type;
    if (are_same_but_for_padding(a, b)) return AttributeDifference::padding;
    const auto text = find_text(a);
    const bool are_empty = a.count() == 0 && b.count() == 0;
    if (!is_same_type && (are_empty || are_equal_numbers(a, b) || (text && text == find_text(b)))) {
      return AttributeDifference::type;
    }
    if (are_only_rounded(a, b)) return AttributeDifference::rounded;
  }
  const std::string_view name = (first != nullptr ? first : second)->name;
  return model::is_quantization_attribute(name) ? AttributeDifference::storage
                                                : AttributeDifference::value;
}

}  // namespace ncf::ops
