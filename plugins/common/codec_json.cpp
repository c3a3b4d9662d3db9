// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "common/codec_json.hpp"

#include <algorithm>
#include <string_view>

namespace ncf::plugins {
namespace {

bool is_member(const filter::CodecFacts& facts, std::string_view name) {
  return std::any_of(facts.members.begin(), facts.members.end(),
                     [name](const filter::CodecMember& member) { return member.name == name; });
}

}  // namespace

Json read_codec_json(const Codec& codec, const char* text) {
  Json json = Json::parse(text, nullptr, false);
  if (!json.is_object() || json.value("id", Json()) != codec.facts.numcodecs_id) {
    throw ParameterError("not the JSON of this codec");
  }
  for (const auto& item : json.items()) {
    if (item.key() != "id" && !is_member(codec.facts, item.key())) {
      throw ParameterError("unknown member");
    }
  }
  return json;
}

}  // namespace ncf::plugins
