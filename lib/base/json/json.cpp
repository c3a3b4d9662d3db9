// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/json/json.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "base/text/real_text.hpp"

namespace ncf::base {
namespace {

using Kind = Json::Kind;

Json make(Kind kind, std::string_view text = {}) {
  Json value;
  value.kind = kind;
  value.text = text;
  return value;
}

std::string digits_with_point(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value < 0 ? "-Infinity" : "Infinity";
  std::string digits = format_real(value);
  if (digits.find_first_of(".e") == std::string::npos) digits += ".0";
  return digits;
}

template <class Number>
std::optional<Number> number_of(const Json& value) {
  if (!value.is(Kind::number)) return std::nullopt;
  Number number{};
  const char* const end = value.text.data() + value.text.size();
  const auto [rest, error] = std::from_chars(value.text.data(), end, number);
  if (error != std::errc{} || rest != end) return std::nullopt;
  return number;
}

// Parses digits in the requested type: FLT_MAX with few digits is larger as a double. A number too
// large for the type is rejected.
template <class Number>
std::optional<Number> floating_of(const Json& value) {
  using Limits = std::numeric_limits<Number>;
  if (!value.is(Kind::number)) return std::nullopt;
  if (value.text == "NaN") return Limits::quiet_NaN();
  if (value.text == "Infinity") return Limits::infinity();
  if (value.text == "-Infinity") return -Limits::infinity();
  const auto real = read_real<Number>(value.text);
  if (real.has_overflowed) return std::nullopt;
  return real.value;
}

}  // namespace

Json::Json(double value) : kind(Kind::number), text(digits_with_point(value)) {}

bool is_bare_word(std::string_view text) {
  return std::find(std::begin(bare_words), std::end(bare_words), text) != std::end(bare_words);
}

const Json* Json::find(std::string_view name) const noexcept {
  for (const JsonMember& member : members) {
    if (member.name == name) return &member.value;
  }
  return nullptr;
}

const Json* Json::find_any(std::initializer_list<std::string_view> names) const noexcept {
  for (const std::string_view name : names) {
    if (const Json* found = find(name)) return found;
  }
  return nullptr;
}

Json& Json::add(std::string_view name, Json value) {
  members.push_back({std::string(name), std::move(value)});
  return *this;
}

std::size_t depth_of(const Json& value) {
  if (!value.is(Json::Kind::list) && !value.is(Json::Kind::object)) return 0;
  std::size_t depth = 0;
  for (const Json& element : value.elements) depth = std::max(depth, depth_of(element));
  for (const JsonMember& member : value.members) depth = std::max(depth, depth_of(member.value));
  return depth + 1;
}

std::size_t count_values(const Json& value) {
  std::size_t count = 1;
  for (const Json& element : value.elements) count += count_values(element);
  for (const JsonMember& member : value.members) count += count_values(member.value);
  return count;
}

Json bare_word_as_text(Json value) {
  if (value.is(Kind::number) && is_bare_word(value.text)) value.kind = Kind::text;
  return value;
}

Json text_as_bare_word(Json value) {
  if (value.is(Kind::text) && is_bare_word(value.text)) value.kind = Kind::number;
  return value;
}

Json json_digits(std::string_view digits) { return make(Kind::number, digits); }

Json json_list() { return make(Kind::list); }

Json json_object(std::initializer_list<JsonMember> members) {
  Json object = make(Kind::object);
  object.members = members;
  return object;
}

Json json_text_or_null(std::string_view text) { return text.empty() ? Json() : Json(text); }

std::optional<std::int64_t> as_int64(const Json& value) { return number_of<std::int64_t>(value); }
std::optional<std::uint64_t> as_uint64(const Json& value) {
  return number_of<std::uint64_t>(value);
}

std::optional<float> as_float(const Json& value) { return floating_of<float>(value); }
std::optional<double> as_double(const Json& value) { return floating_of<double>(value); }

bool is_integer(const Json& value) {
  return value.is(Kind::number) && value.text.find_first_not_of("-0123456789") == std::string::npos;
}

}  // namespace ncf::base
