// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

#include "base/at_place.hpp"
#include "filter/registry.hpp"
#include "model/default_fill.hpp"
#include "ncf/error.hpp"
#include "store/zarr/attributes.hpp"
#include "store/zarr/chunking.hpp"
#include "store/zarr/codec_chain.hpp"
#include "store/zarr/codec_variable.hpp"
#include "store/zarr/fill_value.hpp"
#include "store/zarr/nczarr.hpp"
#include "store/zarr/numbers.hpp"
#include "store/zarr/open_store.hpp"

namespace ncf::store::zarr {
namespace {

using base::Json;
using base::json_boolean;
using base::json_list;
using base::json_number;
using base::json_object;
using base::json_text;
using base::JsonTexts;

using filter::ZarrFormat;
using model::GroupId;
using model::Schema;
using model::Variable;
using model::VariableId;

/// A path of the schema, "/forecast/t2m", as a key.
std::string key_of(const std::string& path) { return path.substr(1); }

/// Whether the attribute says what the metadata of the array say.
bool is_fill_of(const ArrayMetadata& array, const model::Attribute& attribute) {
  return attribute.name == "_FillValue" && array.fill &&
         model::with_plain_nan(*attribute.values) == *array.fill;
}

// ---- From a schema to arrays --------------------------------------------------------------------

class Planner {
 public:
  Planner(const Schema& schema, filter::FilterSource& filters) : filters_(filters) {
    open_.schema = schema;
    for (model::Dimension& dimension : open_.schema.dimensions) {
      if (dimension.is_unlimited) dimension.length = 0;
    }
  }

  OpenStore plan() {
    for (GroupId id = 0; id < open_.schema.groups.size(); ++id) {
      base::at_place([&] { return "group " + open_.schema.group_path(id); },
                     [&] { check_attributes(open_.schema.groups[id].attributes, nullptr); });
    }
    for (VariableId id = 0; id < open_.schema.variables.size(); ++id) {
      base::at_place([&] { return "variable " + open_.schema.variable_path(id); },
                     [&] { open_.arrays.push_back(plan_array(id)); });
    }
    return std::move(open_);
  }

 private:
  /// array: whose attributes they are; null for those of a group.
  static void check_attributes(const std::vector<model::Attribute>& attributes,
                               const ArrayMetadata* array) {
    for (const model::Attribute& attribute : attributes) {
      if (array != nullptr && is_fill_of(*array, attribute)) continue;
      base::at_place([&] { return "attribute " + attribute.name; },
                     [&] { (void)format_values(*attribute.values); });
    }
  }

  OpenArray plan_array(VariableId id) {
    Variable& variable = open_.schema.variables[id];
    OpenArray array;
    array.path = key_of(open_.schema.variable_path(id));
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
    metadata.fill = model::with_plain_nan(plan_fill(variable));
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
    std::vector<Extent> extents;
    std::vector<std::string> names;
    for (const model::DimensionId id : variable.dimensions) {
      const model::Dimension& dimension = open_.schema.dimensions[id];
      extents.push_back({dimension.length, dimension.is_unlimited});
      metadata.shape.push_back(dimension.length);
      names.push_back(dimension.is_unnamed ? "" : dimension.name);
    }
    const bool is_chunked = variable.storage.layout == model::Layout::chunked;
    metadata.chunk_shape = choose_chunks(
        extents, is_chunked ? variable.storage.chunk_shape : std::vector<std::size_t>{},
        variable.type->size_bytes);
    if (metadata.format == ZarrFormat::v3 && !open_.schema.has_only_unnamed_dimensions(variable)) {
      metadata.dimension_names = std::move(names);
    }
    check_shape(metadata);
    check_chunk_bytes(metadata);
    if (!is_chunked && (variable.has_filters() || !is_contiguous(metadata))) {
      variable.storage.layout = model::Layout::chunked;
    }
    if (variable.storage.layout == model::Layout::chunked) {
      variable.storage.chunk_shape = metadata.chunk_shape;
    }
  }

  [[nodiscard]] bool is_contiguous(const ArrayMetadata& metadata) const {
    return open_.schema.format == Format::nczarr && metadata.shape == metadata.chunk_shape;
  }

  [[nodiscard]] model::Values plan_fill(const Variable& variable) const {
    const model::Attribute* const fill = model::find_attribute(variable.attributes, "_FillValue");
    const bool is_fitting = fill != nullptr && fill->values->count() == 1 &&
                            model::same_type(*fill->values->type(), *variable.type);
    if (is_fitting) return *fill->values;
    // Without fill mode, netCDF reads other values beyond the end of an array than within it.
    const bool is_everywhere = !variable.no_fill || !open_.schema.has_unlimited(variable);
    const bool hides = is_everywhere && open_.schema.keeps_hidden_fill(variable);
    return hides ? *variable.hidden_fill : model::default_fill_value(variable.type);
  }

