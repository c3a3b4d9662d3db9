// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/output/values_as_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstring>
#include <string_view>
#include <vector>

#include "base/text/characters.hpp"
#include "model/values/numbers.hpp"
#include "ncf/error.hpp"

namespace ncf::ops {

using model::Type;
using model::Values;

namespace {

/// Returns the name of the member with a value, or the value's number if there is none.
std::string member_name(const Type& enumeration, const std::byte* value) {
  const std::size_t bytes = enumeration.size_bytes;
  for (const model::EnumMember& member : enumeration.members) {
    if (std::equal(value, value + bytes, member.value.data())) return member.name;
  }
  Values number(enumeration.base, 1);
  std::memcpy(number.data(), value, bytes);
  return fmt::format("{}", model::to_doubles(number).front());
}

}  // namespace

Values member_names(const Values& values) {
  const Type& type = *values.type();
  Values names(model::atomic_type(TypeClass::string), values.count());
  for (std::size_t i = 0; i < values.count(); ++i) {
    model::store(names.data() + i * sizeof(char*),
                 model::allocate_string(member_name(type, values.data() + i * type.size_bytes)));
  }
  return names;
}

Values joined_lines(const Values& strings) {
  const std::vector<std::string_view> lines = model::texts_of(strings);
  const auto has_lines = [](std::string_view text) { return text.find('\n') != text.npos; };
  if (lines.size() > 1 && std::ranges::any_of(lines, has_lines)) {
    throw Error(ErrorCode::unsupported,
                "several strings, of which one has several lines, cannot become one text; choose "
                "-k netCDF-4");
  }
  return model::text_values(fmt::format("{}", fmt::join(lines, "\n")));
}

std::string boolean_json(const Values& values) {
  std::string json;
  for (std::size_t i = 0; i < values.count(); ++i) {
    json += i > 0 ? "," : "";
    json += values.data()[i] == std::byte{0} ? "false" : "true";
  }
  return values.count() == 1 ? json : "[" + json + "]";
}

std::string as_word(std::string name) {
  constexpr std::string_view allowed = "_-.+@";
  for (char& c : name) {
    const bool is_plain =
        base::is_letter(c) || base::is_digit(c) || static_cast<signed char>(c) < 0;
    if (!is_plain && allowed.find(c) == std::string_view::npos) c = '_';
  }
  return name;
}

}  // namespace ncf::ops
