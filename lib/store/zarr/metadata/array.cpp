// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/zarr/metadata/array.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/text/messages.hpp"
#include "base/text/real_text.hpp"
#include "filter/codecs/own_codecs.hpp"
#include "filter/registry/known_ids.hpp"
#include "model/schema/fill_values.hpp"

namespace ncf::store::zarr {
namespace {

using base::Json;

constexpr std::size_t max_dimensions = 1024;  // NC_MAX_VAR_DIMS
constexpr std::uint64_t max_array_bytes = std::uint64_t{1} << 60U;

/// Returns the product, or `most` + 1 if it is larger.
std::uint64_t product_up_to(std::uint64_t most, std::uint64_t first,
                            const std::vector<std::size_t>& factors) {
  std::uint64_t product = first;
  for (const std::size_t factor : factors) {
    if (factor == 0) return 0;
    if (product > most / factor) return most + 1;
    product *= factor;
  }
  return product;
}

/// Returns the bytes of an element; 1 for strings, which may be empty.
std::uint64_t element_bytes(const ArrayMetadata& array) {
  return std::max<std::size_t>(array.element.bytes, 1);
}

/// Returns what decides about the sizes of the codecs' outputs: filters, and elements of shuffle.
StoredChain sizes_of(const ArrayMetadata& array) {
  StoredChain chain;
  std::uint32_t numbers = number_parameter(array.element);
  for (const filter::Codec& codec : array.codecs) {
    if (filter::find_own_codec(codec) != nullptr) {
      const Filter own = filter::own_filter_of(codec, numbers);
      chain.push_back({own.id, own.parameters});
      continue;
    }
    const auto form = filter::find_form(codec);
    StoredFilter& size = chain.emplace_back();
    size.id = form ? form->facts->id : 0;
    if (size.id != filter::shuffle_id) continue;
    const std::size_t shuffled = filter::filter_of(codec, array.element.bytes).element_size;
    size.parameters = {static_cast<std::uint32_t>(shuffled)};
  }
  return chain;
}

std::optional<std::size_t> parse_number(std::string_view digits) {
  const bool has_zero_in_front = digits.size() > 1 && digits.front() == '0';
  return has_zero_in_front ? std::nullopt : base::find_number<std::size_t>(digits);
}

}  // namespace

std::size_t ArrayMetadata::chunk_elements() const noexcept {
  return model::value_count(chunk_shape);
}

std::optional<std::size_t> chunk_bytes(const ArrayMetadata& array) {
  if (array.element.bytes == 0) return std::nullopt;
  return array.chunk_elements() * array.element.bytes;
}

std::string chunk_key(const ChunkKeys& keys, ChunkCoordinates chunk) {
  if (chunk.empty()) return keys.has_prefix ? "c" : "0";
  std::string key = keys.has_prefix ? std::string("c") + keys.separator : std::string();
  for (std::size_t i = 0; i < chunk.size(); ++i) {
    if (i > 0) key += keys.separator;
    fmt::format_to(std::back_inserter(key), "{}", chunk[i]);
  }
  return key;
}

std::optional<std::vector<std::size_t>> parse_chunk_key(const ChunkKeys& keys, std::size_t rank,
                                                        std::string_view key) {
  std::vector<std::size_t> coordinates;
  if (rank == 0) {
    return key == chunk_key(keys, {}) ? std::optional(coordinates) : std::nullopt;
  }
  if (keys.has_prefix) {
    if (key.size() < 2 || key[0] != 'c' || key[1] != keys.separator) return std::nullopt;
    key.remove_prefix(2);
  }
  for (bool more = true; more;) {
    const std::size_t end = std::min(key.find(keys.separator), key.size());
    const auto number = parse_number(key.substr(0, end));
    if (!number) return std::nullopt;
    coordinates.push_back(*number);
    more = end < key.size();
    key.remove_prefix(std::min(end + 1, key.size()));
  }
  return coordinates.size() == rank ? std::optional(coordinates) : std::nullopt;
}

model::Box uneven_chunk(const ArrayMetadata& array, ChunkCoordinates chunk) {
  model::Box box;
  for (std::size_t d = 0; d < chunk.size(); ++d) {
    const auto& ends = array.chunk_ends[d];
    box.start.push_back(chunk[d] == 0 ? 0 : ends[chunk[d] - 1]);
    box.count.push_back(ends[chunk[d]] - box.start[d]);
  }
  return box;
}

void replace_empty_chunks(ArrayMetadata& array) {
  const std::size_t rank = std::min(array.shape.size(), array.chunk_shape.size());
  for (std::size_t i = 0; i < rank; ++i) {
    if (array.shape[i] == 0 && array.chunk_shape[i] == 0) array.chunk_shape[i] = 1;
  }
}

void check_shape(const ArrayMetadata& array) {
  const auto& chunks = array.chunk_shape;
  if (array.shape.size() != chunks.size()) {
    throw Error(ErrorCode::corrupt,
                fmt::format("{}, but chunks of {}",
                            base::format_count(array.shape.size(), "dimension"), chunks.size()));
  }
  if (array.shape.size() > max_dimensions) {
    throw Error(ErrorCode::corrupt,
                fmt::format("it has {} dimensions, but netCDF allows at most {}",
                            array.shape.size(), max_dimensions));
  }
  if (std::ranges::find(chunks, 0U) != chunks.end()) {
    throw Error(ErrorCode::corrupt, "a chunk length is 0");
  }
  if (product_up_to(max_array_bytes, element_bytes(array), array.shape) > max_array_bytes) {
    throw Error(ErrorCode::corrupt,
                fmt::format("the shape {} is too large", fmt::join(array.shape, " x ")));
  }
}

void check_chunk_bytes(const ArrayMetadata& array) {
  if (product_up_to(max_chunk_bytes, element_bytes(array), array.chunk_shape) > max_chunk_bytes) {
    throw Error(ErrorCode::unsupported, "chunks of 4 GiB or more are not supported");
  }
}

std::optional<filter::PartialShuffle> find_partial_shuffle(const ArrayMetadata& array,
                                                           filter::UnknownSizes sizes) {
  return filter::find_partial_shuffle(sizes_of(array), chunk_bytes(array), sizes);
}

// HDF5's shuffle leaves a rest as it is, but no writer of Zarr relies on that. Whoever wrote a
// shuffle of compressed data had data that it could shuffle.
void check_shuffle(const ArrayMetadata& array) {
  const auto partial = find_partial_shuffle(array, filter::UnknownSizes::are_whole);
  if (!partial) return;
  throw Error(
      ErrorCode::unsupported,
      fmt::format("codec shuffle has elements of {} bytes, which do not divide chunks of {} "
                  "bytes",
                  partial->element_bytes, *partial->input_bytes));
}

std::vector<std::size_t> as_stored_order(std::vector<std::size_t> order) {
  if (std::is_sorted(order.begin(), order.end())) order.clear();
  return order;
}

std::vector<std::size_t> parse_lengths(const Json* list, std::string_view member) {
  if (list == nullptr || !list->is(Json::Kind::list)) {
    throw Error(ErrorCode::corrupt, fmt::format("\"{}\" is not a list of lengths", member));
  }
  std::vector<std::size_t> lengths;
  for (const Json& element : list->elements) {
    const auto length = as_uint64(element);
    if (!length) {
      throw Error(ErrorCode::corrupt, fmt::format("\"{}\" contains {}, which is not a length",
                                                  member, format_compact_json(element)));
    }
    lengths.push_back(*length);
  }
  return lengths;
}

std::vector<std::string> parse_dimension_names(std::string_view member, const Json& list,
                                               const ArrayMetadata& array) {
  const bool may_be_unnamed = array.format == filter::ZarrFormat::v3;
  std::vector<std::string> names;
  bool is_valid = list.is(Json::Kind::list) && list.elements.size() == array.rank();
  for (const Json& name : list.elements) {
    const bool is_unnamed = name.is(Json::Kind::null) || name == base::Json("");
    is_valid = is_valid && (is_unnamed ? may_be_unnamed : name.is(Json::Kind::text));
    names.push_back(name.text);
  }
  if (is_valid) return names;
  throw Error(ErrorCode::corrupt,
              fmt::format("\"{}\" is {}, expected a list with a name for each dimension", member,
                          format_compact_json(list)));
}

model::Values value_of_missing(const ArrayMetadata& array) {
  return array.fill ? *array.fill : model::default_fill_value(type_of(array.element));
}

bool is_fill_of(const ArrayMetadata& array, const model::Attribute& attribute) {
  return attribute.name == "_FillValue" && array.fill &&
         model::with_plain_nan(*attribute.values) == *array.fill;
}

}  // namespace ncf::store::zarr