  void plan_codecs(Variable& variable, OpenArray& array) {
    array.metadata.shown = shown_to_codecs(open_.schema, variable, array.metadata);
    if (variable.keeps_stored_filters) keep_unreadable_codecs(variable, array);
    if (array.is_opaque()) return;
    if (variable.asked_filters) require_usual_flags(*variable.asked_filters);
    const Chain asked = variable.filters_to_define();
    array.metadata.codecs = codecs_for(asked, array.metadata, filters_);
    ArrayFilters found = find_filters(array.metadata, filters_, filter::FilterUse::encode);
    if (array.metadata.fault) throw *array.metadata.fault;
    array.is_same_bytes = found.is_same_bytes;
    array.has_own_bytes = found.has_own_bytes;
    variable.filters = std::move(found.filters);
    variable.visible_filters = std::move(found.visible);
    variable.asked_filters.reset();
    variable.codecs = array.metadata.codecs;
  }

  /// The flags of an input are dropped, those that a user asks for are not.
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
    if (variable.codecs.empty() || variable.codecs.front().format != metadata.format) return;
    array.unreadable_codecs = find_unreadable(variable.codecs, metadata, filters_);
    if (!array.is_opaque()) return;
    metadata.all_codecs = variable.codecs;
    metadata.keeps_codecs = true;
    metadata.fault = Error(
        ErrorCode::unsupported,
        fmt::format("codec {} cannot be decoded here", fmt::join(array.unreadable_codecs, ", ")));
  }

  filter::FilterSource& filters_;
  OpenStore open_;
};

// ---- From schema and arrays to JSON -------------------------------------------------------------

/// The JSON of checked attributes, with the notes of their types.
struct AttributeJson {
  Format format;
  Json attributes = json_object();
  Json types = json_object();

  /// variable: the type of the attribute's variable; null for an attribute of a group.
  void add(const model::Attribute& attribute, const model::Type* variable) {
    attributes.add(attribute.name, format_attribute(attribute, variable, format));
    types.add(attribute.name, json_text(attribute_dtype(*attribute.values)));
  }
};

class MetadataWriter {
 public:
  MetadataWriter(KeyStore& store, const OpenStore& open)
      : store_(store),
        open_(open),
        is_v3_(open.schema.format == Format::zarr3),
        is_nczarr_(open.schema.format == Format::nczarr),
        texts_(is_nczarr_ ? JsonTexts::as_bytes : JsonTexts::escaped) {}

  void write() {
    for (GroupId id = 0; id < open_.schema.groups.size(); ++id) write_group(id);
    for (VariableId id = 0; id < open_.schema.variables.size(); ++id) {
      base::at_place([&] { return "variable " + open_.schema.variable_path(id); },
                     [&] { write_array(id); });
    }
    is_v3_ ? finish_v3() : finish_v2();
  }

 private:
  void write_group(GroupId id) {
    const model::Group& group = open_.schema.groups[id];
    AttributeJson json{open_.schema.format};
    for (const model::Attribute& attribute : group.attributes) {
      if (!is_hidden_attribute(attribute.name, /*is_of_root=*/id == 0)) {
        json.add(attribute, nullptr);
      }
    }
    if (is_nczarr_) {
      add_nczarr_group(json.attributes, note_of(id), id == 0, std::move(json.types));
    }
    const std::string path = key_of(open_.schema.group_path(id));
    Json metadata = json_object();
    metadata.add("zarr_format", json_number(std::uint64_t{is_v3_ ? 3U : 2U}));
    if (is_v3_) {
      metadata.add("node_type", json_text("group"));
      metadata.add("attributes", std::move(json.attributes));
      if (id == 0) {
        root_v3_ = std::move(metadata);
      } else {
        if (open_.is_consolidated) metadata.add("consolidated_metadata", inline_v3(json_object()));
        put_v3(path, std::move(metadata));
      }
      return;
    }
    put_v2(join_key(path, ".zgroup"), std::move(metadata));
    put_v2(join_key(path, ".zattrs"), std::move(json.attributes), texts_);
  }

  void put_v2(const std::string& key, Json value, JsonTexts texts = JsonTexts::escaped) {
    write_json(store_, key, value, texts);
    if (open_.is_consolidated) all_.add(key, std::move(value));
  }

  void put_v3(const std::string& path, Json metadata) {
    write_json(store_, join_key(path, "zarr.json"), metadata);
    if (open_.is_consolidated) all_.add(path, std::move(metadata));
  }

  void finish_v2() {
    if (!open_.is_consolidated) return;
    Json consolidated = json_object();
    consolidated.add("metadata", std::move(all_));
    consolidated.add("zarr_consolidated_format", json_number(std::uint64_t{1}));
    if (is_readable(consolidated)) {
      write_json(store_, std::string(consolidated_key), consolidated, texts_);
    }
  }

  void finish_v3() {
    Json whole = root_v3_;
    if (open_.is_consolidated) whole.add("consolidated_metadata", inline_v3(std::move(all_)));
    write_json(store_, "zarr.json", is_readable(whole) ? whole : root_v3_);
  }

