// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Options of calls as JSON. Members have the names that they have in the structures. A member that
// neither the function nor its caller takes is an error.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/json/json.hpp"
#include "ncf/copy.hpp"
#include "ncf/dump.hpp"
#include "ncf/explain.hpp"
#include "ncf/generate.hpp"
#include "ncf/info.hpp"

namespace ncf::ops {

/// The members of a JSON object as options. Invalid requests are Error(usage) that names the
/// member.
///
///   Request request(text);
///   request.take("input", options.input);
///   request.require_all_taken();
///
/// Values, any thread.
class Request {
 public:
  /// throws: SyntaxError if the text is not JSON; Error(usage) if it is not an object.
  explicit Request(std::string_view text);

  /// Sets `target` to the member's value, or leaves it if there is no such member.
  template <typename Value>
  void take(const char* name, Value& target) {
    if (const base::Json* value = find(name)) read(name, *value, target);
  }

  /// Does the same for an enumeration, by the names of its values.
  template <typename Value>
  void take(const char* name, Value& target,
            std::initializer_list<std::pair<std::string_view, Value>> values) {
    std::string text;
    take(name, text);
    if (find(name) == nullptr) return;
    std::vector<std::string_view> names;
    for (const auto& [known, value] : values) {
      names.push_back(known);
      if (known == text) {
        target = value;
        return;
      }
    }
    refuse(name, describe_choice(names));
  }

  /// Takes a member that is an object; an empty object if there is none.
  [[nodiscard]] Request take_object(const char* name);

  [[nodiscard]] bool has(const char* name) const { return object_.find(name) != nullptr; }

  /// Refuses a member that cannot be taken. throws: Error(usage) with the reason.
  void refuse_if_given(const char* name, std::string_view reason) const;

  /// throws: Error(usage) naming a member that was not taken.
  void require_all_taken() const;

  /// throws: Error(usage) if the text is missing or empty. Call it after `require_all_taken`, which
  /// names a member that is only misspelt.
  void require_text(const char* name) const;

  /// throws: Error(usage), "member: expected ...".
  [[noreturn]] void refuse(const char* name, std::string_view expected) const;

 private:
  Request(std::string place, base::Json object);

  const base::Json* find(const char* name);
  static std::string describe_choice(const std::vector<std::string_view>& names);
  [[nodiscard]] const std::string& checked_text(const char* name, const base::Json& value) const;

  void read(const char* name, const base::Json& value, std::string& target) const;
  void read(const char* name, const base::Json& value, bool& target) const;
  void read(const char* name, const base::Json& value, std::vector<std::string>& target) const;

  template <std::integral Number>
  void read(const char* name, const base::Json& value, Number& target) const {
    const auto number = base::as_int64(value);
    if (!number || !std::in_range<Number>(*number)) refuse(name, "a whole number in its range");
    target = static_cast<Number>(*number);
  }

  template <typename Value>
  void read(const char* name, const base::Json& value, std::optional<Value>& target) const {
    read(name, value, target.emplace());
  }

  std::string place_;  ///< "style."; empty for the whole request
  base::Json object_;
  std::set<std::string> taken_;
};

/// throws: Error(usage) as Request.
CopyOptions copy_options_of(Request& request);
DumpOptions dump_options_of(Request& request);
GenerateOptions generate_options_of(Request& request);
InspectOptions inspect_options_of(Request& request);
ExplainOptions explain_options_of(Request& request);

}  // namespace ncf::ops
