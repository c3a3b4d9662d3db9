// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "filter/codecs/codec_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "base/errors/error_context.hpp"
#include "filter/codecs/codec_members.hpp"
#include "filter/codecs/own_codecs.hpp"
#include "ncf/error.hpp"

namespace ncf::filter {
namespace {

using base::Json;
using base::JsonMember;

constexpr std::string_view bytes_name = "bytes";

CodecList parse_list(std::string_view member, const Json& json, ZarrFormat format) {
  return base::with_context(member, [&] {
    if (!json.is(Json::Kind::list)) {
      throw Error(ErrorCode::syntax,
                  fmt::format("{}, expected a list of codecs", shortened_json(json)));
    }
    CodecList codecs;
    for (const Json& element : json.elements) codecs.push_back(parse_codec(element, format));
    return codecs;
  });
}

bool is_bytes(const Codec& codec) {
  return codec.format == ZarrFormat::v3 && codec.name == bytes_name;
}

Codec bytes_codec(const ArrayFacts& array) {
  std::vector<JsonMember> members;
  if (array.element_size > 1) {
    const bool is_little = array.byte_order == std::endian::little;
    members.push_back({"endian", base::Json(is_little ? "little" : "big")});
  }
  return make_codec(ZarrFormat::v3, std::string(bytes_name), members);
}

}  // namespace

StoredCodecs::StoredCodecs(CodecList codecs)
    : codecs_(codecs.empty() ? nullptr : std::make_shared<const CodecList>(std::move(codecs))) {}

const CodecList& StoredCodecs::list() const noexcept {
  static const CodecList none;
  return codecs_ ? *codecs_ : none;
}

CodecList parse_codecs(const CodecsV2& members) {
  CodecList codecs;
  if (!members.filters.is(Json::Kind::null))
    codecs = parse_list("filters", members.filters, ZarrFormat::v2);
  if (!members.compressor.is(Json::Kind::null)) {
    codecs.push_back(base::with_context(
        "compressor", [&] { return parse_codec(members.compressor, ZarrFormat::v2); }));
  }
  return codecs;
}

CodecList parse_codecs(const Json& codecs) { return parse_list("codecs", codecs, ZarrFormat::v3); }

CodecsV2 format_codecs_v2(const CodecList& codecs) {
  CodecsV2 members;
  if (codecs.empty()) return members;
  members.compressor = codecs.back().json;
  // An empty list would crash libnetcdf's readers.
  if (codecs.size() > 1) {
    members.filters = list_of_codecs(std::span(codecs).first(codecs.size() - 1));
  }
  return members;
}

Json list_of_codecs(std::span<const Codec> codecs) {
  Json list = base::json_list();
  for (const Codec& codec : codecs) list.elements.push_back(codec.json);
  return list;
}

CodecList with_bytes(CodecList codecs, const ArrayFacts& array) {
  const bool is_there = std::any_of(codecs.begin(), codecs.end(), [](const Codec& codec) {
    const std::optional<CodecForm> form = find_form(codec);
    return is_bytes(codec) || (form && form->codec->takes_values);
  });
  if (is_there) return codecs;
  const auto first_of_bytes = std::ranges::find_if_not(codecs, is_codec_of_values);
  codecs.insert(first_of_bytes, bytes_codec(array));
  return codecs;
}

std::optional<std::endian> byte_order_of(const CodecList& codecs) {
  const auto bytes = std::find_if(codecs.begin(), codecs.end(), is_bytes);
  if (bytes == codecs.end()) return std::nullopt;
  const std::vector<JsonMember> members = configuration_of(*bytes);
  const Json* endian = find_value(members, "endian");
  if (endian == nullptr || endian->is(Json::Kind::null)) return std::nullopt;
  if (*endian == base::Json("little")) return std::endian::little;
  if (*endian == base::Json("big")) return std::endian::big;
  throw Error(ErrorCode::syntax,
              fmt::format("codec bytes endian is {}, expected \"little\" or \"big\"",
                          shortened_json(*endian)));
}

}  // namespace ncf::filter
