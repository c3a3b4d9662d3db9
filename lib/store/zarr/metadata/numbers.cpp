// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/zarr/metadata/numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <utility>

#include "base/text/characters.hpp"
#include "model/values/visit_number.hpp"

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

/// A number in decimals: 0.0120 is "12" with the exponent -2.
struct Decimals {
  bool is_negative = false;
  std::string digits;         ///< without zeros at either end; empty for 0
  std::int64_t exponent = 0;  ///< of the first digit

  friend bool operator==(const Decimals&, const Decimals&) = default;
};

/// Returns empty if the text is not a number in digits.
std::optional<Decimals> decimals_of(std::string_view text) {
  Decimals decimals;
  decimals.is_negative = text.starts_with('-');
  if (decimals.is_negative) text.remove_prefix(1);
  const std::size_t e = std::min(text.find_first_of("eE"), text.size());
  std::string_view exponent = text.substr(std::min(e + 1, text.size()));
  if (exponent.starts_with('+')) exponent.remove_prefix(1);
  if (e < text.size()) {
    const auto [end, error] =
        std::from_chars(exponent.data(), exponent.data() + exponent.size(), decimals.exponent);
    if (error != std::errc{} || end != exponent.data() + exponent.size()) return std::nullopt;
  }
  const std::size_t point = std::min(text.substr(0, e).find('.'), e);
  decimals.digits = std::string(text.substr(0, point));
  if (point < e) decimals.digits += text.substr(point + 1, e - point - 1);
  if (!std::all_of(decimals.digits.begin(), decimals.digits.end(), base::is_digit)) {
    return std::nullopt;
  }
  const std::size_t first = decimals.digits.find_first_not_of('0');
  if (first == std::string::npos) return Decimals{decimals.is_negative, {}, 0};
  decimals.exponent += static_cast<std::int64_t>(point) - static_cast<std::int64_t>(first) - 1;
  decimals.digits.erase(decimals.digits.find_last_not_of('0') + 1);
  decimals.digits.erase(0, first);
  return decimals;
}

}  // namespace

bool has_digits_of(const Json& json, double number) {
  constexpr std::size_t most_digits = 767;  // of a double
  if (!json.is(Json::Kind::number) || !std::isfinite(number)) return false;
  const auto written = decimals_of(json.text);
  if (!written || written->digits.size() > most_digits) return false;
  const int places = std::max(static_cast<int>(written->digits.size()) - 1, 0);
  return written == decimals_of(fmt::format("{:.{}e}", number, places));
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
