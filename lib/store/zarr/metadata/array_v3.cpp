// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>
#include <utility>

#include "filter/codecs/own_codecs.hpp"
#include "store/zarr/metadata/array.hpp"
#include "store/zarr/metadata/element.hpp"
#include "store/zarr/metadata/fill_value.hpp"
#include "store/zarr/metadata/json_values.hpp"

namespace ncf::store::zarr {
namespace {

using base::Json;
using base::json_list;
using base::json_object;
using filter::Codec;
using filter::CodecList;
using filter::ZarrFormat;

[[noreturn]] void refuse(const std::string& what) { throw Error(ErrorCode::unsupported, what); }

/// Checks that an extension has only a name and a configuration, which has only this member.
/// throws: Error(unsupported).
void require_configuration(const Json& named, std::string_view member) {
  static constexpr std::string_view known[] = {"name", "configuration", "must_understand"};
  if (!named.is(Json::Kind::object)) return;
  require_understood(named, known);
  const Json* const configuration = named.find("configuration");
  if (configuration != nullptr) require_understood(*configuration, {&member, 1});
}

ChunkKeys parse_chunk_keys(const Json& metadata) {
  const Json& encoding = get_member(metadata, "chunk_key_encoding");
  const Json* const name = encoding.is(Json::Kind::text) ? &encoding : encoding.find("name");
  const bool is_default = name != nullptr && name->text == "default";
  if (!is_default && (name == nullptr || name->text != "v2")) {
    refuse("chunk keys of encoding " + format_compact_json(encoding));
  }
  require_configuration(encoding, "separator");
  const Json* const separator = find_configuration(encoding, "separator");
  const std::string text = separator == nullptr ? (is_default ? "/" : ".") : separator->text;
  if (text != "/" && text != ".") {
    throw Error(ErrorCode::corrupt, fmt::format("chunk keys with the separator \"{}\"", text));
  }
  return {.has_prefix = is_default, .separator = text.front()};
}

/// Chunks of one length along a dimension.
struct ChunkRun {
  std::size_t length = 0;
  std::size_t count = 1;
};

/// Parses the chunks along a dimension: a length, or a list of lengths and of lengths with how
/// often they occur. throws: Error(corrupt).
std::vector<ChunkRun> parse_runs(const Json& lengths) {
  constexpr std::size_t as_many_as_fit = max_chunk_bytes;
  if (const auto length = as_uint64(lengths)) return {{*length, as_many_as_fit}};
  std::vector<ChunkRun> runs;
  for (const Json& element : lengths.elements) {
    const bool is_run = element.is(Json::Kind::list) && element.elements.size() == 2;
    const auto length = as_uint64(is_run ? element.elements[0] : element);
    const auto count = is_run ? as_uint64(element.elements[1]) : 1;
    if (!length || *length == 0 || !count) {
      throw Error(ErrorCode::corrupt,
                  fmt::format("\"chunk_shapes\" contains {}, which is no length",
                              format_compact_json(element)));
    }
    runs.push_back({*length, *count});
  }
  if (runs.empty()) throw Error(ErrorCode::corrupt, "\"chunk_shapes\" has a list without a length");
  return runs;
}

/// Returns where the chunks along a dimension end, the last one at its end or beyond.
/// throws: Error(corrupt) if they are too few; Error(unsupported) if they are too many or too long.
std::vector<std::size_t> ends_of(const std::vector<ChunkRun>& runs, std::size_t extent) {
  constexpr std::size_t most_chunks = 1'000'000;
  std::vector<std::size_t> ends;
  std::size_t end = 0;
  for (const ChunkRun& run : runs) {
    if (run.length > max_chunk_bytes) refuse("chunks of 4 GiB or more");
    for (std::size_t i = 0; i < run.count && end < extent; ++i) {
      if (ends.size() == most_chunks) refuse("more than a million chunks of different lengths");
      ends.push_back(end += run.length);
    }
  }
  if (end < extent) throw Error(ErrorCode::corrupt, "the chunks end before the array");
  return ends;
}

/// source: Zarr v3 specification, "Regular grids"; zarr-extensions, chunk grid "rectilinear"
void parse_grid(const Json& grid, ArrayMetadata& array) {
  const Json* const name = grid.find("name");
  if (name != nullptr && name->text == "regular") {
    require_configuration(grid, "chunk_shape");
    array.chunk_shape = parse_lengths(find_configuration(grid, "chunk_shape"), "chunk_shape");
    return;
  }
  const Json* const shapes = name != nullptr && name->text == "rectilinear"
                                 ? find_configuration(grid, "chunk_shapes")
                                 : nullptr;
  if (shapes == nullptr) refuse("chunks of the grid " + format_compact_json(grid));
  array.chunk_shape.clear();
  std::vector<std::vector<ChunkRun>> runs;
  bool is_regular = true;
  for (const Json& lengths : shapes->elements) {
    runs.push_back(parse_runs(lengths));
    const auto longest = std::ranges::max_element(runs.back(), {}, &ChunkRun::length);
    array.chunk_shape.push_back(longest->length);
    is_regular = is_regular && std::ranges::all_of(runs.back(), [&](const ChunkRun& run) {
                   return run.length == longest->length;
                 });
  }
  check_shape(array);
  if (is_regular) return;
  std::vector<std::vector<std::size_t>> ends;
  for (std::size_t d = 0; d < runs.size(); ++d) {
    ends.push_back(ends_of(runs[d], array.shape[d]));
  }
  array.chunk_ends = std::move(ends);
}

void require_known_members(const Json& metadata) {
  static constexpr std::string_view known[] = {"zarr_format",
                                               "node_type",
                                               "shape",
                                               "data_type",
                                               "chunk_grid",
                                               "fill_value",
                                               "codecs",
                                               "attributes",
                                               "chunk_key_encoding",
                                               "dimension_names",
                                               "storage_transformers",
                                               "consolidated_metadata"};
  require_understood(metadata, known);
  const Json* const transformers = metadata.find("storage_transformers");
  if (transformers != nullptr && !transformers->elements.empty()) refuse("storage transformers");
}

/// Parses the codecs of an array, or those within its shards, in the order of writing.
class CodecReader {
 public:
  explicit CodecReader(ArrayMetadata& array) : array_(array) { reset_order(); }

