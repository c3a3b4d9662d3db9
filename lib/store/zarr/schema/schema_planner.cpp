// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "base/errors/error_context.hpp"
#include "filter/registry/registry.hpp"
#include "model/grid/chunk_grid.hpp"
#include "model/schema/default_chunks.hpp"
#include "model/schema/fill_values.hpp"
#include "model/schema/schema.hpp"
#include "ncf/error.hpp"
#include "store/zarr/chunks/codec_chain.hpp"
#include "store/zarr/metadata/attributes.hpp"
#include "store/zarr/schema/array_variable.hpp"
#include "store/zarr/schema/schema.hpp"

namespace ncf::store::zarr {
namespace {

using filter::ZarrFormat;
using model::Axis;
using model::chunks_along;
using model::Schema;
using model::Variable;
using model::VariableId;

// ---- Chunks ----

/// Chooses chunks of at most some megabytes: length 1 along an unlimited dimension if there are
/// others, whole along the fastest varying ones. asked: a length for each dimension, 0 to choose
/// it; or empty.
std::vector<std::size_t> choose_chunks(const std::vector<Axis>& axes,
                                       std::vector<std::size_t> asked, std::size_t element_bytes) {
  constexpr std::size_t max_bytes = std::size_t{4} << 20U;
  constexpr std::size_t unlimited_alone = 1024;
  asked.resize(axes.size(), 0);
  std::size_t left = std::max<std::size_t>(1, max_bytes / std::max<std::size_t>(1, element_bytes));
  for (const std::size_t length : asked) {
    if (length > 0) left = std::max<std::size_t>(1, left / length);
  }
  for (std::size_t i = axes.size(); i-- > 0;) {
    if (asked[i] > 0) continue;
    const Axis& axis = axes[i];
    const std::size_t wanted = !axis.is_unlimited ? std::max<std::size_t>(1, axis.length)
                               : axes.size() == 1 ? unlimited_alone
                                                  : 1;
    asked[i] = std::min(wanted, left);
    left = std::max<std::size_t>(1, left / asked[i]);
  }
  return asked;
}

/// Chooses shards of whole chunks. asked: their shape or size; a shape is rounded up to whole
/// chunks, and cut off at the end of fixed dimensions. Shards of a given size grow from the last
/// dimension, so that few are in work at a time. Empty if a shard would hold a single chunk.
std::vector<std::size_t> choose_shards(const std::vector<Axis>& axes,
                                       const std::vector<std::size_t>& chunk_shape,
                                       const model::Storage& asked, std::size_t element_bytes) {
  const std::size_t chunk_bytes =
      model::value_count(chunk_shape) * std::max<std::size_t>(1, element_bytes);
  std::uint64_t left = asked.shard_bytes.value_or(0) / std::max<std::size_t>(1, chunk_bytes);
  std::vector<std::size_t> shape = chunk_shape;
  for (std::size_t i = shape.size(); i-- > 0;) {
    const std::size_t chunk = chunk_shape[i];
    const std::size_t most = std::max<std::size_t>(1, chunks_along(axes[i].length, chunk));
    std::size_t chunks = 1;
    if (asked.shard_bytes) {
      chunks = std::max<std::uint64_t>(1, std::min<std::uint64_t>(left, most));
      left /= chunks;
    } else if (!asked.shard_shape.empty()) {
      chunks = std::max<std::size_t>(1, chunks_along(asked.shard_shape[i], chunk));
      if (!axes[i].is_unlimited) chunks = std::min(chunks, most);
    }
    shape[i] *= chunks;
  }
  return shape == chunk_shape ? std::vector<std::size_t>{} : shape;
}

class Planner {
 public:
  Planner(const Schema& schema, filter::FilterSource& filters) : asked_(schema), filters_(filters) {
    open_.schema = schema;
    for (model::Dimension& dimension : open_.schema.dimensions) {
      if (dimension.is_unlimited) dimension.length = 0;
    }
  }

  OpenStore plan() {
    for (model::GroupId id = 0; id < open_.schema.groups.size(); ++id) {
      base::with_context([&] { return "group " + open_.schema.group_path(id); },
                         [&] { check_attributes(open_.schema.groups[id].attributes, nullptr); });
    }
    for (VariableId id = 0; id < open_.schema.variables.size(); ++id) {
      base::with_context([&] { return open_.schema.variable_title(id); },
                         [&] { open_.arrays.push_back(plan_array(id)); });
    }
    return std::move(open_);
  }

 private:
  /// array: the owner of the attributes; null for those of a group.
  static void check_attributes(const std::vector<model::Attribute>& attributes,
                               const ArrayMetadata* array) {
    std::size_t values = 0;
    for (const model::Attribute& attribute : attributes) {
      if (array != nullptr && is_fill_of(*array, attribute)) continue;
      base::with_context([&] { return "attribute " + attribute.name; },
                         [&] { values += base::count_values(format_values(*attribute.values)); });
    }
    if (values > base::max_json_values) {
      throw Error(ErrorCode::unsupported,
                  fmt::format("its attributes have {} values; ncf reads at most {} in the metadata "
                              "of a Zarr store",
                              values, base::max_json_values));
    }
  }

