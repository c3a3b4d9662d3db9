// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/zarr/metadata/json_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <utility>

#include "base/errors/error_context.hpp"
#include "base/text/real_text.hpp"
#include "model/values/numbers.hpp"
#include "ncf/error.hpp"

namespace ncf::store::zarr {

using base::Json;
using base::json_object;
using base::JsonTexts;
using model::visit_number;

namespace {

/// Returns the integer that a number is, even one with a fraction or an exponent.
template <class Integer>
std::optional<Integer> integer_of(const Json& json) {
  const auto as_integer = [](auto value) {
    return std::in_range<Integer>(value) ? std::optional(static_cast<Integer>(value))
                                         : std::nullopt;
  };
  if (json.is(Json::Kind::boolean)) return static_cast<Integer>(json.boolean ? 1 : 0);
  if (const auto value = as_int64(json)) return as_integer(*value);
  if (const auto value = as_uint64(json)) return as_integer(*value);
  const auto value = as_double(json);
  constexpr double exact = 9007199254740992.0;  // larger doubles skip integers
  if (!value || !(std::abs(*value) <= exact) || std::trunc(*value) != *value) return std::nullopt;
  return as_integer(static_cast<std::int64_t>(*value));
}

template <class Number>
std::optional<Number> number_of(const Json& json) {
  if constexpr (std::is_integral_v<Number>) {
    return integer_of<Number>(json);
  } else {
    if (json.is(Json::Kind::boolean)) return json.boolean ? Number{1} : Number{0};
    if constexpr (std::is_same_v<Number, float>) return as_float(json);
    if constexpr (std::is_same_v<Number, double>) return as_double(json);
  }
}

std::string significant_digits(const base::Digits& digits) {
  std::string text(digits.text);
  std::erase(text, '.');
  text.erase(text.find_last_not_of('0') + 1);
  return text;
}

}  // namespace

std::optional<Json> read_json(KeyStore& store, const std::string& key) {
  const auto bytes = store.read(key, max_metadata_bytes);
  if (!bytes) return std::nullopt;
  return base::with_context(key, [&] {
    return base::parse_json({reinterpret_cast<const char*>(bytes->data()), bytes->size()});
  });
}

std::optional<std::string> format_metadata(const Json& json, JsonTexts texts) {
  if (base::depth_of(json) > base::max_json_depth) return std::nullopt;
  if (base::count_values(json) > base::max_json_values) return std::nullopt;
  std::string text = base::format_json(json, texts);
  if (text.size() > max_metadata_bytes) return std::nullopt;
  return text;
}

void write_json(KeyStore& store, const std::string& key, const Json& json, JsonTexts texts) {
  const auto text = format_metadata(json, texts);
  if (!text) {
    throw Error(
        ErrorCode::unsupported,
        fmt::format("{}: ncf could not read these metadata again: more than {} MiB, {} "
                    "values or {} levels; leave out large attributes",
                    key, max_metadata_bytes >> 20U, base::max_json_values, base::max_json_depth));
  }
  store.write(key, std::as_bytes(std::span(*text)));
}

const Json& get_member(const Json& object, std::string_view name) {
  const Json* const member = object.find(name);
  if (member == nullptr) throw Error(ErrorCode::corrupt, fmt::format("has no \"{}\"", name));
  return *member;
}

Json make_named(std::string_view name, std::initializer_list<base::JsonMember> configuration) {
  return json_object({{"name", name}, {"configuration", json_object(configuration)}});
}

const Json* find_configuration(const Json& named, std::string_view member) {
  const Json* const configuration = named.find("configuration");
  return configuration == nullptr ? nullptr : configuration->find(member);
}

bool may_be_ignored(const Json& extension) {
  const Json* const must = extension.find("must_understand");
  return must != nullptr && must->is(Json::Kind::boolean) && !must->boolean;
}

void require_understood(const Json& metadata, std::span<const std::string_view> known) {
  for (const base::JsonMember& member : metadata.members) {
    if (std::ranges::find(known, member.name) != known.end()) continue;
    if (may_be_ignored(member.value)) continue;
    throw Error(ErrorCode::unsupported,
                fmt::format("metadata \"{}\" must be understood", member.name));
  }
}

// ---- Numbers ----

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

bool set_number(model::Values& values, std::size_t index, const Json& json) {
  const Json plain = text_as_bare_word(json);
  return visit_number(values.type()->type_class, [&](auto zero) {
    using Number = decltype(zero);
    const auto number = number_of<Number>(plain);
    if (!number) return false;
    model::store(values.data() + index * sizeof(Number), *number);
    return true;
  });
}

Json get_number(const model::Values& values, std::size_t index) {
  Json json;
  visit_number(values.type()->type_class, [&](auto zero) {
    using Number = decltype(zero);
    const auto number = model::load<Number>(values.data() + index * sizeof(Number));
    if constexpr (std::is_floating_point_v<Number>) {
      json = static_cast<double>(number);
    } else {
      json = number;
    }
  });
  return json;
}

}  // namespace ncf::store::zarr
