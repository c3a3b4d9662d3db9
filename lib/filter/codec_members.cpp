// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "filter/codec_members.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "ncf/error.hpp"

namespace ncf::filter {
namespace {

using Json = nlohmann::json;

constexpr std::string_view numcodecs_prefix = "numcodecs.";

std::span<const Choice> words_of(const CodecMember& member, const Parameter* parameter) {
  if (!member.words.empty() || parameter == nullptr) return member.words;
  return parameter->choices;
}

const Choice* find_word(std::span<const Choice> words, std::string_view name) {
  const auto found = std::find_if(words.begin(), words.end(),
                                  [name](const Choice& word) { return word.name == name; });
  return found != words.end() ? &*found : nullptr;
}

std::string string_literal(std::string_view text) { return Json(text).dump(); }

}  // namespace

Codec parse_written_codec(std::string_view json) {
  const std::string text = compact_json(json);
  const bool is_object = text.front() == '{';
  const std::vector<JsonMember> members =
      is_object ? json_members(text) : std::vector<JsonMember>{};
  const bool is_v3 = find_value(members, "name") != nullptr && find_value(members, "id") == nullptr;
  return parse_codec(text, is_v3 ? ZarrFormat::v3 : ZarrFormat::v2);
}

std::optional<CodecForm> find_form(const Codec& codec) {
  const std::optional<std::string_view> id = numcodecs_id_of(codec);
  for (const FilterFacts& facts : all_filters()) {
    for (const CodecFacts& row : facts.codecs) {
      if (id == row.numcodecs_id) return CodecForm{&facts, &row, row.members, false};
      if (!id && !row.core_name.empty() && codec.name == row.core_name) {
        return CodecForm{&facts, &row, row.core_members, true};
      }
    }
  }
  return std::nullopt;
}

CodecForm form_to_write(const FilterFacts& facts, const CodecFacts& codec, ZarrFormat format) {
  const bool is_core = format == ZarrFormat::v3 && !codec.core_name.empty();
  return {&facts, &codec, is_core ? codec.core_members : codec.members, is_core};
}

std::string form_name(const CodecForm& form, ZarrFormat format) {
  return form.is_core ? std::string(form.codec->core_name)
                      : written_name(form.codec->numcodecs_id, format);
}

std::optional<std::string_view> numcodecs_id_of(const Codec& codec) {
  std::string_view name = codec.name;
  if (codec.format == ZarrFormat::v2) return name;
  if (!name.starts_with(numcodecs_prefix)) return std::nullopt;
  name.remove_prefix(numcodecs_prefix.size());
  return name;
}

std::string written_name(std::string_view numcodecs_id, ZarrFormat format) {
  const std::string_view prefix = format == ZarrFormat::v3 ? numcodecs_prefix : "";
  return std::string(prefix).append(numcodecs_id);
}

std::vector<JsonMember> configuration_of(const Codec& codec) {
  std::vector<JsonMember> members;
  if (codec.format == ZarrFormat::v2) {
    members = json_members(codec.json);
  } else if (codec.json.front() == '{') {
    const std::vector<JsonMember> outer = json_members(codec.json);
    if (const std::string* configuration = find_value(outer, "configuration")) {
      if (configuration->front() != '{') {
        throw Error(ErrorCode::syntax,
                    fmt::format("codec {} configuration is {}, expected an object",
                                shortened(codec.name), shortened(*configuration)));
      }
      members = json_members(*configuration);
    }
  }
  // numcodecs writes its id in v3 configurations as well.
  if (numcodecs_id_of(codec)) {
    std::erase_if(members, [](const JsonMember& member) { return member.name == "id"; });
  }
  return members;
}

Codec make_codec(ZarrFormat format, const std::string& name,
                 const std::vector<JsonMember>& members) {
  std::string text;
  for (const JsonMember& member : members) {
    if (!text.empty()) text += ',';
    text.append(string_literal(member.name)).append(":").append(member.value);
  }
  std::string json;
  if (format == ZarrFormat::v2) {
    json = fmt::format("{{\"id\":{}{}{}}}", string_literal(name), text.empty() ? "" : ",", text);
  } else {
    json = fmt::format("{{\"name\":{},\"configuration\":{{{}}}}}", string_literal(name), text);
  }
  return {format, name, std::move(json)};
}

const CodecMember* find_member(std::span<const CodecMember> members, std::string_view name) {
  const auto found =
      std::find_if(members.begin(), members.end(),
                   [name](const CodecMember& member) { return member.name == name; });
  return found != members.end() ? &*found : nullptr;
}

const std::string* find_value(const std::vector<JsonMember>& members, std::string_view name) {
  const auto found = std::find_if(members.begin(), members.end(),
                                  [name](const JsonMember& member) { return member.name == name; });
  return found != members.end() ? &found->value : nullptr;
}

std::string_view parameter_name(const CodecMember& member) {
  return member.parameter.empty() ? member.name : member.parameter;
}

std::optional<double> read_number(const CodecMember& member, const Parameter* parameter,
                                  std::string_view json, std::size_t element_size) {
  const Json value = Json::parse(json);
  if (value.is_boolean() && member.spelling == Spelling::flag) return value.get<bool>() ? 1 : 0;
  if (value.is_string()) {
    const Choice* word = find_word(words_of(member, parameter), value.get<std::string>());
    return word != nullptr ? std::optional<double>(word->number) : std::nullopt;
  }
  if (!value.is_number()) return std::nullopt;
  const auto number = value.get<double>();
  if (number == -1 && member.minus_one_is_by_size && element_size > 0) {
    return element_size == 1 ? 2 : 1;
  }
  return number;
}

std::string spell(const CodecMember& member, const Parameter* parameter, double value) {
  if (member.spelling == Spelling::flag) return value != 0 ? "true" : "false";
  if (member.spelling == Spelling::word) {
    for (const Choice& word : words_of(member, parameter)) {
      if (word.number == value) return string_literal(word.name);
    }
  }
  return format_number(value);
}

std::string shortened(std::string_view text) {
  constexpr std::size_t longest = 60;
  if (text.size() <= longest) return std::string(text);
  std::size_t end = longest - 3;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  return std::string(text.substr(0, end)) + "...";
}

}  // namespace ncf::filter
