// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "filter/codecs/codec_json.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "base/errors/error_context.hpp"
#include "filter/codecs/codec_interpreter.hpp"
#include "filter/codecs/own_codecs.hpp"
#include "filter/registry/registry.hpp"
#include "ncf/error.hpp"

namespace ncf::filter {
namespace {

using base::Json;
using base::JsonMember;

[[noreturn]] void fail(const std::string& reason) { throw Error(ErrorCode::syntax, reason); }
[[noreturn]] void refuse(const std::string& reason) { throw Error(ErrorCode::unsupported, reason); }

std::vector<std::string> known_names(ZarrFormat format) {
  std::vector<std::string> names;
  for (const FilterFacts& facts : all_filters()) {
    for (const CodecFacts& codec : facts.codecs) {
      if (!codec.instead.empty()) continue;
      const bool has_core_form = format == ZarrFormat::v3 && !codec.core_name.empty();
      names.push_back(has_core_form ? std::string(codec.core_name)
                                    : written_name(codec.numcodecs_id, format));
    }
  }
  std::ranges::sort(names);
  return names;
}

[[noreturn]] void refuse_without_filter(const Codec& codec) {
  const std::string_view id = numcodecs_id_of(codec).value_or(codec.name);
  for (const FilterFacts& known : codecs_without_filter()) {
    if (known.name != id) continue;
    refuse(fmt::format("codec {} has no HDF5 filter: {}", codec.name, known.description));
  }
  refuse(fmt::format("unknown codec '{}', expected {}", shortened(codec.name),
                     alternatives(known_names(codec.format))));
}

CodecFilter read_codec(const Codec& codec, std::size_t element_size, CodecUse use) {
  const std::optional<CodecForm> form = find_form(codec);
  if (!form) refuse_without_filter(codec);
  return read_codec(codec, *form, element_size, use);
}

std::vector<JsonMember> write_members(const Filter& filter, const CodecForm& form,
                                      std::size_t element_size) {
  const Reading reading = base::with_context(
      [&] { return describe(filter); }, [&] { return read_parameters(form, filter.parameters); });
  return write_members(form, reading, element_size);
}

std::string_view name_member(ZarrFormat format) { return format == ZarrFormat::v2 ? "id" : "name"; }

[[noreturn]] void refuse_nameless(ZarrFormat format) {
  const std::string_view member = name_member(format);
  fail(fmt::format("codec without {} {}, expected \"{}\" and one of {}",
                   format == ZarrFormat::v2 ? "an" : "a", member, member,
                   alternatives(known_names(format))));
}

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

Codec parse_codec(Json json, ZarrFormat format) {
  if (format == ZarrFormat::v3 && json.is(Json::Kind::text)) {
    std::string name = json.text;
    return {format, std::move(name), std::move(json)};
  }
  if (!json.is(Json::Kind::object)) {
    fail(format == ZarrFormat::v2
             ? R"(expected a JSON object such as {"id":"zstd","level":5})"
             : R"(expected a JSON object such as {"name":"crc32c","configuration":{}})");
  }
  const Json* const found = json.find(name_member(format));
  if (found == nullptr || !found->is(Json::Kind::text)) refuse_nameless(format);
  std::string name = found->text;
  return {format, std::move(name), std::move(json)};
}

Codec parse_written_codec(const Json& json) {
  const bool is_v3 = json.find("name") != nullptr && json.find("id") == nullptr;
  return parse_codec(json, is_v3 ? ZarrFormat::v3 : ZarrFormat::v2);
}

std::optional<CodecForm> find_form(const Codec& codec) { return find_form(codec, all_filters()); }

std::optional<CodecForm> find_form(const Codec& codec, std::span<const FilterFacts> rows) {
  const std::optional<std::string_view> id = numcodecs_id_of(codec);
  for (const FilterFacts& facts : rows) {
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

std::string plugin_codec_name(std::string_view id, ZarrFormat format) {
  const bool is_of_numcodecs =
      find_form({ZarrFormat::v2, std::string(id), {}}).has_value() ||
      std::ranges::any_of(codecs_without_filter(),
                          [&](const FilterFacts& one) { return one.name == id; });
  return is_of_numcodecs ? written_name(id, format) : std::string(id);
}

CodecFilter filter_of(const Codec& codec, std::size_t element_size) {
  return read_codec(codec, element_size, CodecUse::decode);
}

Codec as_encoded(const Codec& codec, std::size_t element_size) {
  const std::vector<CodecExtra> extras = filter_of(codec, element_size).extras;
  const std::span<const CodecMember> known = find_form(codec)->members;
  std::vector<JsonMember> members;
  for (JsonMember& member : configuration_of(codec)) {
    const auto extra = std::ranges::find(extras, member.name, &CodecExtra::member);
    if (extra != extras.end() && extra->role != MemberRole::element_size) {
      if (find_member(known, member.name)->is_only_read) continue;
      member.value = extra->of_filter;
    }
    members.push_back(std::move(member));
  }
  return make_codec(codec.format, codec.name, members);
}

std::string describe_lost(const Codec& codec, const CodecExtra& extra) {
  const bool is_size = extra.role == MemberRole::element_size;
  return fmt::format("codec {} has {}={}, which the filter cannot express; it becomes {}",
                     codec.name, extra.member, shortened_json(extra.stated),
                     is_size ? "the size of a value" : shortened_json(extra.of_filter));
}

Codec without_extras(const Codec& codec, std::size_t element_size) {
  const Filter filter = filter_of(codec, element_size).filter;
  return make_codec(codec.format, codec.name,
                    write_members(filter, *find_form(codec), element_size));
}

Codec codec_of(const Filter& filter, ZarrFormat format, std::size_t element_size) {
  const FilterFacts* facts = find_filter(filter.id);
  if (facts == nullptr || facts->codecs.empty()) refuse(no_codec_message(filter));
  const CodecForm form = form_to_write(*facts, facts->codecs.front(), format);
  return make_codec(format, form_name(form, format), write_members(filter, form, element_size));
}

std::string_view difference_of(const Filter& filter) {
  const FilterFacts* facts = find_filter(filter.id);
  return facts == nullptr || facts->codecs.empty() ? "" : facts->codecs.front().difference;
}

bool has_codec(const Filter& filter) {
  const FilterFacts* facts = find_filter(filter.id);
  if (facts == nullptr || facts->codecs.empty()) return false;
  const CodecFacts& codec = facts->codecs.front();
  return codec.difference.empty() || codec.makes_bytes != nullptr;
}

std::string no_codec_message(const Filter& filter) {
  const FilterFacts* facts = find_filter(filter.id);
  const std::string name =
      facts != nullptr ? std::string(facts->name) : fmt::format("filter {}", filter.id);
  if (facts != nullptr && !facts->in_zarr.empty()) {
    return fmt::format("{} has no codec of Zarr with its bytes, use {}", name, facts->in_zarr);
  }
  std::vector<std::string> names;
  for (const FilterFacts& other : all_filters()) {
    if (!other.codecs.empty() && other.codecs.front().difference.empty()) {
      names.emplace_back(other.name);
    }
  }
  return fmt::format("{} has no codec of Zarr with its bytes, use {}", name, alternatives(names));
}

Filter filter_from_json(const Json& json) {
  const Codec codec = parse_written_codec(json);
  std::uint32_t unknown = 0;
  if (find_own_codec(codec) != nullptr) return own_filter_of(codec, unknown, CodecUse::request);
  // Zarr's own gzip means deflate: it is what deflate becomes in Zarr v3.
  if (const std::optional<CodecForm> form = find_form(codec);
      form && !form->is_core && !form->codec->instead.empty()) {
    fail(fmt::format("codec {} {}, expected {}", codec.name, form->codec->difference,
                     form->codec->instead));
  }
  CodecFilter read = read_codec(codec, 0, CodecUse::request);
  if (!read.extras.empty()) {
    const CodecExtra& extra = read.extras.front();
    throw MemberError(
        extra.member,
        fmt::format("codec {} has {}={}, which the filter does not have; leave it out", codec.name,
                    extra.member, shortened_json(extra.stated)));
  }
  return std::move(read.filter);
}

// ---- The codecs of an array ----

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
  const bool is_there = std::ranges::any_of(codecs, [](const Codec& codec) {
    const std::optional<CodecForm> form = find_form(codec);
    return is_bytes(codec) || (form && form->codec->takes_values);
  });
  if (is_there) return codecs;
  const auto first_of_bytes = std::ranges::find_if_not(codecs, is_codec_of_values);
  codecs.insert(first_of_bytes, bytes_codec(array));
  return codecs;
}

std::optional<std::endian> byte_order_of(const CodecList& codecs) {
  const auto bytes = std::ranges::find_if(codecs, is_bytes);
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