  OpenArray plan_array(VariableId id) {
    Variable& variable = open_.schema.variables[id];
    OpenArray array;
    array.path = open_.schema.variable_path(id).substr(1);
    split_key(array.path);
    ArrayMetadata& metadata = array.metadata;
    metadata.format = zarr_format(open_.schema.format);
    metadata.keys = {.has_prefix = metadata.format == ZarrFormat::v3,
                     .separator = metadata.format == ZarrFormat::v3 ? '/' : '.'};
    metadata.element = element_of(*variable.type, variable.byte_order);
    if (open_.schema.format == Format::nczarr && !variable.type->is_atomic()) {
      throw Error(ErrorCode::unsupported,
                  fmt::format("is of type {}, and NCZarr has no user-defined types; choose -k zarr "
                              "or -k zarr3",
                              variable.type->name));
    }
    array.is_scalar_of_one = variable.is_scalar() && open_.schema.format == Format::nczarr;
    plan_shape(variable, array);
    metadata.fill = model::unwritten_value(open_.schema, variable);
    // netCDF's default fill value is no boolean.
    const bool is_boolean = metadata.element.kind == Element::Kind::boolean;
    if (is_boolean && metadata.fill && *metadata.fill->data() != std::byte{1}) {
      *metadata.fill->data() = std::byte{0};
    }
    plan_codecs(variable, array);
    check_attributes(variable.attributes, &metadata);
    return array;
  }

  void plan_shape(Variable& variable, OpenArray& array) const {
    ArrayMetadata& metadata = array.metadata;
    if (array.is_scalar_of_one) metadata.shape = metadata.chunk_shape = {1};
    if (variable.is_scalar()) {
      variable.storage = {};
      if (metadata.format == ZarrFormat::v3) metadata.dimension_names.emplace();
      return;
    }
    metadata.shape = open_.schema.shape(variable);
    metadata.expected_shape = asked_.shape(variable);
    const bool is_chunked = variable.storage.layout == model::Layout::chunked;
    metadata.chunk_shape =
        choose_chunks(axes_of(open_.schema, variable),
                      is_chunked ? variable.storage.chunk_shape : std::vector<std::size_t>{},
                      variable.type->size_bytes);
    if (metadata.format == ZarrFormat::v3 && !open_.schema.has_only_unnamed_dimensions(variable)) {
      auto& names = metadata.dimension_names.emplace();
      for (const model::DimensionId id : variable.dimensions) {
        const model::Dimension& dimension = open_.schema.dimensions[id];
        names.push_back(dimension.is_unnamed ? "" : dimension.name);
      }
    }
    check_shape(metadata);
    check_chunk_bytes(metadata);
    if (!is_chunked && (variable.has_filters() || !is_contiguous(metadata))) {
      variable.storage.layout = model::Layout::chunked;
    }
    if (variable.storage.layout == model::Layout::chunked) {
      variable.storage.chunk_shape = metadata.chunk_shape;
    }
    plan_shards(variable, metadata);
  }

  void plan_shards(Variable& variable, ArrayMetadata& metadata) const {
    if (metadata.format != ZarrFormat::v3) return variable.storage.shard_shape.clear();
    std::vector<Axis> axes = axes_of(open_.schema, variable);
    for (std::size_t i = 0; i < axes.size(); ++i) axes[i].length = metadata.expected_shape[i];
    model::Storage& storage = variable.storage;
    storage.shard_shape =
        choose_shards(axes, metadata.chunk_shape, storage, variable.type->size_bytes);
    storage.shard_bytes.reset();
    if (storage.shard_shape.empty()) return;
    metadata.sharding = make_sharding(storage.shard_shape);
    check_shards(metadata, *metadata.sharding);
  }

  [[nodiscard]] bool is_contiguous(const ArrayMetadata& metadata) const {
    return open_.schema.format == Format::nczarr && metadata.shape == metadata.chunk_shape;
  }

  void plan_codecs(Variable& variable, OpenArray& array) {
    array.metadata.shown = shown_to_codecs(open_.schema, variable, array.metadata);
    if (variable.keeps_stored_filters) keep_unreadable_codecs(variable, array);
    if (array.is_opaque()) return;
    if (variable.asked_filters) require_usual_flags(*variable.asked_filters);
    const Chain asked = variable.filters_to_define();
    auto kept = find_kept_codecs(variable, array.metadata, open_.schema.format, filters_);
    array.metadata.codecs = kept ? std::move(*kept) : codecs_for(asked, array.metadata, filters_);
    ArrayFilters found = find_filters(array.metadata, filters_, filter::FilterUse::encode);
    if (array.metadata.fault) throw *array.metadata.fault;
    variable.filters = found.filters;
    variable.visible_filters = found.visible;
    array.coding = std::move(found);
    variable.asked_filters.reset();
    variable.codecs = array.metadata.codecs;
    variable.codec_element_bytes = array.metadata.element.bytes;
  }

  /// Rejects flags that a user requests and Zarr cannot store; those of an input are dropped.
  static void require_usual_flags(const Chain& asked) {
    const Filter* const flagged = filter::find_flagged(asked);
    if (flagged == nullptr) return;
    throw Error(ErrorCode::unsupported,
                fmt::format("Zarr has no {} filters, but {} is requested as one",
                            filter::name_of(flagged->flag), filter::filter_title(flagged->id)));
  }

  /// Takes over the codecs of an array of the same format, whose chunks are copied as stored.
  void keep_unreadable_codecs(const Variable& variable, OpenArray& array) {
    ArrayMetadata& metadata = array.metadata;
    if (variable.codecs.empty() || variable.codecs.list().front().format != metadata.format) return;
    array.coding.unreadable_codecs = find_unreadable(variable.codecs.list(), metadata, filters_);
    if (!array.is_opaque()) return;
    metadata.all_codecs = variable.codecs.list();
    metadata.keeps_codecs = true;
    metadata.fault =
        Error(ErrorCode::unsupported, fmt::format("codec {} cannot be decoded here",
                                                  fmt::join(array.coding.unreadable_codecs, ", ")));
  }

  const Schema& asked_;
  filter::FilterSource& filters_;
  OpenStore open_;
};

}  // namespace

OpenStore plan_store(const Schema& schema, filter::FilterSource& filters) {
  return Planner(schema, filters).plan();
}

}  // namespace ncf::store::zarr
