// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A record states its members once, with their names, in its own namespace:
//
//   void fields(auto& archive, Trial& trial) {
//     archive("filters", trial.filters, "error", base::unless_empty(trial.error));
//   }
//
// An archive packs them (base/memory/packed.hpp), or writes or reads them as JSON
// (base/json/records.hpp). An enumeration has a function with its names, in the order of its
// values:
//
//   constexpr auto names_of(Route) { return std::to_array<std::string_view>({"fill", "element"}); }
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ncf::base {

/// How a member is written in JSON.
enum class Written {
  unless_empty,  ///< left out if it is empty, 0 or false; need not be there
  hexadecimal,   ///< an unsigned number as 16 digits in a text
  thousandths,   ///< a number of seconds with three digits behind the point
  embedded,      ///< a text that contains JSON, as that JSON; left out if it is empty
};

/// A member and how it is written.
template <Written how, class Value>
struct Member {
  Value& value;
};

template <class Value>
Member<Written::unless_empty, Value> unless_empty(Value& value) {
  return {value};
}
inline Member<Written::hexadecimal, std::uint64_t> hexadecimal(std::uint64_t& number) {
  return {number};
}
inline Member<Written::thousandths, double> thousandths(double& seconds) { return {seconds}; }
inline Member<Written::embedded, std::string> embedded(std::string& json) { return {json}; }

/// Returns the name of an enumerator.
template <class Enumeration>
constexpr std::string_view name_of(Enumeration value) {
  return names_of(value).at(static_cast<std::size_t>(value));
}

/// Returns the enumerator with a name; empty if there is none.
template <class Enumeration>
constexpr std::optional<Enumeration> find_named(std::string_view name) {
  const auto names = names_of(Enumeration{});
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  return static_cast<Enumeration>(found - names.begin());
}

/// A member that is not read, and why.
struct Refused {
  const char* reason;
};

/// Returns whether a member is left out.
template <class Value>
bool is_empty(const Value& value) {
  if constexpr (requires { value.has_value(); }) {
    return !value.has_value();
  } else if constexpr (requires { value.empty(); }) {
    return value.empty();
  } else {
    return value == Value{};
  }
}

}  // namespace ncf::base
