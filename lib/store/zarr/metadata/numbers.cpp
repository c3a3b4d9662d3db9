// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/zarr/metadata/numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include "base/text/real_text.hpp"
#include "model/values/numbers.hpp"

namespace ncf::store::zarr {
namespace {

using base::Json;

using model::visit_number;

/// Converts texts for numbers that JSON lacks to numbers.
template <class Integer>
std::optional<Integer> integer_of(const Json& json) {
  if (json.is(Json::Kind::boolean)) return static_cast<Integer>(json.boolean ? 1 : 0);
  if (const auto value = as_int64(json)) {
    return std::in_range<Integer>(*value) ? std::optional(static_cast<Integer>(*value))
                                          : std::nullopt;
  }
  if (const auto value = as_uint64(json)) {
    return std::in_range<Integer>(*value) ? std::optional(static_cast<Integer>(*value))
                                          : std::nullopt;
  }
  const auto value = as_double(json);
  constexpr double exact = 9007199254740992.0;  // larger doubles skip integers
  if (!value || !(std::abs(*value) <= exact) || std::trunc(*value) != *value) return std::nullopt;
  const auto whole = static_cast<std::int64_t>(*value);
  return std::in_range<Integer>(whole) ? std::optional(static_cast<Integer>(whole)) : std::nullopt;
}

template <class Number>
std::optional<Number> number_of(const Json& json) {
  if constexpr (std::is_integral_v<Number>) {
    return integer_of<Number>(json);
  } else {
    if (json.is(Json::Kind::boolean)) return json.boolean ? Number{1} : Number{0};
    if constexpr (std::is_same_v<Number, float>) {
      return as_float(json);
    } else {
      return as_double(json);
    }
  }
}

std::string significant_digits(const base::Digits& digits) {
  std::string text(digits.text);
  std::erase(text, '.');
  text.erase(text.find_last_not_of('0') + 1);
  return text;
}

}  // namespace

bool has_digits_of(const Json& json, double number) {
  constexpr std::size_t most_digits = 767;  // of a double
  if (!json.is(Json::Kind::number) || !std::isfinite(number)) return false;
  const base::Digits written = base::digits_of(json.text);
  const std::string digits = significant_digits(written);
  if (digits.size() > most_digits) return false;
  const int places = std::max(static_cast<int>(digits.size()) - 1, 0);
  const std::string text = fmt::format("{:.{}e}", number, places);
  const base::Digits read = base::digits_of(text);
  return json.text.starts_with('-') == std::signbit(number) && digits == significant_digits(read) &&
         written.before_point == read.before_point;
}

bool is_numeric(const model::Type& type) {
  return visit_number(type.type_class, [](auto) { return true; });
}

bool set_number(model::Values& values, std::size_t index, const Json& json) {
  const Json plain = text_as_bare_word(json);
  return visit_number(values.type()->type_class, [&](auto zero) {
    using Number = decltype(zero);
    const auto number = number_of<Number>(plain);
    if (!number) return false;
    std::memcpy(values.data() + index * sizeof(Number), &*number, sizeof(Number));
    return true;
  });
}

Json get_number(const model::Values& values, std::size_t index) {
  Json json;
  visit_number(values.type()->type_class, [&](auto zero) {
    using Number = decltype(zero);
    Number number{};
    std::memcpy(&number, values.data() + index * sizeof number, sizeof number);
    if constexpr (std::is_floating_point_v<Number>) {
      json = Json(static_cast<double>(number));
    } else if constexpr (std::is_signed_v<Number>) {
      json = Json(static_cast<std::int64_t>(number));
    } else {
      json = Json(static_cast<std::uint64_t>(number));
    }
    return true;
  });
  return json;
}

}  // namespace ncf::store::zarr
