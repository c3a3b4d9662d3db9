// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Codecs of Zarr that no HDF5 filter is equal to. Those with an id, above HDF5's, have kernels here
// (numcodecs/kernels.hpp), whose parameters these rows describe. They are not in the list of
// filters. source: numcodecs 0.16
#pragma once

#include <array>
#include <limits>

#include "filter/facts.hpp"
#include "filter/registry/known_ids.hpp"

namespace ncf::filter::numcodecs {

/// A codec that is no filter; its members are parameters of its kernel.
struct Row {
  std::string_view name;
  std::string_view advice;  ///< what comes close in HDF5, or why nothing does
  std::uint32_t id = 0;
  FilterKind kind = FilterKind::values_to_bytes;
  LossTest loss = never;
  std::span<const Parameter> parameters = {};
  std::span<const CodecMember> members = {};
  std::string_view core_name = {};
};

inline constexpr double required = std::numeric_limits<double>::quiet_NaN();

constexpr CodecMember member(std::string_view name, double default_value = required) {
  return {.name = name, .default_value = default_value, .may_be_missing = true};
}

constexpr Parameter type(std::string_view name) {
  return {.name = name, .kind = Kind::number_type};
}

constexpr Parameter any_real(std::string_view name) {
  return {.name = name, .kind = Kind::real, .minimum = -unbounded, .maximum = unbounded};
}

inline constexpr Parameter delta[] = {type("dtype"), type("astype")};
inline constexpr CodecMember delta_members[] = {member("dtype", 0), member("astype", 0)};

inline constexpr Parameter scaled[] = {type("dtype"), type("astype"), any_real("scale"),
                                       any_real("offset")};
inline constexpr CodecMember scaled_members[] = {member("dtype", 0), member("astype", 0),
                                                 member("scale"), member("offset")};

inline constexpr Parameter quantize[] = {
    type("dtype"), type("astype"), {.name = "digits", .minimum = -308, .maximum = 308}};
inline constexpr CodecMember quantize_members[] = {member("dtype", 0), member("astype", 0),
                                                   member("digits")};

inline constexpr Parameter as_type[] = {type("decode_dtype"), type("encode_dtype")};
inline constexpr CodecMember as_type_members[] = {member("decode_dtype", 0),
                                                  member("encode_dtype", 0)};

inline constexpr Parameter bitround[] = {automatic("type", "type of the values"),
                                         {.name = "keepbits", .maximum = 52}};
inline constexpr CodecMember bitround_members[] = {member("keepbits")};

inline constexpr Choice locations[] = {{"start", 1}, {"end", 0}};
inline constexpr Parameter checksum[] = {
    {.name = "location", .kind = Kind::choice, .choices = locations}};
constexpr CodecMember location(double default_value) {
  CodecMember made = member("location", default_value);
  made.spelling = Spelling::word;
  made.words = locations;
  return made;
}
inline constexpr CodecMember at_start[] = {location(1)};
inline constexpr CodecMember at_end[] = {location(0)};

inline constexpr Parameter lz4[] = {{.name = "acceleration", .maximum = 65537, .default_value = 1}};
inline constexpr CodecMember lz4_members[] = {member("acceleration", 1)};

inline constexpr Parameter lzma[] = {{.name = "format", .minimum = 1, .maximum = 2},
                                     {.name = "check", .minimum = -1, .maximum = 10},
                                     {.name = "preset", .minimum = -1, .maximum = 9}};
inline constexpr CodecMember lzma_members[] = {member("format", 1),
                                               member("check", -1),
                                               member("preset", -1),
                                               {.name = "filters", .role = MemberRole::null}};

/// Sums of differences are exact only for integers, and differences may need as many bits.
constexpr Loss loss_of_delta(CdValues parameters) {
  if (parameters.size() < 2 || parameters[0] == 0) return Loss::unknown;
  constexpr std::uint32_t size = 0xFF00;
  const bool is_exact =
      parameters[0] >> 16U != 'f' && (parameters[0] & size) == (parameters[1] & size);
  return is_exact ? Loss::none : Loss::some;
}

inline constexpr auto of_bytes = FilterKind::bytes_to_bytes;
inline constexpr auto of_values = FilterKind::values_to_values;
inline constexpr std::string_view other_checksum = "fletcher32 is HDF5's checksum";

inline constexpr Row table[] = {
    {"adler32", other_checksum, adler32_id, of_bytes, never, checksum, at_start},
    {"astype", "a variable's values have one type in HDF5", 0x10007, of_values, always, as_type,
     as_type_members},
    {"bitround", "--quantize rounds", bitround_id, of_values, always, bitround, bitround_members},
    {"bytes", "byte order is the type's in HDF5"},
    {"crc32", other_checksum, crc32_id, of_bytes, never, checksum, at_start},
    {"crc32c", other_checksum, crc32c_id, of_bytes, never, checksum, at_end, "crc32c"},
    {"delta", "shuffle and a compressor come close", 0x10004, of_values, loss_of_delta, delta,
     delta_members},
    {"fixedscaleoffset", "scaleoffset is HDF5's, with other bytes", 0x10005, of_values, always,
     scaled, scaled_members},
    {"lz4", "the filter lz4 frames the same data in other bytes", zarr_lz4_id, of_bytes, never, lz4,
     lz4_members},
    {"lzma", "bzip2 or zstd with a high level come close", 0x1000D, of_bytes, never, lzma,
     lzma_members},
    {"packbits", "a compressor comes close", packbits_id},
    {"quantize", "--quantize rounds", 0x10006, of_values, always, quantize, quantize_members},
    {"sharding_indexed", "HDF5 has no chunks within chunks"},
    {"transpose", "HDF5 stores values in the order of the dimensions"},
};

/// Returns what `make` returns for each row.
template <class Make>
constexpr auto from_table(Make make) {
  std::array<decltype(make(0)), std::size(table)> made;
  for (std::size_t i = 0; i < made.size(); ++i) made[i] = make(i);
  return made;
}

inline constexpr auto layouts =
    from_table([](std::size_t i) { return Layout{.parameters = table[i].parameters}; });

inline constexpr auto codecs = from_table([](std::size_t i) {
  return CodecFacts{
      .numcodecs_id = table[i].name, .members = table[i].members, .core_name = table[i].core_name};
});

inline constexpr auto rows = from_table([](std::size_t i) {
  return FilterFacts{.id = table[i].id,
                     .name = table[i].name,
                     .description = table[i].advice,
                     .comment = table[i].name,  // Clang 14 cannot take the default from the name
                     .kind = table[i].kind,
                     .visible = {&layouts[i], 1},
                     .loss = table[i].loss,
                     .codecs = {&codecs[i], 1}};
});

}  // namespace ncf::filter::numcodecs
