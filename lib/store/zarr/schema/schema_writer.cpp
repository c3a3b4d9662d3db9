// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "base/errors/error_context.hpp"
#include "store/zarr/metadata/attributes.hpp"
#include "store/zarr/metadata/consolidated.hpp"
#include "store/zarr/metadata/fill_value.hpp"
#include "store/zarr/metadata/json_values.hpp"
#include "store/zarr/metadata/nczarr.hpp"
#include "store/zarr/schema/schema.hpp"

namespace ncf::store::zarr {
namespace {

using base::Json;
using base::json_object;
using base::JsonTexts;

using model::GroupId;
using model::Variable;
using model::VariableId;

/// Returns a path of the schema, "/forecast/t2m", as a key.
std::string key_of(const std::string& path) { return path.substr(1); }

/// The JSON of checked attributes, with the notes of their types.
struct AttributeJson {
  Format format;
  Json attributes = json_object();
  Json types = json_object();

  /// variable: the type of the attribute's variable; null for an attribute of a group.
  void add(const model::Attribute& attribute, const model::Type* variable) {
    attributes.add(attribute.name, format_attribute(attribute, variable, format));
    types.add(attribute.name, attribute_dtype(*attribute.values));
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
      base::with_context([&] { return open_.schema.variable_title(id); }, [&] { write_array(id); });
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
    Json metadata = json_object({{"zarr_format", is_v3_ ? 3 : 2}});
    if (is_v3_) {
      metadata.add("node_type", "group");
      metadata.add("attributes", std::move(json.attributes));
      if (id == 0) {
        root_v3_ = std::move(metadata);
      } else {
        Json copy = metadata;
        // Only among the copies: readers would take the group itself for an empty one.
        copy.add("consolidated_metadata", inline_v3(json_object()));
        put_v3(path, metadata, std::move(copy));
      }
      return;
    }
    put_v2(join_key(path, ".zgroup"), std::move(metadata));
    put_v2(join_key(path, ".zattrs"), std::move(json.attributes));
  }

  void put_v2(const std::string& key, Json value) {
    write_json(store_, key, value, texts_);
    if (open_.is_consolidated) all_.add(key, std::move(value));
  }

  /// copy: for the root's consolidated metadata.
  void put_v3(const std::string& path, const Json& metadata, Json copy) {
    write_json(store_, join_key(path, "zarr.json"), metadata);
    if (open_.is_consolidated) all_.add(path, std::move(copy));
  }

  void finish_v2() {
    if (!open_.is_consolidated) return;
    const Json consolidated =
        json_object({{"metadata", std::move(all_)}, {"zarr_consolidated_format", 1}});
    if (is_readable(consolidated)) {
      write_json(store_, std::string(consolidated_key), consolidated, texts_);
    }
  }

  void finish_v3() {
    Json whole = root_v3_;
    if (open_.is_consolidated) whole.add("consolidated_metadata", inline_v3(std::move(all_)));
    write_json(store_, "zarr.json", is_readable(whole) ? whole : root_v3_);
  }

  /// Returns whether readers can read consolidated metadata of this size. If not, metadata are not
  /// consolidated, which would only save readers time.
  [[nodiscard]] bool is_readable(const Json& whole) const {
    return format_metadata(whole, texts_).has_value();
  }

  /// source: zarr-python 3, class ConsolidatedMetadata
  static Json inline_v3(Json metadata) {
    return json_object(
        {{"kind", "inline"}, {"must_understand", false}, {"metadata", std::move(metadata)}});
  }

  [[nodiscard]] NczarrGroup note_of(GroupId id) const {
    NczarrGroup note;
    for (const model::Dimension& dimension : open_.schema.dimensions) {
      if (dimension.group == id) note.dimensions.push_back(dimension);
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
      json.attributes.add(xarray_dimensions, array_dimensions(variable, array));
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
      put_v3(array.path, metadata, metadata);
      return;
    }
    put_v2(join_key(array.path, ".zarray"),
           format_array_v2(array.metadata, is_nczarr_ ? Writer::netcdf_c : Writer::any));
    put_v2(join_key(array.path, ".zattrs"), std::move(json.attributes));
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
    if (!type.is_atomic() || array.format == filter::ZarrFormat::v3) {
      if (type.is_floating_point() || type.type_class == model::TypeClass::compound) {
        return format_xarray_fill(value);
      }
      if (!type.is_atomic()) return format_fill_value(value, array.element);
    }
    return format_values(value);
  }

  [[nodiscard]] Json array_dimensions(const Variable& variable, const OpenArray& array) const {
    Json names = base::json_list();
    if (array.is_scalar_of_one) names.elements.push_back(scalar_dimension);
    for (const model::DimensionId id : variable.dimensions) {
      names.elements.push_back(open_.schema.dimensions[id].name);
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

void write_metadata(KeyStore& store, const OpenStore& open) { MetadataWriter(store, open).write(); }

}  // namespace ncf::store::zarr
