// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "filter/codecs/own_codecs.hpp"

#include <string>
#include <utility>

#include "filter/codecs/codec_interpreter.hpp"
#include "filter/registry/registry.hpp"
#include "ncf/error.hpp"

namespace ncf::filter {
namespace {

CodecForm form_of(const FilterFacts& facts) {
  return form_to_write(facts, facts.codecs.front(), ZarrFormat::v2);
}

/// Gives a filter the types that its codec does not state: each is that before it. In v3, `bytes`
/// has determined the byte order. numbers: as for own_filter_of.
void bind_types(Filter& filter, ZarrFormat format, std::uint32_t& numbers) {
  constexpr std::uint32_t order_bit = 1;
  const std::uint32_t order = numbers & order_bit;
  const bool is_order_known = format == ZarrFormat::v3 && numbers != 0;
  const auto parameters = find_codec_without_filter(filter.id)->visible.front().parameters;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const Kind kind = parameters[i].kind;
    if (kind != Kind::number_type && kind != Kind::automatic) break;
    std::uint32_t& type = filter.parameters.at(i);
    if (type == 0) type = numbers;
    if (is_order_known) type = (type & ~order_bit) | order;
    numbers = type;
  }
  if (filter.id == packbits_id) numbers = number_parameter('u', 1, false);
}

}  // namespace

const FilterFacts* find_own_codec(const Codec& codec) {
  const auto form = find_form(codec, codecs_without_filter());
  return form && form->facts->id != 0 ? form->facts : nullptr;
}

bool is_codec_of_values(const Codec& codec) {
  const FilterFacts* const own = find_own_codec(codec);
  return own != nullptr && own->kind != FilterKind::bytes_to_bytes;
}

Filter own_filter_of(const Codec& codec, std::uint32_t& numbers, CodecUse use) {
  CodecFilter read = read_codec(codec, *find_form(codec, codecs_without_filter()), 0, use);
  if (!read.why_not_encode.empty()) throw Error(ErrorCode::syntax, read.why_not_encode);
  bind_types(read.filter, codec.format, numbers);
  return std::move(read.filter);
}

Codec own_codec_of(const Filter& filter, ZarrFormat format, std::uint32_t& numbers) {
  Filter bound = filter;
  bind_types(bound, format, numbers);
  const CodecForm form = form_of(*find_codec_without_filter(filter.id));
  const auto members = write_members(form, read_parameters(form, bound.parameters), 0);
  const bool is_core = format == ZarrFormat::v3 && !form.codec->core_name.empty();
  return make_codec(
      format,
      is_core && members.empty() ? std::string(form.codec->core_name) : form_name(form, format),
      members);
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
  if (filter.id == packbits_id) return 1 + (bytes + bits_of_byte - 1) / bits_of_byte;
  if (filter.id == bitround_id) return bytes;
  if (kind_of({filter.id}) != FilterKind::values_to_values) return std::nullopt;
  const auto& types = filter.parameters;  // decoded, encoded
  const std::size_t decoded = types.size() < 2 ? 0 : bytes_of_numbers(types[0]);
  if (decoded == 0) return std::nullopt;
  return bytes / decoded * bytes_of_numbers(types[1]);
}

}  // namespace ncf::filter
