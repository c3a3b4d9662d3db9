// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/zarr/metadata/consolidated.hpp"

#include <fmt/format.h>

#include "base/errors/error_context.hpp"
#include "ncf/error.hpp"
#include "store/zarr/metadata/array.hpp"
#include "store/zarr/metadata/fill_value.hpp"
#include "store/zarr/metadata/json_values.hpp"

namespace ncf::store::zarr {

using base::Json;
using base::JsonMember;

namespace {

Copies read_copies_v2(KeyStore& store) {
  Copies copies;
  const auto json = read_json(store, std::string(consolidated_key));
  if (!json) return copies;
  if (json->find("record_size") != nullptr) {
    throw Error(ErrorCode::unsupported,
                "references in Parquet files, as kerchunk and VirtualiZarr write them, which ncf "
                "cannot read; write them as JSON: save_json of fsspec's ReferenceFileSystem and "
                "to_kerchunk of VirtualiZarr do");
  }
  const Json* const metadata = json->find("metadata");
  if (metadata == nullptr || !metadata->is(Json::Kind::object)) {
    throw Error(ErrorCode::corrupt, ".zmetadata: has no object \"metadata\"");
  }
  for (const JsonMember& member : metadata->members) copies.emplace(member.name, member.value);
  return copies;
}

/// Reads the copies in the metadata of the root.
Copies read_copies_v3(KeyStore& store) {
  Copies copies;
  const auto root = read_json(store, std::string(key_v3));
  const Json* const metadata =
      root ? base::with_context(key_v3, [&] { return find_consolidated(*root); }) : nullptr;
  if (metadata == nullptr) return copies;
  for (const JsonMember& member : metadata->members) {
    copies.emplace(join_key(member.name, key_v3), member.value);
  }
  return copies;
}

}  // namespace

Copies read_copies(KeyStore& store, filter::ZarrFormat format) {
  return format == filter::ZarrFormat::v3 ? read_copies_v3(store) : read_copies_v2(store);
}

const Json* find_consolidated(const Json& group) {
  constexpr std::string_view name = "consolidated_metadata";
  const Json* const consolidated = group.find(name);
  if (consolidated == nullptr || consolidated->is(Json::Kind::null)) return nullptr;
  if (!consolidated->is(Json::Kind::object)) {
    throw Error(ErrorCode::corrupt, fmt::format("{}: is not a JSON object", name));
  }
  const Json* const kind = consolidated->find("kind");
  if (kind == nullptr || *kind != Json("inline")) {
    if (may_be_ignored(*consolidated)) return nullptr;
    throw Error(ErrorCode::unsupported,
                fmt::format("{} of kind {} must be understood", name,
                            kind == nullptr ? "null" : format_compact_json(*kind)));
  }
  const Json* const metadata = consolidated->find("metadata");
  if (metadata != nullptr && metadata->is(Json::Kind::object)) return metadata;
  throw Error(ErrorCode::corrupt, fmt::format("{}: has no object \"metadata\"", name));
}

std::string find_stale_part(filter::ZarrFormat format, const Json& metadata, const Json& copy) {
  const auto parse = [&](const Json& json) {
    return format == filter::ZarrFormat::v3 ? parse_array_v3(json)
                                            : parse_array_v2(json, Writer::any);
  };
  const auto same_fill = [](const ArrayMetadata& a, const ArrayMetadata& b) {
    if (!a.fill || !b.fill) return a.fill.has_value() == b.fill.has_value();
    return format_fill_value(*a.fill, a.element) == format_fill_value(*b.fill, b.element);
  };
  try {
    const ArrayMetadata own = parse(metadata);
    const ArrayMetadata copied = parse(copy);
    if (own.shape != copied.shape) return "shape";
    const bool has_same_chunks =
        own.chunk_shape == copied.chunk_shape && own.chunk_ends == copied.chunk_ends;
    if (!has_same_chunks) return "chunk shape";
    if (own.element != copied.element) return "type";
    if (own.keys != copied.keys) return "form of chunk keys";
    if (own.stored_order != copied.stored_order) return "order";
    // zarr-python 3 adds the defaults of codecs when it consolidates metadata.
    if (format == filter::ZarrFormat::v2 && own.codecs != copied.codecs) return "list of codecs";
    return same_fill(own, copied) ? "" : "fill value";
  } catch (const Error&) {
    return {};
  }
}

}  // namespace ncf::store::zarr
