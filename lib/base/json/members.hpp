// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads the members of an object and checks their kinds. Any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/json/json.hpp"

namespace ncf::base {

/// The functions throw Error(corrupt) with `reason` as its message if a required member is missing,
/// or a member is of another kind.
class JsonMembers {
 public:
  /// object, reason: must outlive this.
  JsonMembers(const Json& object, const char* reason) : object_(object), reason_(reason) {}

  [[nodiscard]] const Json& get(std::string_view name, Json::Kind kind) const;
  [[nodiscard]] const std::string& text(std::string_view name) const;
  [[nodiscard]] bool boolean(std::string_view name) const;
  [[nodiscard]] double real(std::string_view name) const;
  [[nodiscard]] std::uint64_t size(std::string_view name) const;
  [[nodiscard]] std::uint32_t id(std::string_view name) const;
  [[nodiscard]] std::int64_t integer(std::string_view name) const;

  /// Returns null if the member is missing or null.
  [[nodiscard]] const Json* find(std::string_view name) const noexcept;
  /// Return empty, 0 or false if the member is missing.
  [[nodiscard]] std::string text_or_none(std::string_view name) const;
  [[nodiscard]] std::uint64_t size_or_zero(std::string_view name) const;
  [[nodiscard]] bool is_true(std::string_view name) const;

 private:
  [[noreturn]] void fail() const;
  template <class Number>
  Number require(const std::optional<Number>& number) const;

  const Json& object_;
  const char* reason_;
};

}  // namespace ncf::base