  void read(const CodecList& codecs) {
    bool makes_bytes = false;
    for (const Codec& codec : codecs) {
      if (makes_bytes) {
        array_.codecs.push_back(codec);
      } else if (filter::is_codec_of_values(codec)) {
        array_.codecs.push_back(codec);
      } else if (codec.name == "transpose") {
        if (!array_.codecs.empty()) refuse("codec transpose after codecs of values");
        transpose(codec);
      } else if (codec.name == "sharding_indexed") {
        return read_shards(codec, codecs.size() == 1);
      } else {
        makes_bytes = true;
        take_values(codec);
      }
    }
    if (!makes_bytes) {
      throw Error(ErrorCode::corrupt,
                  "the codecs do not include one that converts values to bytes");
    }
    finish_order();
  }

 private:
  void reset_order() {
    array_.stored_order.resize(array_.rank());
    std::iota(array_.stored_order.begin(), array_.stored_order.end(), std::size_t{0});
  }

  void finish_order() { array_.stored_order = as_stored_order(std::move(array_.stored_order)); }

  void transpose(const Codec& codec) {
    const auto order = parse_lengths(find_configuration(codec.json, "order"), "order");
    auto sorted = order;
    std::ranges::sort(sorted);
    std::vector<std::size_t> all(array_.rank());
    std::iota(all.begin(), all.end(), std::size_t{0});
    if (sorted != all) {
      throw Error(ErrorCode::corrupt,
                  "codec transpose: \"order\" is not a permutation of the dimensions");
    }
    std::vector<std::size_t> stored;
    for (const std::size_t dimension : order) stored.push_back(array_.stored_order[dimension]);
    array_.stored_order = stored;
  }

  void take_values(const Codec& codec) const {
    const bool is_string = array_.element.has_any_length();
    if (codec.name == (is_string ? vlen_codec(array_.element.kind) : "bytes")) return;
    const auto form = filter::find_form(codec);
    const bool takes_bytes = form && !form->codec->takes_values;
    if (is_string || takes_bytes) refuse(fmt::format("codec {}", codec.name));
    array_.codecs.push_back(codec);
  }

  void read_shards(const Codec& codec, bool is_alone) {
    if (array_.sharding) refuse("shards within shards");
    if (!is_alone) refuse("shards among other codecs");
    if (!array_.chunk_ends.empty()) refuse("shards of different lengths");
    finish_order();
    if (!array_.stored_order.empty()) refuse("transposed shards");
    Sharding sharding;
    sharding.shard_shape = array_.chunk_shape;
    array_.chunk_shape =
        parse_lengths(find_configuration(codec.json, "chunk_shape"), "chunk_shape");
    replace_empty_chunks(array_);
    sharding.index_is_first = is_index_first(codec);
    const Json* const index = find_configuration(codec.json, "index_codecs");
    const Json* const inner = find_configuration(codec.json, "codecs");
    if (index == nullptr || inner == nullptr) {
      throw Error(ErrorCode::corrupt,
                  "codec sharding_indexed has no \"codecs\" or no \"index_codecs\"");
    }
    sharding.index_codecs = filter::parse_codecs(*index);
    check_shards(array_, sharding);
    array_.sharding = std::move(sharding);
    reset_order();
    array_.all_codecs = filter::parse_codecs(*inner);
    read(CodecList(array_.all_codecs));
  }

  static bool is_index_first(const Codec& codec) {
    const Json* const location = find_configuration(codec.json, "index_location");
    if (location == nullptr || *location == Json("end")) return false;
    if (*location == Json("start")) return true;
    throw Error(ErrorCode::corrupt,
                fmt::format(R"(codec {}: "index_location" is {}, expected "start" or "end")",
                            codec.name, format_compact_json(*location)));
  }

