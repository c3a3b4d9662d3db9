// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Writes records as JSON, and reads them. source: base/memory/members.hpp
//
//   const Json json = base::to_json(report);
//
//   base::JsonReader members(json, base::JsonReader::By::user);
//   fields(members, options);
//   members.require_all_known();
//
// Members are booleans, numbers, texts, times, enumerations with names and other records, and
// optional ones or vectors of these. `as_json` and `take_name`, in the namespace of a type, replace
// how its values are written and read. Values, any thread.
#pragma once

#include <chrono>
#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/json/json.hpp"
#include "base/memory/members.hpp"

namespace ncf::base {

using TimePoint = std::chrono::system_clock::time_point;

/// Formats a time in UTC, in whole seconds: "2026-11-29T20:15:00Z".
std::string format_utc(TimePoint time);
/// Parses the inverse; empty for another text.
std::optional<TimePoint> parse_utc(const std::string& text);

template <class Value>
inline constexpr bool is_vector = false;
template <class Value>
inline constexpr bool is_vector<std::vector<Value>> = true;

template <class Value>
Json to_json(const Value& value);

/// Writes an object with its members in the order of the calls.
class JsonWriter {
 public:
  template <class Value, class... Rest>
  void operator()(const char* name, const Value& value, const Rest&... rest) {
    add(name, value);
    if constexpr (sizeof...(rest) > 0) (*this)(rest...);
  }
  [[nodiscard]] Json take() { return std::move(object_); }

 private:
  template <class Value>
  void add(const char* name, const Value& value) {
    object_.add(name, to_json(value));
  }
  template <class Value>
  void add(const char* name, const Member<Written::unless_empty, Value>& member) {
    if (!is_empty(member.value)) add(name, member.value);
  }
  void add(const char* name, const Member<Written::hexadecimal, std::uint64_t>& member);
  void add(const char* name, const Member<Written::thousandths, double>& member);
  void add(const char* name, const Member<Written::embedded, std::string>& member);
  void add(const char* /*name*/, const Refused& /*not_written*/) {}

  Json object_ = json_object();
};

/// Returns the value as JSON; for a record, an object.
template <class Value>
Json to_json(const Value& value) {
  if constexpr (requires { as_json(value); }) {
    return as_json(value);
  } else if constexpr (std::is_enum_v<Value>) {
    return base::name_of(value);
  } else if constexpr (std::same_as<Value, char>) {
    return std::string(1, value);
  } else if constexpr (std::same_as<Value, TimePoint>) {
    return format_utc(value);
  } else if constexpr (requires { value.has_value(); }) {
    return value ? to_json(*value) : Json();
  } else if constexpr (is_vector<Value>) {
    return json_list(value, [](const auto& one) { return to_json(one); });
  } else if constexpr (requires(JsonWriter writer, Value & record) { fields(writer, record); }) {
    JsonWriter writer;
    fields(writer, const_cast<Value&>(value));  // a writer changes nothing
    return writer.take();
  } else {
    return Json(value);
  }
}

/// Returns an object of names and values.
template <class... Members>
Json json_of(const Members&... members) {
  JsonWriter writer;
  writer(members...);
  return writer.take();
}

/// Reads an object. Members that are not there leave their values as they are.
/// throws: Error(usage), "style.exact: expected true or false".
class JsonReader {
 public:
  enum class By {
    user,  ///< any member may be missing, none may be unknown, and texts contain no NUL
    ncf,   ///< members may be unknown, and missing only if they are left out when empty
  };

  /// place: before names in messages, "style."
  JsonReader(const Json& object, By by, std::string place = {})
      : object_(object), by_(by), place_(std::move(place)) {}

  template <class Value, class... Rest>
  void operator()(const char* name, Value&& value, Rest&&... rest) {
    take(name, value);
    if constexpr (sizeof...(rest) > 0) (*this)(std::forward<Rest>(rest)...);
  }

  /// throws: Error(usage) naming a member that was not read.
  void require_all_known() const;
  /// throws: Error(usage) if the text is missing or empty. Call it after `require_all_known`, which
  /// names a member that is only misspelt.
  void require_text(const char* name) const;

 private:
  const Json* find(const char* name);
  [[noreturn]] void refuse(const char* name, std::string_view expected) const;
  [[noreturn]] void refuse_missing(const char* name) const;
  static std::string describe_choice(std::span<const std::string_view> names);

  template <class Value>
  void take(const char* name, Value& target) {
    if (const Json* const value = find(name)) return read(name, *value, target);
    if (by_ == By::ncf) refuse_missing(name);
  }
  template <class Value>
  void take(const char* name, Member<Written::unless_empty, Value>& member) {
    if (const Json* const value = find(name)) read(name, *value, member.value);
  }
  void take(const char* name, Member<Written::hexadecimal, std::uint64_t>& member);
  void take(const char* name, Member<Written::thousandths, double>& member) {
    take(name, member.value);
  }
  void take(const char* name, Member<Written::embedded, std::string>& member);
  void take(const char* name, const Refused& member);
  void take(const char* name, Refused& member) { take(name, std::as_const(member)); }

  [[nodiscard]] const std::string& text_of(const char* name, const Json& value,
                                           std::string_view expected = "a text") const;
  void read(const char* name, const Json& value, std::string& target) const {
    target = text_of(name, value);
  }
  void read(const char* name, const Json& value, bool& target) const;
  void read(const char* name, const Json& value, double& target) const;
  void read(const char* name, const Json& value, char& target) const;
  void read(const char* name, const Json& value, TimePoint& target) const;

  template <std::integral Number>
  void read(const char* name, const Json& value, Number& target) const {
    const auto number = as_int64(value);
    if (!number || !std::in_range<Number>(*number)) refuse(name, "a whole number in its range");
    target = static_cast<Number>(*number);
  }
  template <class Value>
  void read(const char* name, const Json& value, std::optional<Value>& target) const {
    if (by_ == By::ncf && value.is(Json::Kind::null)) return target.reset();
    read(name, value, target.emplace());
  }
  template <std::constructible_from<std::string> Text>
  void read(const char* name, const Json& value, std::vector<Text>& target) const {
    constexpr std::string_view expected = "a list of texts";
    if (!value.is(Json::Kind::list)) refuse(name, expected);
    target.clear();
    for (const Json& one : value.elements) target.emplace_back(text_of(name, one, expected));
  }
  template <class Value>
  requires std::is_enum_v<Value>
  void read(const char* name, const Json& value, Value& target) const {
    const std::string& text = text_of(name, value);
    if constexpr (requires { take_name(text, target); }) {
      if (const auto expected = take_name(text, target)) refuse(name, *expected);
    } else {
      const auto found = find_named<Value>(text);
      if (!found) refuse(name, describe_choice(names_of(target)));
      target = *found;
    }
  }
  template <class Record>
  void read(const char* name, const Json& value, Record& target) const {
    if (!value.is(Json::Kind::object)) refuse(name, "an object");
    JsonReader members(value, by_, place_ + name + '.');
    fields(members, target);
    if (by_ == By::user) members.require_all_known();
  }

  const Json& object_;
  By by_;
  std::string place_;
  std::vector<std::string_view> known_;
};

}  // namespace ncf::base
