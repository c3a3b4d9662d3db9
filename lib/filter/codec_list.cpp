// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "filter/codec_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/at_place.hpp"
#include "filter/codec_members.hpp"
#include "filter/json_text.hpp"
#include "ncf/error.hpp"

namespace ncf::filter {
namespace {

constexpr std::string_view bytes_name = "bytes";

CodecList parse_list(std::string_view member, std::string_view json, ZarrFormat format) {
  return base::at_place(member, [&] {
    const std::string text = compact_json(json);
    if (text.front() != '[') {
      throw Error(ErrorCode::syntax, fmt::format("{}, expected a list of codecs", shortened(text)));
    }
    CodecList codecs;
    for (const std::string& element : json_elements(text)) {
      codecs.push_back(parse_codec(element, format));
    }
    return codecs;
  });
}

bool is_null(std::string_view json) { return compact_json(json) == "null"; }

bool is_bytes(const Codec& codec) {
  return codec.format == ZarrFormat::v3 && codec.name == bytes_name;
}

Codec bytes_codec(const ArrayFacts& array) {
  std::vector<JsonMember> members;
  if (array.element_size > 1) {
    const bool is_little = array.byte_order == std::endian::little;
    members.push_back({"endian", is_little ? R"("little")" : R"("big")"});
  }
  return make_codec(ZarrFormat::v3, std::string(bytes_name), members);
}

std::string join(std::span<const Codec> codecs) {
  std::string text = "[";
  for (const Codec& codec : codecs) text.append(text.size() > 1 ? "," : "").append(codec.json);
  return text + ']';
}

}  // namespace

CodecList parse_codecs(const CodecsV2& members) {
  CodecList codecs;
  if (!is_null(members.filters)) codecs = parse_list("filters", members.filters, ZarrFormat::v2);
  if (!is_null(members.compressor)) {
    codecs.push_back(base::at_place(
        "compressor", [&] { return parse_codec(members.compressor, ZarrFormat::v2); }));
  }
  return codecs;
}

CodecList parse_codecs(std::string_view codecs) {
  return parse_list("codecs", codecs, ZarrFormat::v3);
}

CodecsV2 format_codecs_v2(const CodecList& codecs) {
  CodecsV2 members;
  if (codecs.empty()) return members;
  members.compressor = codecs.back().json;
  // Not an empty list, which crashes libnetcdf's readers.
  if (codecs.size() > 1) members.filters = join(std::span(codecs).first(codecs.size() - 1));
  return members;
}

std::string format_codecs_v3(const CodecList& codecs) { return join(codecs); }

CodecList with_bytes(CodecList codecs, const ArrayFacts& array) {
  const bool is_there = std::any_of(codecs.begin(), codecs.end(), [](const Codec& codec) {
    const std::optional<CodecForm> form = find_form(codec);
    return is_bytes(codec) || (form && form->codec->takes_values);
  });
  if (!is_there) codecs.insert(codecs.begin(), bytes_codec(array));
  return codecs;
}

std::optional<std::endian> byte_order_of(const CodecList& codecs) {
  const auto bytes = std::find_if(codecs.begin(), codecs.end(), is_bytes);
  if (bytes == codecs.end()) return std::nullopt;
  const std::vector<JsonMember> members = configuration_of(*bytes);
  const std::string* endian = find_value(members, "endian");
  if (endian == nullptr || *endian == "null") return std::nullopt;
  if (*endian == R"("little")") return std::endian::little;
  if (*endian == R"("big")") return std::endian::big;
  throw Error(
      ErrorCode::syntax,
      fmt::format("codec bytes endian is {}, expected \"little\" or \"big\"", shortened(*endian)));
}

}  // namespace ncf::filter