  ArrayMetadata& array_;
};

/// Returns the byte order in `bytes`, wherever it is.
std::endian find_byte_order(const CodecList& codecs) {
  for (const Codec& codec : codecs) {
    if (codec.name != "sharding_indexed") continue;
    if (const Json* const inner = find_configuration(codec.json, "codecs")) {
      return find_byte_order(filter::parse_codecs(*inner));
    }
  }
  return filter::byte_order_of(codecs).value_or(std::endian::little);
}

std::optional<std::vector<std::string>> find_dimension_names(const Json& metadata,
                                                             const ArrayMetadata& array) {
  constexpr std::string_view member = "dimension_names";
  const Json* const names = metadata.find(member);
  if (names == nullptr || names->is(Json::Kind::null)) return std::nullopt;
  return parse_dimension_names(member, *names, array);
}

/// Returns the codecs of a chunk, including the one that converts values to bytes.
CodecList codecs_of_chunk(const ArrayMetadata& array) {
  if (array.keeps_codecs) return array.all_codecs;
  CodecList codecs = array.codecs;
  if (array.element.kind == Element::Kind::string) {
    const std::string_view name = vlen_codec(array.element.kind);
    codecs.insert(codecs.begin(),
                  filter::parse_codec(json_object().add("name", name), ZarrFormat::v3));
    return codecs;
  }
  const std::size_t element_size =
      array.element.has_byte_order() ? array.element.bytes : std::size_t{1};
  return filter::with_bytes(std::move(codecs), {element_size, array.element.byte_order});
}

Codec shards_of(const ArrayMetadata& array, const Sharding& sharding) {
  return filter::parse_codec(
      make_named("sharding_indexed",
                 {{"chunk_shape", array.chunk_shape},
                  {"codecs", filter::list_of_codecs(codecs_of_chunk(array))},
                  {"index_codecs", filter::list_of_codecs(sharding.index_codecs)},
                  {"index_location", sharding.index_is_first ? "start" : "end"}}),
      ZarrFormat::v3);
}

}  // namespace

Sharding make_sharding(std::vector<std::size_t> shard_shape) {
  Sharding sharding{std::move(shard_shape), filter::with_bytes({}, {sizeof(std::uint64_t)}), false};
  sharding.index_codecs.push_back(
      filter::parse_codec(json_object().add("name", "crc32c"), ZarrFormat::v3));
  return sharding;
}

// A shard may have any size, because it is not decoded as a whole; its index is.
void check_shards(const ArrayMetadata& array, const Sharding& sharding) {
  constexpr std::uint64_t max_chunks = max_chunk_bytes / shard_entry_bytes;
  check_shape(array);
  std::uint64_t chunks = 1;
  for (std::size_t i = 0; i < array.rank(); ++i) {
    if (sharding.shard_shape[i] % array.chunk_shape[i] != 0) {
      throw Error(ErrorCode::corrupt, "the shard shape is not a multiple of the chunk shape");
    }
    const std::uint64_t along = sharding.shard_shape[i] / array.chunk_shape[i];
    if (along > max_chunks / chunks) refuse("shards of so many chunks that their index has 4 GiB");
    chunks *= along;
  }
}

ArrayMetadata parse_array_v3(const Json& metadata) {
  ArrayMetadata array;
  array.format = ZarrFormat::v3;
  array.shape = parse_lengths(metadata.find("shape"), "shape");
  array.dimension_names = find_dimension_names(metadata, array);
  const Json& grid = get_member(metadata, "chunk_grid");
  array.chunk_shape = array.shape;
  for (std::size_t& length : array.chunk_shape) length = std::max<std::size_t>(length, 1);
  try {
    array.all_codecs = filter::parse_codecs(get_member(metadata, "codecs"));
    require_known_members(metadata);
    parse_grid(grid, array);
    replace_empty_chunks(array);
    array.keys = parse_chunk_keys(metadata);
    array.element =
        parse_data_type(get_member(metadata, "data_type"), find_byte_order(array.all_codecs));
    check_shape(array);
    CodecReader(array).read(array.all_codecs);
    check_chunk_bytes(array);
    check_shuffle(array);
    array.fill = parse_fill_value(get_member(metadata, "fill_value"), array.element);
  } catch (const Error& error) {
    if (error.code() == ErrorCode::corrupt) throw;
    array.fault = error;
  }
  check_shape(array);
  return array;
}

Json format_array_v3(const ArrayMetadata& array) {
  const auto& sharding = array.sharding;
  Json json = json_object(
      {{"zarr_format", 3},
       {"node_type", "array"},
       {"shape", array.shape},
       {"data_type", format_data_type(array.element)},
       {"chunk_grid", make_named("regular", {{"chunk_shape", sharding ? sharding->shard_shape
                                                                      : array.chunk_shape}})},
       {"chunk_key_encoding",
        make_named("default", {{"separator", std::string(1, array.keys.separator)}})},
       {"fill_value", format_fill_value(value_of_missing(array), array.element)},
       {"codecs", filter::list_of_codecs(sharding ? CodecList{shards_of(array, *sharding)}
                                                  : codecs_of_chunk(array))}});
  if (array.dimension_names) {
    json.add("dimension_names", json_list(*array.dimension_names, [](const std::string& name) {
               return name.empty() ? Json() : Json(name);
             }));
  }
  return json;
}

}  // namespace ncf::store::zarr
