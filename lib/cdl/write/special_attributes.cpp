// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "cdl/write/special_attributes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

#include "base/text/messages.hpp"
#include "cdl/write/escapes.hpp"
#include "filter/codecs/codec_json.hpp"
#include "filter/registry/known_ids.hpp"
#include "filter/registry/registry.hpp"
#include "filter/spec/chain_order.hpp"

namespace ncf::cdl {
namespace {

using Attributes = std::vector<SpecialAttribute>;

std::string in_quotes(std::string_view text) {
  std::string out;
  append_special_text(out, text);
  return out;
}

std::string_view layout_name(model::Layout layout) {
  switch (layout) {
    case model::Layout::contiguous:
      return "contiguous";
    case model::Layout::compact:
      return "compact";
    case model::Layout::chunked:
      return "chunked";
    case model::Layout::other:
      return "virtual";
  }
  return "unknown";
}

const StoredFilter* find_filter(const StoredChain& chain, std::uint32_t id) {
  const auto found = std::find_if(chain.begin(), chain.end(),
                                  [id](const StoredFilter& filter) { return filter.id == id; });
  return found == chain.end() ? nullptr : &*found;
}

/// Returns whether a filter has an attribute of its own that readers take for it. To them,
/// deflate's level 0 means no filter.
bool has_own_attribute(const StoredFilter& filter) {
  if (filter.id == filter::deflate_id) {
    return !filter.parameters.empty() && filter.parameters.front() > 0;
  }
  return filter.id == filter::shuffle_id || filter.id == filter::fletcher32_id;
}

void add_named_filters(Attributes& attributes, const StoredChain& chain) {
  if (find_filter(chain, filter::fletcher32_id) != nullptr) {
    attributes.push_back({"_Fletcher32", in_quotes("true"), {}});
  }
  if (find_filter(chain, filter::shuffle_id) != nullptr) {
    attributes.push_back({"_Shuffle", in_quotes("true"), {}});
  }
  const StoredFilter* deflate = find_filter(chain, filter::deflate_id);
  if (deflate != nullptr && !deflate->parameters.empty()) {
    attributes.push_back({"_DeflateLevel", fmt::format("{}", deflate->parameters.front()), {}});
  }
}

/// Adds the filters, those that have an attribute of their own by it unless that would lose their
/// order.
void add_filters(Attributes& attributes, const model::Variable& variable, const CdlStyle& style) {
  StoredChain chain = variable.codecs.empty() ? variable.filters : variable.visible_filters;
  if (!style.filters_in_full && filter::has_order_of_attributes(chain)) {
    add_named_filters(attributes, chain);
    chain.erase(std::remove_if(chain.begin(), chain.end(), has_own_attribute), chain.end());
  }
  if (chain.empty()) return;
  attributes.push_back({"_Filter", in_quotes(format_numeric(chain)),
                        style.explain ? filter::describe(chain) : std::string()});
}

/// Describes codecs: one that equals a filter as that filter, others by name.
std::string describe_codecs(const filter::CodecList& codecs) {
  constexpr std::size_t max_name_bytes = 64;
  std::string words;
  for (const filter::Codec& codec : codecs) {
    if (!words.empty()) words += " | ";
    try {
      words += filter::describe(filter::filter_of(codec).filter);
    } catch (const Error&) {
      words += base::printable(codec.name, max_name_bytes);
    }
  }
  return words;
}

void add_codecs(Attributes& attributes, const model::Variable& variable, const CdlStyle& style) {
  if (variable.codecs.empty()) return;
  const std::string json = format_compact_json(filter::list_of_codecs(variable.codecs.list()));
  attributes.push_back({"_Codecs", in_quotes(json),
                        style.explain ? describe_codecs(variable.codecs.list()) : std::string()});
}

void add_byte_order(Attributes& attributes, const model::Variable& variable) {
  if (variable.type->size_bytes <= 1 || variable.byte_order == model::ByteOrder::native) return;
  const bool is_little = variable.byte_order == model::ByteOrder::little;
  attributes.push_back({"_Endianness", in_quotes(is_little ? "little" : "big"), {}});
}

/// Returns whether a contiguous variable would have chunks in netCDF-4: Zarr can filter scalars,
/// and HDF5 has fixed dimensions of length 0, which become unlimited.
bool would_be_chunked(const model::Schema& schema, const model::Variable& variable) {
  const auto& dimensions = variable.dimensions;
  const bool has_no_length =
      std::any_of(dimensions.begin(), dimensions.end(),
                  [&](model::DimensionId id) { return schema.dimensions[id].length == 0; });
  return variable.storage.layout == model::Layout::contiguous &&
         (has_no_length || variable.has_filters());
}

}  // namespace

Attributes special_attributes(const model::Schema& schema, const model::Variable& variable,
                              const CdlStyle& style) {
  Attributes attributes;
  if (!has_chunks(schema.format)) return attributes;
  if (!would_be_chunked(schema, variable)) {
    attributes.push_back({"_Storage", in_quotes(layout_name(variable.storage.layout)), {}});
  }
  if (variable.storage.layout == model::Layout::chunked) {
    const auto& chunk = variable.storage.chunk_shape;
    const auto& shard = variable.storage.shard_shape;
    attributes.push_back({"_ChunkSizes", fmt::format("{}", fmt::join(chunk, ", ")), {}});
    if (!shard.empty()) {
      attributes.push_back({"_Shards", fmt::format("{}", fmt::join(shard, ", ")), {}});
    }
  }
  add_filters(attributes, variable, style);
  add_codecs(attributes, variable, style);
  add_byte_order(attributes, variable);
  if (variable.no_fill) attributes.push_back({"_NoFill", in_quotes("true"), {}});
  return attributes;
}

Attributes special_attributes(const model::Schema& schema, const model::Provenance& provenance,
                              const CdlStyle& style) {
  Attributes attributes;
  if (provenance.properties && style.properties) {
    attributes.push_back({"_NCProperties", in_quotes(*provenance.properties), {}});
  }
  if (provenance.superblock_version) {
    attributes.push_back(
        {"_SuperblockVersion", fmt::format("{}", *provenance.superblock_version), {}});
  }
  if (provenance.is_netcdf4) {
    attributes.push_back({"_IsNetcdf4", *provenance.is_netcdf4 ? "1" : "0", {}});
  }
  attributes.push_back({"_Format", in_quotes(format_name(kind_for_netcdf(schema.format))), {}});
  return attributes;
}

}  // namespace ncf::cdl
