// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/json/records.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <ctime>

#include "base/text/real_text.hpp"
#include "ncf/error.hpp"

namespace ncf::base {

using std::chrono::system_clock;

std::string format_utc(TimePoint time) {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(system_clock::to_time_t(time)));
}

std::optional<TimePoint> parse_utc(const std::string& text) {
  std::tm parts{};
  if (::strptime(text.c_str(), "%Y-%m-%dT%H:%M:%SZ", &parts) == nullptr) return std::nullopt;
  return system_clock::from_time_t(::timegm(&parts));
}

void JsonWriter::add(const char* name, const Member<Written::hexadecimal, std::uint64_t>& member) {
  object_.add(name, fmt::format("{:016x}", member.value));
}

void JsonWriter::add(const char* name, const Member<Written::thousandths, double>& member) {
  object_.add(name, json_digits(fmt::format("{:.3f}", member.value)));
}

void JsonWriter::add(const char* name, const Member<Written::embedded, std::string>& member) {
  if (!member.value.empty()) object_.add(name, parse_json(member.value));
}

const Json* JsonReader::find(const char* name) {
  known_.emplace_back(name);
  return object_.find(name);
}

void JsonReader::refuse(const char* name, std::string_view expected) const {
  throw Error(ErrorCode::usage, fmt::format("{}{}: expected {}", place_, name, expected));
}

void JsonReader::refuse_missing(const char* name) const {
  throw Error(ErrorCode::usage, fmt::format("{}{}: missing", place_, name));
}

void JsonReader::require_all_known() const {
  for (const JsonMember& member : object_.members) {
    if (std::ranges::find(known_, member.name) != known_.end()) continue;
    throw Error(ErrorCode::usage, fmt::format("{}{}: unknown member", place_, member.name));
  }
}

void JsonReader::require_text(const char* name) const {
  const Json* const value = object_.find(name);
  if (value == nullptr) refuse_missing(name);
  if (value->text.empty()) refuse(name, "a text that is not empty");
}

std::string JsonReader::describe_choice(std::span<const std::string_view> names) {
  return fmt::format("one of {}", fmt::join(names, ", "));
}

void JsonReader::take(const char* name, Member<Written::hexadecimal, std::uint64_t>& member) {
  const Json* const value = find(name);
  if (value == nullptr) return by_ == By::ncf ? refuse_missing(name) : void();
  const auto number = find_number<std::uint64_t>(text_of(name, *value), 16);
  if (!number) refuse(name, "hexadecimal digits");
  member.value = *number;
}

void JsonReader::take(const char* name, Member<Written::embedded, std::string>& member) {
  if (const Json* const value = find(name)) member.value = format_compact_json(*value);
}

void JsonReader::take(const char* name, const Refused& member) {
  if (find(name) == nullptr) return;
  throw Error(ErrorCode::usage, fmt::format("{}{}: {}", place_, name, member.reason));
}

// The system would use a name only up to a NUL.
const std::string& JsonReader::text_of(const char* name, const Json& value,
                                       std::string_view expected) const {
  if (!value.is(Json::Kind::text)) refuse(name, expected);
  if (by_ == By::user && value.text.find('\0') != std::string::npos) {
    refuse(name, "no NUL in a text");
  }
  return value.text;
}

void JsonReader::read(const char* name, const Json& value, bool& target) const {
  if (!value.is(Json::Kind::boolean)) refuse(name, "true or false");
  target = value.boolean;
}

void JsonReader::read(const char* name, const Json& value, double& target) const {
  const auto number = as_double(value);
  if (!number) refuse(name, "a number");
  target = *number;
}

void JsonReader::read(const char* name, const Json& value, char& target) const {
  const std::string& text = text_of(name, value);
  if (text.size() != 1) refuse(name, "a text of one character");
  target = text.front();
}

void JsonReader::read(const char* name, const Json& value, TimePoint& target) const {
  const auto time = parse_utc(text_of(name, value));
  if (!time) refuse(name, "a time in UTC");
  target = *time;
}

}  // namespace ncf::base