  /// Metadata that are too much for a reader are not consolidated, which only saves readers time.
  [[nodiscard]] bool is_readable(const Json& whole) const {
    return depth_of(whole) <= base::max_json_depth &&
           format_json(whole, texts_).size() <= max_metadata_bytes;
  }

  /// source: zarr-python 3, class ConsolidatedMetadata
  static Json inline_v3(Json metadata) {
    Json consolidated = json_object();
    consolidated.add("kind", json_text("inline"));
    consolidated.add("must_understand", json_boolean(false));
    consolidated.add("metadata", std::move(metadata));
    return consolidated;
  }

  [[nodiscard]] NczarrGroup note_of(GroupId id) const {
    NczarrGroup note;
    for (const model::Dimension& dimension : open_.schema.dimensions) {
      if (dimension.group != id) continue;
      note.dimensions.push_back({dimension.name, dimension.length, dimension.is_unlimited});
    }
    for (const Variable& variable : open_.schema.variables) {
      if (variable.group == id) note.arrays.push_back(variable.name);
    }
    for (const model::Group& group : open_.schema.groups) {
      if (group.parent == id) note.groups.push_back(group.name);
    }
    return note;
  }

  void write_array(VariableId id) {
    const Variable& variable = open_.schema.variables[id];
    const OpenArray& array = open_.arrays[id];
    AttributeJson json{open_.schema.format};
    if (!is_v3_ && (is_nczarr_ || !open_.schema.has_only_unnamed_dimensions(variable))) {
      json.attributes.add("_ARRAY_DIMENSIONS", array_dimensions(variable, array));
    }
    for (const model::Attribute& attribute : variable.attributes) {
      if (!is_hidden_attribute(attribute.name, /*is_of_root=*/false)) {
        add_attribute(attribute, variable, array, json);
      }
    }
    if (is_nczarr_) {
      add_nczarr_array(json.attributes, note_of(variable, array), std::move(json.types));
    }
    if (is_v3_) {
      Json metadata = format_array_v3(array.metadata);
      metadata.add("attributes", std::move(json.attributes));
      put_v3(array.path, std::move(metadata));
      return;
    }
    put_v2(join_key(array.path, ".zarray"), format_array_v2(array.metadata));
    put_v2(join_key(array.path, ".zattrs"), std::move(json.attributes), texts_);
  }

  /// Writes `_FillValue` where xarray expects it: in plain Zarr v2 it is the array's fill value if
  /// dimensions have names.
  void add_attribute(const model::Attribute& attribute, const Variable& variable,
                     const OpenArray& array, AttributeJson& json) const {
    const bool is_fill = is_fill_of(array.metadata, attribute);
    const bool is_as_read = attribute.stored_json &&
                            attribute.stored_json->format == array.metadata.format &&
                            find_stored_json(attribute, variable.type.get(), json.format);
    if (!is_fill || is_nczarr_ || is_as_read) return json.add(attribute, variable.type.get());
    if (is_v3_ || open_.schema.has_only_unnamed_dimensions(variable)) {
      json.attributes.add(attribute.name, fill_attribute(*attribute.values, array.metadata));
    }
  }

  [[nodiscard]] static Json fill_attribute(const model::Values& value, const ArrayMetadata& array) {
    const model::Type& type = *value.type();
    if (!type.is_atomic() || array.format == ZarrFormat::v3) {
      if (type.is_floating_point() || type.type_class == model::TypeClass::compound) {
        return format_xarray_fill(value);
      }
      if (!type.is_atomic()) return format_fill_value(value, array.element);
    }
    return format_values(value);
  }

  [[nodiscard]] Json array_dimensions(const Variable& variable, const OpenArray& array) const {
    Json names = json_list();
    if (array.is_scalar_of_one) names.elements.push_back(json_text(scalar_dimension));
    for (const model::DimensionId id : variable.dimensions) {
      names.elements.push_back(json_text(open_.schema.dimensions[id].name));
    }
    return names;
  }

  [[nodiscard]] NczarrArray note_of(const Variable& variable, const OpenArray& array) const {
    NczarrArray note;
    note.is_scalar = array.is_scalar_of_one;
    note.is_contiguous = variable.storage.layout != model::Layout::chunked;
    for (const model::DimensionId id : variable.dimensions) {
      note.dimensions.push_back(open_.schema.dimension_path(id));
    }
    return note;
  }

  KeyStore& store_;
  const OpenStore& open_;
  bool is_v3_;
  bool is_nczarr_;
  JsonTexts texts_;
  Json all_ = json_object();  ///< the metadata to consolidate: by key in v2, by path in v3
  Json root_v3_;
};

}  // namespace

OpenStore plan_store(const Schema& schema, filter::FilterSource& filters) {
  return Planner(schema, filters).plan();
}

void write_metadata(KeyStore& store, const OpenStore& open) { MetadataWriter(store, open).write(); }

}  // namespace ncf::store::zarr
