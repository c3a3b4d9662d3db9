// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "filter/codecs/own_codecs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "filter/codecs/codec_members.hpp"
#include "ncf/error.hpp"

namespace ncf::filter {
namespace {

using base::Json;
using base::JsonMember;

constexpr std::uint32_t order_bit = 1;

/// What a member of a codec is.
enum class Part : std::uint8_t { decoded_type, encoded_type, real, integer, location, none };

struct Member {
  std::string_view name;
  Part part;
  std::optional<double> default_value = std::nullopt;  ///< if missing or null
};

/// The members of a codec, in the order of the kernel's parameters.
struct OwnForm {
  std::uint32_t id;
  std::vector<Member> members;
};

const std::vector<OwnForm>& forms() {
  static const std::vector<OwnForm> all{
      {delta_id, {{"dtype", Part::decoded_type}, {"astype", Part::encoded_type}}},
      {scaled_id,
       {{"dtype", Part::decoded_type},
        {"astype", Part::encoded_type},
        {"scale", Part::real},
        {"offset", Part::real}}},
      {quantize_id,
       {{"dtype", Part::decoded_type}, {"astype", Part::encoded_type}, {"digits", Part::integer}}},
      {astype_id, {{"decode_dtype", Part::decoded_type}, {"encode_dtype", Part::encoded_type}}},
      {bitround_id, {{"", Part::decoded_type}, {"keepbits", Part::integer}}},
      {packbits_id, {}},
      {crc32_id, {{"location", Part::location, 1}}},
      {adler32_id, {{"location", Part::location, 1}}},
      {crc32c_id, {{"location", Part::location, 0}}},
      {zarr_lz4_id, {{"acceleration", Part::integer, 1}}},
      {lzma_id,
       {{"format", Part::integer, 1},
        {"check", Part::integer, -1},
        {"preset", Part::integer, -1},
        {"filters", Part::none}}},
  };
  return all;
}

const OwnForm& form_of(std::uint32_t id) {
  const auto found = std::ranges::find(forms(), id, &OwnForm::id);
  if (found == forms().end()) throw Error(ErrorCode::internal, "a codec without a form");
  return *found;
}

[[noreturn]] void refuse(const Codec& codec, const Member& member, const Json* stated,
                         std::string_view expected) {
  throw MemberError(member.name,
                    fmt::format("codec {} {} is {}, expected {}", codec.name, member.name,
                                stated == nullptr ? "missing" : shortened_json(*stated), expected));
}

/// Parses NumPy's "<i4"; 0 for anything else.
std::uint32_t parse_dtype(std::string_view text) {
  constexpr std::string_view orders = "<>|=";
  if (text.size() != 3 || orders.find(text[0]) == std::string_view::npos) return 0;
  const char kind = text[1] == 'b' || text[1] == 'M' || text[1] == 'm' ? 'i' : text[1];
  const std::size_t bytes = static_cast<unsigned char>(text[2] - '0');
  const bool is_number = kind == 'i' || kind == 'u' || (kind == 'f' && bytes > 1);
  if (!is_number || bytes > sizeof(double) || !std::has_single_bit(bytes)) return 0;
  return number_parameter(kind, bytes, text[0] == '>');
}

std::string format_dtype(std::uint32_t numbers) {
  const std::size_t bytes = bytes_of_numbers(numbers);
  const char order = bytes == 1 ? '|' : (numbers & order_bit) != 0 ? '>' : '<';
  return fmt::format("{}{}{}", order, static_cast<char>(numbers >> 16U), bytes);
}

class Reader {
 public:
  Reader(const Codec& codec, std::uint32_t numbers)
      : codec_(codec), members_(configuration_of(codec)), numbers_(numbers) {}

  void read(const Member& member, std::vector<std::uint32_t>& parameters) const {
    const Json* const stated = member.name.empty() ? nullptr : find_value(members_, member.name);
    switch (member.part) {
      case Part::decoded_type:
        parameters.push_back(type(member, stated, numbers_));
        break;
      case Part::encoded_type:
        parameters.push_back(type(member, stated, parameters.front()));
        break;
      case Part::real: {
        const auto bits = std::bit_cast<std::uint64_t>(number(member, stated));
        parameters.push_back(static_cast<std::uint32_t>(bits));
        parameters.push_back(static_cast<std::uint32_t>(bits >> 32U));
        break;
      }
      case Part::integer: {
        constexpr double most = 400;
        const double value = number(member, stated);
        if (value != std::floor(value) || std::abs(value) > most) {
          refuse(codec_, member, stated, "a small integer");
        }
        parameters.push_back(static_cast<std::uint32_t>(static_cast<std::int32_t>(value)));
        break;
      }
      case Part::location: {
        const bool is_known =
            stated == nullptr || *stated == Json("start") || *stated == Json("end");
        if (!is_known) refuse(codec_, member, stated, R"("start" or "end")");
        const bool in_front =
            stated == nullptr ? member.default_value != 0 : *stated == Json("start");
        parameters.push_back(in_front ? 1 : 0);
        break;
      }
      case Part::none:
        if (stated != nullptr && !stated->is(Json::Kind::null)) {
          refuse(codec_, member, stated, "null");
        }
        break;
    }
  }

  void require_known(const OwnForm& form) const {
    for (const JsonMember& written : members_) {
      const bool is_known = std::ranges::any_of(
          form.members, [&](const Member& member) { return member.name == written.name; });
      if (is_known) continue;
      throw MemberError(written.name, fmt::format("codec {} has no member '{}'", codec_.name,
                                                  shortened(written.name)));
    }
  }

