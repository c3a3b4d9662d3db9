// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/c_api/request.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "ncf/error.hpp"

namespace ncf::ops {
namespace {

using base::Json;

Json parse(std::string_view text) {
  base::JsonReading reading = base::read_json(text);
  const std::size_t rest = text.find_first_not_of(" \t\r\n", reading.end);
  if (rest != std::string_view::npos) {
    throw SyntaxError(text, {rest, text.size()}, "text after the request");
  }
  return std::move(reading.value);
}

}  // namespace

Request::Request(std::string_view text) : Request("", parse(text)) {}

Request::Request(std::string place, Json object)
    : place_(std::move(place)), object_(std::move(object)) {
  if (object_.is(Json::Kind::object)) return;
  throw Error(ErrorCode::usage,
              fmt::format("{}: expected an object",
                          place_.empty() ? "request" : place_.substr(0, place_.size() - 1)));
}

Request Request::take_object(const char* name) {
  const Json* value = find(name);
  return {fmt::format("{}{}.", place_, name), value == nullptr ? base::json_object() : *value};
}

const Json* Request::find(const char* name) {
  taken_.insert(name);
  return object_.find(name);
}

void Request::refuse_if_given(const char* name, std::string_view reason) const {
  if (has(name)) throw Error(ErrorCode::usage, fmt::format("{}{}: {}", place_, name, reason));
}

void Request::require_all_taken() const {
  for (const base::JsonMember& member : object_.members) {
    if (taken_.contains(member.name)) continue;
    throw Error(ErrorCode::usage, fmt::format("{}{}: unknown member", place_, member.name));
  }
}

void Request::require_text(const char* name) const {
  const Json* value = object_.find(name);
  if (value == nullptr) {
    throw Error(ErrorCode::usage, fmt::format("{}{}: missing", place_, name));
  }
  if (value->text.empty()) refuse(name, "a text that is not empty");
}

void Request::refuse(const char* name, std::string_view expected) const {
  throw Error(ErrorCode::usage, fmt::format("{}{}: expected {}", place_, name, expected));
}

std::string Request::describe_choice(const std::vector<std::string_view>& names) {
  return fmt::format("one of {}", fmt::join(names, ", "));
}

// The system would use a name only up to a NUL.
const std::string& Request::checked_text(const char* name, const Json& value) const {
  if (value.text.find('\0') != std::string::npos) refuse(name, "no NUL in a text");
  return value.text;
}

void Request::read(const char* name, const Json& value, std::string& target) const {
  if (!value.is(Json::Kind::text)) refuse(name, "a text");
  target = checked_text(name, value);
}

void Request::read(const char* name, const Json& value, bool& target) const {
  if (!value.is(Json::Kind::boolean)) refuse(name, "true or false");
  target = value.boolean;
}

void Request::read(const char* name, const Json& value, std::vector<std::string>& target) const {
  if (!value.is(Json::Kind::list)) refuse(name, "a list of texts");
  target.clear();
  for (const Json& element : value.elements) {
    if (!element.is(Json::Kind::text)) refuse(name, "a list of texts");
    target.push_back(checked_text(name, element));
  }
}

}  // namespace ncf::ops
