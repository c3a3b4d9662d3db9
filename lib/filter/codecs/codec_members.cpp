// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "filter/codecs/codec_interpreter.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/json/json.hpp"
#include "base/text/characters.hpp"
#include "base/text/messages.hpp"
#include "base/text/real_text.hpp"

namespace ncf::filter {
namespace {

using base::Json;
using base::JsonMember;

constexpr std::string_view numcodecs_prefix = "numcodecs.";

std::span<const Choice> words_of(const CodecMember& member, const Parameter* parameter) {
  if (!member.words.empty() || parameter == nullptr) return member.words;
  return parameter->choices;
}

const Choice* find_word(std::span<const Choice> words, std::string_view name) {
  const auto found = std::ranges::find(words, name, &Choice::name);
  return found != words.end() ? &*found : nullptr;
}

/// Parses NumPy's "<i4"; empty for anything else.
std::optional<double> parse_number_type(std::string_view text) {
  constexpr std::string_view orders = "<>|=";
  if (text.size() != 3 || orders.find(text[0]) == std::string_view::npos) return std::nullopt;
  const char kind = text[1] == 'b' || text[1] == 'M' || text[1] == 'm' ? 'i' : text[1];
  const std::size_t bytes = static_cast<unsigned char>(text[2] - '0');
  const bool is_number = kind == 'i' || kind == 'u' || (kind == 'f' && bytes > 1);
  if (!is_number || bytes > sizeof(double) || !std::has_single_bit(bytes)) return std::nullopt;
  return number_parameter(kind, bytes, text[0] == '>');
}

std::string format_number_type(std::uint32_t numbers) {
  const std::size_t bytes = bytes_of_numbers(numbers);
  const char order = bytes == 1 ? '|' : numbers % 2 != 0 ? '>' : '<';
  return std::string{order, static_cast<char>(numbers >> 16U)} + std::to_string(bytes);
}

bool is_number_type(const Parameter* parameter) {
  return parameter != nullptr && parameter->kind == Kind::number_type;
}

}  // namespace

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
    members = codec.json.members;
  } else if (const Json* configuration = codec.json.find("configuration")) {
    if (!configuration->is(Json::Kind::object)) {
      throw Error(ErrorCode::syntax,
                  base::concat({"codec ", shortened(codec.name), " configuration is ",
                                shortened_json(*configuration), ", expected an object"}));
    }
    members = configuration->members;
  }
  // numcodecs writes its id in v3 configurations as well.
  if (numcodecs_id_of(codec)) {
    std::erase_if(members, [](const JsonMember& member) { return member.name == "id"; });
  }
  return members;
}

Codec make_codec(ZarrFormat format, const std::string& name,
                 const std::vector<JsonMember>& members) {
  const bool is_v2 = format == ZarrFormat::v2;
  Json json = base::json_object();
  json.add(is_v2 ? "id" : "name", name);
  Json& outer = is_v2 ? json : json.add("configuration", base::json_object()).members.back().value;
  for (const JsonMember& member : members) outer.members.push_back(member);
  return {format, name, std::move(json)};
}

const CodecMember* find_member(std::span<const CodecMember> members, std::string_view name) {
  const auto found = std::ranges::find(members, name, &CodecMember::name);
  return found != members.end() ? &*found : nullptr;
}

const Json* find_value(const std::vector<JsonMember>& members, std::string_view name) {
  const auto found = std::ranges::find(members, name, &JsonMember::name);
  return found != members.end() ? &found->value : nullptr;
}

std::string_view parameter_name(const CodecMember& member) {
  return member.parameter.empty() ? member.name : member.parameter;
}

std::optional<double> read_number(const CodecMember& member, const Parameter* parameter,
                                  const Json& json, std::size_t element_size) {
  if (is_number_type(parameter)) {
    return json.is(Json::Kind::text) ? parse_number_type(json.text) : std::nullopt;
  }
  if (json.is(Json::Kind::boolean) && member.spelling == Spelling::flag)
    return json.boolean ? 1 : 0;
  if (json.is(Json::Kind::text)) {
    const Choice* word = find_word(words_of(member, parameter), json.text);
    if (word != nullptr) return word->number;
    // libnetcdf reads a number as text too, and numcodecs decodes with it.
    const std::size_t used = base::read_real<double>(json.text).used;
    if (used == 0 || used < json.text.size()) return std::nullopt;
    return read_number(member, parameter, base::json_digits(json.text), element_size);
  }
  const std::optional<double> number = base::as_double(json);
  if (!number || !std::isfinite(*number)) return std::nullopt;
  if (number == -1 && member.minus_one_is_by_size && element_size > 0) {
    return element_size == 1 ? 2 : 1;
  }
  return member.meaning != nullptr ? member.meaning(*number) : *number;
}

std::optional<double> allowed_instead(const Parameter& parameter, double value) {
  const bool is_whole = parameter.kind == Kind::integer && value == std::floor(value);
  if (!is_whole && parameter.kind != Kind::real) return std::nullopt;
  if (value < parameter.minimum) return parameter.default_value.value_or(parameter.minimum);
  return value > parameter.maximum ? std::optional(parameter.maximum) : std::nullopt;
}

Json spell(const CodecMember& member, const Parameter* parameter, double value) {
  if (member.minus_one_is_by_size && value == largest_cd_value) return base::Json(-1);
  if (is_number_type(parameter)) return format_number_type(static_cast<std::uint32_t>(value));
  if (member.spelling == Spelling::flag) return base::Json(value != 0);
  if (member.spelling == Spelling::word) {
    for (const Choice& word : words_of(member, parameter)) {
      if (word.number == value) return base::Json(word.name);
    }
  }
  return base::json_digits(format_number(value));
}

std::string shortened(std::string_view text) {
  constexpr std::size_t longest = 60;
  if (text.size() <= longest) return std::string(text);
  return std::string(text.substr(0, base::character_begin(text, longest - 3))) + "...";
}

std::string shortened_json(const Json& json) { return shortened(format_compact_json(json)); }

}  // namespace ncf::filter