 private:
  [[nodiscard]] double number(const Member& member, const Json* stated) const {
    const bool is_missing = stated == nullptr || stated->is(Json::Kind::null);
    const auto value = is_missing ? member.default_value : base::as_double(*stated);
    if (!value || !std::isfinite(*value)) refuse(codec_, member, stated, "a number");
    return *value;
  }

  /// In v3, `bytes` has determined the byte order.
  [[nodiscard]] std::uint32_t type(const Member& member, const Json* stated,
                                   std::uint32_t otherwise) const {
    if (stated == nullptr || stated->is(Json::Kind::null)) return otherwise;
    const std::uint32_t type = stated->is(Json::Kind::text) ? parse_dtype(stated->text) : 0;
    if (type == 0) refuse(codec_, member, stated, "a type of numbers such as \"<i4\"");
    if (codec_.format == ZarrFormat::v2 || numbers_ == 0) return type;
    return (type & ~order_bit) | (numbers_ & order_bit);
  }

  const Codec& codec_;
  std::vector<JsonMember> members_;
  std::uint32_t numbers_;
};

/// Returns the type of the values that a codec leaves.
std::uint32_t type_after(const Filter& filter, std::uint32_t numbers) {
  if (filter.id == packbits_id) return number_parameter('u', 1, false);
  const std::vector<Member>& members = form_of(filter.id).members;
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (members[i].part == Part::encoded_type) return filter.parameters.at(i);
  }
  return numbers;
}

Json value_of(const Member& member, std::span<const std::uint32_t> parameters, std::size_t& at) {
  switch (member.part) {
    case Part::decoded_type:
    case Part::encoded_type:
      return Json(format_dtype(parameters[at++]));
    case Part::real: {
      const std::uint64_t bits = std::uint64_t{parameters[at + 1]} << 32U | parameters[at];
      at += 2;
      return base::json_digits(format_number(std::bit_cast<double>(bits)));
    }
    case Part::integer:
      return Json(static_cast<std::int64_t>(static_cast<std::int32_t>(parameters[at++])));
    case Part::location:
      return Json(parameters[at++] != 0 ? "start" : "end");
    case Part::none:
      break;
  }
  return {};
}

}  // namespace

const CodecWithoutFilter* find_own_codec(const Codec& codec) {
  const std::string_view id =
      codec.name == "crc32c" ? codec.name : numcodecs_id_of(codec).value_or("");
  const auto codecs = codecs_without_filter();
  const auto found = std::ranges::find_if(
      codecs, [&](const CodecWithoutFilter& one) { return one.id != 0 && one.name == id; });
  return found == codecs.end() ? nullptr : &*found;
}

bool is_codec_of_values(const Codec& codec) {
  const CodecWithoutFilter* const own = find_own_codec(codec);
  return own != nullptr && own->kind != FilterKind::bytes_to_bytes;
}

Filter own_filter_of(const Codec& codec, std::uint32_t& numbers) {
  const OwnForm& form = form_of(find_own_codec(codec)->id);
  const Reader reader(codec, numbers);
  reader.require_known(form);
  Filter filter{form.id, {}};
  for (const Member& member : form.members) reader.read(member, filter.parameters);
  numbers = type_after(filter, numbers);
  return filter;
}

Codec own_codec_of(const Filter& filter, ZarrFormat format, std::uint32_t& numbers) {
  const OwnForm& form = form_of(filter.id);
  std::vector<std::uint32_t> parameters = filter.parameters;
  for (std::size_t i = 0; i < form.members.size() && i < 2; ++i) {
    const bool is_type =
        form.members[i].part == Part::decoded_type || form.members[i].part == Part::encoded_type;
    if (is_type && parameters.at(i) == 0) parameters[i] = i == 0 ? numbers : parameters[0];
  }
  std::vector<JsonMember> members;
  std::size_t at = 0;
  for (const Member& member : form.members) {
    Json value = value_of(member, parameters, at);
    const bool is_default = member.part == Part::none ||
                            (member.part == Part::location &&
                             (value == Json("start")) == (member.default_value != 0)) ||
                            (member.default_value && as_double(value) == member.default_value);
    if (!member.name.empty() && !is_default) {
      members.push_back({std::string(member.name), std::move(value)});
    }
  }
  numbers = type_after({filter.id, parameters}, numbers);
  const bool is_core = format == ZarrFormat::v3 && filter.id == crc32c_id && members.empty();
  const std::string_view name = find_codec_without_filter(filter.id)->name;
  return make_codec(format, is_core ? std::string(name) : written_name(name, format), members);
}

std::vector<std::uint32_t> ids_of_filters(const Chain& chain) {
  std::vector<std::uint32_t> ids;
  for (const Filter& filter : chain) {
    const auto nearest = nearest_filter(filter.id);
    if (nearest || find_codec_without_filter(filter.id) == nullptr) {
      ids.push_back(nearest.value_or(filter.id));
    }
  }
  return ids;
}

std::optional<std::size_t> bytes_after_own(const StoredFilter& filter, std::size_t bytes) {
  constexpr std::size_t checksum_bytes = 4;
  constexpr std::size_t bits_of_byte = 8;
  if (is_checksum(filter.id)) return bytes + checksum_bytes;
  switch (filter.id) {
    case packbits_id:
      return 1 + (bytes + bits_of_byte - 1) / bits_of_byte;
    case bitround_id:
      return bytes;
    case delta_id:
    case scaled_id:
    case quantize_id:
    case astype_id: {
      const std::size_t decoded =
          filter.parameters.empty() ? 0 : bytes_of_numbers(filter.parameters[0]);
      if (decoded == 0 || filter.parameters.size() < 2) return std::nullopt;
      return bytes / decoded * bytes_of_numbers(filter.parameters[1]);
    }
    default:
      return std::nullopt;
  }
}

}  // namespace ncf::filter
