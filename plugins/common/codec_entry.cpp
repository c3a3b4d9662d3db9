// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "common/codec_entry.hpp"

#include <netcdf.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/codec_json.hpp"
#include "common/codec_memory.hpp"

namespace ncf::plugins {
namespace {

using filter::Choice;
using filter::CodecMember;
using filter::Layout;
using filter::MemberRole;
using filter::Parameter;
using filter::Spelling;

// The parameter that a member corresponds to.
struct Place {
  std::size_t index = 0;
  const Parameter* parameter = nullptr;
};

Place find_place(const Layout& layout, std::string_view name) {
  const auto found =
      std::find_if(layout.parameters.begin(), layout.parameters.end(),
                   [name](const Parameter& parameter) { return parameter.name == name; });
  if (found == layout.parameters.end()) throw ParameterError("no parameter of the filter");
  return {static_cast<std::size_t>(found - layout.parameters.begin()), &*found};
}

// Returns empty if there is none: the filter lacks it, or determines it itself.
std::optional<Place> find_place(const Codec& codec, const CodecMember& member) {
  if (member.role == MemberRole::parameter) {
    return find_place(codec.filter.visible.front(),
                      member.parameter.empty() ? member.name : member.parameter);
  }
  if (member.role == MemberRole::element_size && !member.parameter.empty()) {
    return find_place(codec.filter.working.front(), member.parameter);
  }
  return std::nullopt;
}

std::span<const Choice> words_of(const CodecMember& member, const Place& place) {
  return member.words.empty() ? place.parameter->choices : member.words;
}

bool may_be_negative(const CodecMember& member, const Place& place) {
  return place.parameter->minimum < 0 || member.minus_one_is_by_size;
}

// ---- JSON to parameters ----

std::int64_t number_of_text(const CodecMember& member, const Place& place, const Json& value) {
  for (const Choice& choice : words_of(member, place)) {
    if (value == choice.name) return choice.number;
  }
  throw ParameterError("unknown text");
}

std::int64_t number_of(const CodecMember& member, const std::optional<Place>& place,
                       const Json& value) {
  if (place && member.spelling == Spelling::word) return number_of_text(member, *place, value);
  const bool is_flag = member.spelling == Spelling::flag;
  if (is_flag && value.is_boolean()) return value.get<bool>() ? 1 : 0;
  if (!place && !is_flag && value.is_null()) return 0;
  if (value.is_string()) {  // libnetcdf's codecs read a number as text too
    return number_of(member, place, Json::parse(value.get<std::string>(), nullptr, false));
  }
  if (!value.is_number_integer()) throw ParameterError("not a whole number");
  if (value.is_number_unsigned() &&
      value.get<std::uint64_t>() > std::numeric_limits<std::uint32_t>::max()) {
    throw ParameterError("too large a number");
  }
  return value.get<std::int64_t>();
}

std::uint32_t cd_value_of(std::int64_t number, bool is_signed) {
  const std::int64_t smallest = is_signed ? std::numeric_limits<std::int32_t>::min() : 0;
  const std::int64_t largest = is_signed ? std::numeric_limits<std::int32_t>::max()
                                         : std::numeric_limits<std::uint32_t>::max();
  if (number < smallest || number > largest) throw ParameterError("number out of range");
  return static_cast<std::uint32_t>(number);
}

void read_member(const Codec& codec, const CodecMember& member, const Json& json,
                 std::vector<std::uint32_t>& cd_values) {
  const auto found = json.find(member.name);
  if (found == json.end() && member.is_required) throw ParameterError("missing member");
  const auto place = find_place(codec, member);
  std::int64_t number = found == json.end() ? static_cast<std::int64_t>(member.default_value)
                                            : number_of(member, place, *found);
  if (member.meaning != nullptr) {
    number = static_cast<std::int64_t>(member.meaning(static_cast<double>(number)));
  }
  // An extra number only affects encoding; an extra flag changes the stored bytes.
  const bool is_off = static_cast<double>(number) == member.default_value;
  if (member.spelling == Spelling::flag && !is_off) throw ParameterError("unsupported option");
  const bool is_unknown_size = member.role == MemberRole::element_size && number == 0;
  if (!place || is_unknown_size) return;
  cd_values.resize(std::max(cd_values.size(), place->index + 1));
  cd_values[place->index] = cd_value_of(number, may_be_negative(member, *place));
}

std::vector<std::uint32_t> parse_codec(const Codec& codec, const char* text) {
  const Json json = read_codec_json(codec, text);
  std::vector<std::uint32_t> cd_values;
  for (const CodecMember& member : codec.facts.members) read_member(codec, member, json, cd_values);
  codec.kernel.check(cd_values);
  return cd_values;
}

// ---- parameters to JSON ----

std::int64_t number_at(const CodecMember& member, const Place& place, Parameters visible) {
  if (place.index < visible.size()) {
    const std::uint32_t value = visible[place.index];
    return may_be_negative(member, place) ? std::int64_t{static_cast<std::int32_t>(value)}
                                          : std::int64_t{value};
  }
  if (!place.parameter->default_value) throw ParameterError("missing parameter");
  return static_cast<std::int64_t>(*place.parameter->default_value);
}

Json json_of(const CodecMember& member, const Place& place, Parameters visible) {
  const std::int64_t number = number_at(member, place, visible);
  if (member.spelling != Spelling::word) return number;
  for (const Choice& choice : words_of(member, place)) {
    if (choice.number == number) return choice.name;
  }
  throw ParameterError("a number without a text");
}

std::string format_codec(const Codec& codec, Parameters visible) {
  codec.kernel.check(visible);
  Json json{{"id", codec.facts.numcodecs_id}};
  for (const CodecMember& member : codec.facts.members) {
    if (member.is_only_read) continue;
    const auto place = find_place(codec, member);
    json[std::string(member.name)] = place ? json_of(member, *place, visible)
                                           : Json(static_cast<std::int64_t>(member.default_value));
  }
  return json.dump();
}

}  // namespace

int codec_to_hdf5(const Codec& codec, const char* json, std::size_t* count,
                  unsigned** parameters) noexcept {
  if (json == nullptr || count == nullptr || parameters == nullptr) return NC_EINVAL;
  return status_of([&] {
    const std::vector<std::uint32_t> cd_values = parse_codec(codec, json);
    *parameters = copied_for_c(cd_values);
    *count = cd_values.size();
  });
}

int hdf5_to_codec(const Codec& codec, Parameters visible, char** json) noexcept {
  if (json == nullptr) return NC_EINVAL;
  return status_of([&] { *json = copied_for_c(format_codec(codec, visible)); });
}

}  // namespace ncf::plugins
