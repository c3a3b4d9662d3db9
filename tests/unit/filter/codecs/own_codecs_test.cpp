// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "filter/codecs/own_codecs.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <string>

#include "ncf/error.hpp"
#include "support/table.hpp"

namespace ncf::filter {
namespace {

std::string parameters_or_message(const std::string& json) {
  try {
    const Filter filter = filter_from_json(base::parse_json(json));
    return fmt::format("{}{}{}", filter.id, filter.parameters.empty() ? "" : ",",
                       fmt::join(filter.parameters, ","));
  } catch (const Error& error) {
    return error.message();
  }
}

// Their filters have the ids of our kernels, which only plain Zarr can store.
TEST(OwnCodecs, AsUsersWriteThem) {
  test::expect_table(parameters_or_message, R"(
    {"id":"crc32"}                                   -> 65546,1
    {"id":"crc32","location":"end"}                  -> 65546,0
    {"name":"crc32c"}                                -> 65538,0
    {"id":"delta"}                                   -> 65540,0,0
    {"id":"delta","dtype":"<i4"}                     -> 65540,6882304,6882304
    {"id":"quantize","digits":-1,"dtype":">f8"}      -> 65542,6686721,6686721,4294967295
    {"name":"numcodecs.bitround","configuration":{"keepbits":3}} -> 65544,0,3
    {"id":"lz4"}                                     -> 65548,1
    {"id":"lzma"}                                    -> 65549,1,4294967295,4294967295
    {"id":"lzma","preset":null,"filters":null}       -> 65549,1,4294967295,4294967295

    // Members are checked.
    {"id":"bitround"}               -> codec bitround needs keepbits, expected 0 to 52
    {"id":"bitround","keepbits":1.5} -> codec bitround keepbits is 1.5, expected 0 to 52
    {"id":"fixedscaleoffset","scale":"a"} -> codec fixedscaleoffset scale is "a", expected a number
    {"id":"delta","dtype":"<x4"}    -> codec delta dtype is "<x4", expected a type of numbers \
                                       such as "<i4"
    {"id":"crc32","location":"in"}  -> codec crc32 location is "in", expected start (1) or end (0)
    {"id":"lzma","filters":[1]}     -> codec lzma filters is [1], expected null
    {"id":"packbits","a":1}         -> codec packbits has no member 'a', expected its id alone
  )");
  for (const std::string_view text :
       {R"({"id":"fixedscaleoffset","dtype":"<f4","astype":"|u1","scale":10,"offset":-1.5})",
        R"({"id":"astype","decode_dtype":"<f4","encode_dtype":"<f2"})", R"({"id":"packbits"})",
        R"({"id":"crc32","location":"end"})", R"({"id":"lzma","check":1,"preset":2})"}) {
    std::uint32_t numbers = number_parameter('f', 4, false);
    const Filter filter =
        own_filter_of(parse_codec(base::parse_json(text), ZarrFormat::v2), numbers);
    EXPECT_EQ(format_compact_json(own_codec_of(filter, ZarrFormat::v2, numbers).json), text);
  }
}

}  // namespace
}  // namespace ncf::filter
