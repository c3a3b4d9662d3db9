// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "common/codec_entry.hpp"

#include <netcdf.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "common/codec_memory.hpp"

namespace ncf::plugins {
namespace {

using Json = nlohmann::ordered_json;

bool is_parameter(const CodecMember& member) { return !member.must_be_false && !member.is_ignored; }

std::int64_t index_of_text(const CodecMember& member, const Json& value) {
  for (std::size_t i = 0; i < member.texts.size(); ++i) {
    if (value == member.texts[i]) return static_cast<std::int64_t>(i);
  }
  throw ParameterError("unknown text");
}

std::int64_t number_of(const CodecMember& member, const Json& value) {
  if (!member.texts.empty()) return index_of_text(member, value);
  if (member.must_be_false && value.is_boolean()) return value.get<bool>() ? 1 : 0;
  if (member.is_ignored && value.is_null()) return 0;
  if (!value.is_number_integer()) throw ParameterError("not a whole number");
  if (value.is_number_unsigned() &&
      value.get<std::uint64_t>() > std::numeric_limits<std::uint32_t>::max()) {
    throw ParameterError("too large a number");
  }
  return value.get<std::int64_t>();
}

std::uint32_t word_of(const CodecMember& member, std::int64_t number) {
  const std::int64_t smallest = member.is_signed ? std::numeric_limits<std::int32_t>::min() : 0;
  const std::int64_t largest = member.is_signed ? std::numeric_limits<std::int32_t>::max()
                                                : std::numeric_limits<std::uint32_t>::max();
  if (number < smallest || number > largest) throw ParameterError("number out of range");
  return static_cast<std::uint32_t>(number);
}

void require_only_known_members(const Codec& codec, const Json& json) {
  for (const auto& item : json.items()) {
    const bool is_known =
        item.key() == "id" ||
        std::any_of(codec.members.begin(), codec.members.end(),
                    [&](const CodecMember& member) { return item.key() == member.name; });
    if (!is_known) throw ParameterError("unknown member");
  }
}

std::vector<std::uint32_t> parse_codec(const Codec& codec, const char* text) {
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object() || json.value("id", Json()) != codec.id) {
    throw ParameterError("not the JSON of this codec");
  }
  require_only_known_members(codec, json);
  std::vector<std::uint32_t> words(codec.own_parameters);
  for (const CodecMember& member : codec.members) {
    const auto found = json.find(member.name);
    if (found == json.end() && !member.codec_default) throw ParameterError("missing member");
    const std::int64_t number =
        found == json.end() ? *member.codec_default : number_of(member, *found);
    if (member.must_be_false && number != 0) throw ParameterError("unsupported option");
    if (!is_parameter(member) || (member.zero_is_unknown && number == 0)) continue;
    words.push_back(word_of(member, number));
  }
  codec.kernel.check(words);
  return words;
}

std::int64_t number_of(const CodecMember& member, Parameters visible, std::size_t index) {
  if (index >= visible.size()) {
    if (!member.filter_default) throw ParameterError("missing parameter");
    return *member.filter_default;
  }
  return member.is_signed ? std::int64_t{static_cast<std::int32_t>(visible[index])}
                          : std::int64_t{visible[index]};
}

std::string format_codec(const Codec& codec, Parameters visible) {
  codec.kernel.check(visible);
  Json json{{"id", codec.id}};
  std::size_t index = codec.own_parameters;
  for (const CodecMember& member : codec.members) {
    if (member.must_be_false || member.is_only_read) continue;
    const std::int64_t number = member.is_ignored ? 0 : number_of(member, visible, index++);
    if (member.texts.empty()) {
      json[member.name] = number;
    } else {
      json[member.name] = member.texts[static_cast<std::size_t>(number)];
    }
  }
  return json.dump();
}

}  // namespace

int codec_to_hdf5(const Codec& codec, const char* json, std::size_t* count,
                  unsigned** parameters) noexcept {
  if (json == nullptr || count == nullptr || parameters == nullptr) return NC_EINVAL;
  return status_of([&] {
    const std::vector<std::uint32_t> words = parse_codec(codec, json);
    *parameters = copied_for_c(words);
    *count = words.size();
  });
}

int hdf5_to_codec(const Codec& codec, Parameters visible, char** json) noexcept {
  if (json == nullptr) return NC_EINVAL;
  return status_of([&] { *json = copied_for_c(format_codec(codec, visible)); });
}

}  // namespace ncf::plugins
