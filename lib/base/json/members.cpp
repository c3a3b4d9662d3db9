// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/json/members.hpp"

#include <limits>

#include "ncf/error.hpp"

namespace ncf::base {

using Kind = Json::Kind;

void JsonMembers::fail() const { throw Error(ErrorCode::corrupt, reason_); }

template <class Number>
Number JsonMembers::require(const std::optional<Number>& number) const {
  if (!number) fail();
  return *number;
}

const Json* JsonMembers::find(std::string_view name) const noexcept {
  const Json* const found = object_.find(name);
  return found == nullptr || found->is(Kind::null) ? nullptr : found;
}

const Json& JsonMembers::get(std::string_view name, Kind kind) const {
  const Json* const found = object_.find(name);
  if (found == nullptr || !found->is(kind)) fail();
  return *found;
}

const std::string& JsonMembers::text(std::string_view name) const {
  return get(name, Kind::text).text;
}

bool JsonMembers::boolean(std::string_view name) const { return get(name, Kind::boolean).boolean; }

double JsonMembers::real(std::string_view name) const {
  return require(as_double(get(name, Kind::number)));
}

std::uint64_t JsonMembers::size(std::string_view name) const {
  return require(as_uint64(get(name, Kind::number)));
}

std::uint32_t JsonMembers::id(std::string_view name) const {
  const std::uint64_t number = size(name);
  if (number > std::numeric_limits<std::uint32_t>::max()) fail();
  return static_cast<std::uint32_t>(number);
}

std::int64_t JsonMembers::integer(std::string_view name) const {
  return require(as_int64(get(name, Kind::number)));
}

std::string JsonMembers::text_or_none(std::string_view name) const {
  return find(name) == nullptr ? "" : text(name);
}

std::uint64_t JsonMembers::size_or_zero(std::string_view name) const {
  return find(name) == nullptr ? 0 : size(name);
}

bool JsonMembers::is_true(std::string_view name) const {
  return find(name) != nullptr && boolean(name);
}

}  // namespace ncf::base
