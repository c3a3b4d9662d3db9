// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

#include "filter/codecs/codec_interpreter.hpp"
#include "store/zarr/metadata/array.hpp"
#include "store/zarr/metadata/element.hpp"
#include "store/zarr/metadata/fill_value.hpp"
#include "store/zarr/metadata/json_values.hpp"

namespace ncf::store::zarr {
namespace {

using base::Json;
using filter::ZarrFormat;
using Kind = Element::Kind;

Element parse_element(const Json& zarray, Writer writer) {
  Element element = parse_dtype(get_member(zarray, "dtype"));
  if (writer == Writer::netcdf_c_strings && element.kind == Kind::character) {
    element.kind = Kind::text;
  }
  if (writer != Writer::libnetcdf_4_9_0) return element;
  element.byte_order = std::endian::little;
  if (element.kind == Kind::unicode && element.bytes == 4) {
    element = {.kind = Kind::character, .bytes = 1};
  }
  return element;
}

/// Runs `work`; an unsupported feature becomes the array's fault.
template <class Work>
void try_to(ArrayMetadata& array, Work work) {
  try {
    work();
  } catch (const Error& error) {
    if (error.code() == ErrorCode::corrupt) throw;
    if (!array.fault) array.fault = error;
  }
}

/// Gives a shuffle the size of elements that numcodecs takes: 4 if it has none, and instead of 0
/// the equivalent 1, which changes nothing.
void complete_shuffle(filter::Codec& codec) {
  constexpr std::string_view name = "elementsize";
  if (codec.name != "shuffle") return;
  for (base::JsonMember& member : codec.json.members) {
    if (member.name != name) continue;
    if (member.value == Json(0)) member.value = Json(1);
    return;
  }
  codec.json.add(name, 4);
}

void parse_members(ArrayMetadata& array, const Json& zarray, Writer writer) {
  array.codecs =
      filter::parse_codecs({get_member(zarray, "filters"), get_member(zarray, "compressor")});
  array.all_codecs = array.codecs;
  if (writer == Writer::any) std::ranges::for_each(array.codecs, complete_shuffle);
}

bool is_text(const Element& element) {
  return element.kind == Kind::string || element.kind == Kind::unicode ||
         element.kind == Kind::text || element.kind == Kind::character;
}

/// For strings of any length, the first codec converts to bytes. zarr-python 3.0 gives it to texts
/// of a fixed length, too.
void take_text_codec(ArrayMetadata& array) {
  for (const Kind kind : {Kind::string, Kind::byte_string}) {
    const bool is_first = !array.codecs.empty() && array.codecs.front().name == vlen_codec(kind);
    if (!is_first || !is_text(array.element)) continue;
    array.element = {.kind = kind, .bytes = 0};
    array.codecs.erase(array.codecs.begin());
    return;
  }
  if (array.element.kind == Kind::string) {
    throw Error(ErrorCode::unsupported,
                fmt::format("Python objects, which only codecs {} and {} make readable",
                            vlen_codec(Kind::string), vlen_codec(Kind::byte_string)));
  }
}

/// Returns the order of elements in v2: C or Fortran.
std::vector<std::size_t> parse_order(const Json& zarray, std::size_t rank) {
  const Json& order = get_member(zarray, "order");
  if (order == Json("C")) return {};
  if (order != Json("F")) {
    throw Error(ErrorCode::corrupt, fmt::format(R"(.zarray: "order" is {}, expected "C" or "F")",
                                                format_compact_json(order)));
  }
  std::vector<std::size_t> reversed(rank);
  std::iota(reversed.rbegin(), reversed.rend(), std::size_t{0});
  return as_stored_order(std::move(reversed));
}

ChunkKeys parse_dimension_separator(const Json& zarray) {
  const Json* const separator = zarray.find("dimension_separator");
  if (separator == nullptr || *separator == Json(".")) return {};
  if (*separator == Json("/")) return {.separator = '/'};
  throw Error(ErrorCode::corrupt,
              fmt::format(R"(.zarray: "dimension_separator" is {}, expected "." or "/")",
                          format_compact_json(*separator)));
}

TextForm text_form(Writer writer) {
  return writer == Writer::any ? TextForm::base64 : TextForm::plain;
}

/// Single bytes have no byte order. But libnetcdf, the only reader of szip, rejects the whole store
/// if an array with szip states none; and for libnetcdf, "|S1" is a string.
std::string dtype_of(const Element& element, const filter::CodecList& codecs, Writer writer) {
  std::string dtype = format_dtype(element);
  if (element.kind == Kind::character && writer != Writer::any) dtype.front() = '>';
  const bool is_integer =
      element.kind == Kind::signed_integer || element.kind == Kind::unsigned_integer;
  const bool has_szip = std::ranges::find(codecs, "szip", &filter::Codec::name) != codecs.end();
  if (is_integer && element.bytes == 1 && has_szip) {
    dtype.front() = element.byte_order == std::endian::big ? '>' : '<';
  }
  return dtype;
}

}  // namespace

ArrayMetadata parse_array_v2(const Json& zarray, Writer writer) {
  ArrayMetadata array;
  array.shape = parse_lengths(zarray.find("shape"), "shape");
  array.chunk_shape = parse_lengths(zarray.find("chunks"), "chunks");
  array.keys = parse_dimension_separator(zarray);
  try_to(array, [&] { array.element = parse_element(zarray, writer); });
  replace_empty_chunks(array);
  check_shape(array);
  try_to(array, [&] {
    parse_members(array, zarray, writer);
    take_text_codec(array);
    check_chunk_bytes(array);
    check_shuffle(array);
  });
  const Json& fill = get_member(zarray, "fill_value");
  if (!array.fault) {
    try_to(array, [&] { array.fill = parse_fill_value(fill, array.element, text_form(writer)); });
    array.is_fill_of_type = !fill.is(Json::Kind::number) || !is_text(array.element);
  }
  array.stored_order = parse_order(zarray, array.rank());
  return array;
}

Json format_array_v2(const ArrayMetadata& array, Writer writer) {
  filter::CodecList codecs = array.keeps_codecs ? array.all_codecs : array.codecs;
  if (array.element.kind == Kind::string) {
    codecs.insert(codecs.begin(),
                  filter::make_codec(ZarrFormat::v2, std::string(vlen_codec(Kind::string)), {}));
  }
  filter::CodecsV2 members = filter::format_codecs_v2(codecs);
  if (array.element.kind == Kind::string && codecs.size() == 1) {
    members.compressor = Json();
    members.filters = filter::list_of_codecs(codecs);
  }
  return base::json_object(
      {{"zarr_format", 2},
       {"shape", array.shape},
       {"chunks", array.chunk_shape},
       {"dtype", dtype_of(array.element, codecs, writer)},
       {"compressor", members.compressor},
       {"filters", members.filters},
       {"fill_value",
        array.fill ? format_fill_value(*array.fill, array.element, text_form(writer)) : Json()},
       {"order", "C"},
       {"dimension_separator", std::string(1, array.keys.separator)}});
}

}  // namespace ncf::store::zarr
