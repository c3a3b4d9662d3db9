// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/zarr/metadata/nczarr.hpp"

#include <utility>

#include "model/schema/finding.hpp"
#include "store/zarr/metadata/json_values.hpp"

namespace ncf::store::zarr {
namespace {

using base::Json;
using base::json_object;
using base::JsonMember;

/// Returns the object with one of the names, in the metadata or the attributes.
const Json* find_note(const Node& node, std::initializer_list<std::string_view> names) {
  for (const Json* where : {&node.attributes, &node.metadata}) {
    const Json* const note = where->find_any(names);
    if (note != nullptr && note->is(Json::Kind::object)) return note;
  }
  return nullptr;
}

bool is_true(const Json* json) {
  if (json == nullptr) return false;
  return json->is(Json::Kind::boolean) ? json->boolean : as_int64(*json).value_or(0) != 0;
}

std::vector<std::string> parse_names(const Json* list) {
  std::vector<std::string> names;
  if (list == nullptr) return names;
  for (const Json& name : list->elements) names.push_back(name.text);
  return names;
}

std::optional<std::size_t> parse_length(const Json& dimension) {
  const Json* const size = dimension.is(Json::Kind::object) ? dimension.find("size") : &dimension;
  return size == nullptr ? std::nullopt : as_uint64(*size);
}

void add_dimension(const std::string& name, const Json& dimension, NczarrGroup& group) {
  if (const auto length = parse_length(dimension)) {
    group.dimensions.push_back({name, *length, is_true(dimension.find("unlimited"))});
  } else {
    group.broken_dimensions.push_back(name);
  }
}

Json format_dimension(const model::Dimension& dimension) {
  Json length = dimension.length;
  if (!dimension.is_unlimited) return length;
  return json_object({{"size", std::move(length)}, {"unlimited", 1}});
}

/// Returns the notes of types, including those of libnetcdf's own attributes.
Json format_types(Json types, const std::vector<std::string_view>& own) {
  for (const std::string_view name : own) types.add(name, "|J0");
  return json_object({{"types", std::move(types)}});
}

/// Returns whether the attribute is one of libnetcdf's notes, of which some part is read.
bool is_note(const JsonMember& attribute) {
  const auto has = [&](std::initializer_list<std::string_view> members) {
    return attribute.value.find_any(members) != nullptr;
  };
  const std::string& name = attribute.name;
  if (name == "_nczarr_superblock" || name == "_NCZARR_SUPERBLOCK") return has({"version"});
  if (name == "_nczarr_group" || name == "_NCZARR_GROUP") {
    return has({"dimensions", "dims", "arrays", "vars", "groups", "subgroups"});
  }
  if (name == "_nczarr_array" || name == "_NCZARR_ARRAY") {
    return has({"dimension_references", "dimrefs", "storage", "scalar", "type_alias"});
  }
  if (name == "_nczarr_attrs") return has({"attribute_types"});
  return (name == "_nczarr_attr" || name == "_NCZARR_ATTR") && has({"types"});
}

/// Returns whether libnetcdf wrote the store, or the array that is the whole of it.
bool is_nczarr(const Tree& tree) {
  const Node& root = tree.nodes.front();
  return find_note(root, {"_nczarr_superblock", "_NCZARR_SUPERBLOCK"}) != nullptr ||
         find_note(root, {"_nczarr_group", "_NCZARR_GROUP"}) != nullptr ||
         find_note(root, {"_nczarr_array", "_NCZARR_ARRAY"}) != nullptr;
}

}  // namespace

std::optional<NczarrGroup> find_nczarr_group(const Node& node) {
  const Json* const note = find_note(node, {"_nczarr_group", "_NCZARR_GROUP"});
  if (note == nullptr) return std::nullopt;
  NczarrGroup group;
  if (const Json* const dimensions = note->find_any({"dimensions", "dims"})) {
    for (const JsonMember& member : dimensions->members) {
      add_dimension(member.name, member.value, group);
    }
    for (const Json& dimension : dimensions->elements) {
      const Json* const name = dimension.find("name");
      if (name != nullptr) add_dimension(name->text, dimension, group);
    }
  }
  group.arrays = parse_names(note->find_any({"arrays", "vars"}));
  group.groups = parse_names(note->find_any({"groups", "subgroups"}));
  return group;
}

std::optional<NczarrArray> find_nczarr_array(const Node& node) {
  const Json* const note = find_note(node, {"_nczarr_array", "_NCZARR_ARRAY"});
  if (note == nullptr) return std::nullopt;
  NczarrArray array;
  array.dimensions = parse_names(note->find_any({"dimension_references", "dimrefs"}));
  const Json* const storage = note->find("storage");
  const std::string word = storage == nullptr ? "" : storage->text;
  array.is_scalar = is_true(note->find("scalar")) || word == "scalar";
  array.is_contiguous = word == "contiguous" || word == "compact";
  const Json* const alias = note->find("type_alias");
  if (alias != nullptr) array.type_alias = alias->text;
  return array;
}

void apply_alias(const std::string& alias, ArrayMetadata& array) {
  Element& element = array.element;
  const bool is_char = alias == "char" && element.kind == Element::Kind::unsigned_integer &&
                       element.bytes == sizeof(char);
  const bool is_string = alias == "string" && element.kind == Element::Kind::opaque;
  if (!is_char && !is_string) return;
  element = {.kind = is_char ? Element::Kind::character : Element::Kind::text,
             .bytes = element.bytes};
  if (!array.fill) return;
  const model::Values bytes = *array.fill;
  array.fill = model::Values(type_of(element), 1);
  read_elements(element, {bytes.data(), bytes.size_bytes()}, *array.fill);
}

const std::string* find_attribute_dtype(const Node& node, std::string_view attribute) {
  const Json* const note = find_note(node, {"_nczarr_attr", "_nczarr_attrs", "_NCZARR_ATTR"});
  if (note == nullptr) return nullptr;
  const Json* const types = note->find("types");
  const Json* dtype = types == nullptr ? nullptr : types->find(attribute);
  if (const Json* const listed = note->find("attribute_types")) {
    for (const Json& one : listed->elements) {
      const Json* const name = one.find("name");
      if (name == nullptr || name->text != attribute || one.find("configuration") == nullptr) {
        continue;
      }
      dtype = find_configuration(one, "type");
    }
  }
  return dtype == nullptr || !dtype->is(Json::Kind::text) ? nullptr : &dtype->text;
}

bool is_hidden_attribute(std::string_view name, bool is_of_root) {
  if (name == "_NCProperties") return is_of_root;
  return name == xarray_dimensions || name == "_nczarr_maxstrlen" ||
         name == "_nczarr_default_maxstrlen" || name.starts_with("_NCZARR_") ||
         name == "_nczarr_superblock" || name == "_nczarr_group" || name == "_nczarr_array" ||
         name == "_nczarr_attr" || name == "_nczarr_attrs";
}

bool is_lost_attribute(const JsonMember& attribute, const Node& node, const Tree& tree) {
  if (attribute.name == "_NCProperties") {
    return !attribute.value.is(Json::Kind::text) || !model::is_provenance(attribute.value.text);
  }
  if (attribute.name == xarray_dimensions) {
    if (tree.format == filter::ZarrFormat::v2) return !node.is_array;
    const Json* const names = node.metadata.find("dimension_names");
    return names == nullptr || !(*names == attribute.value);
  }
  return !is_note(attribute) && !is_nczarr(tree);
}

Writer writer_of(const Tree& tree, const Node& node) {
  if (tree.nodes.front().metadata.find("_NCZARR_SUPERBLOCK") != nullptr ||
      node.metadata.find("_NCZARR_ARRAY") != nullptr) {
    return Writer::libnetcdf_4_9_0;
  }
  if (!find_nczarr_array(node)) return Writer::any;
  const bool has_strings = node.attributes.find("_nczarr_maxstrlen") != nullptr;
  return has_strings ? Writer::netcdf_c_strings : Writer::netcdf_c;
}

void add_nczarr_group(Json& attributes, const NczarrGroup& group, bool is_root, Json types) {
  Json dimensions = json_object();
  for (const model::Dimension& dimension : group.dimensions) {
    dimensions.add(dimension.name, format_dimension(dimension));
  }
  attributes.add("_nczarr_group", json_object({{"dimensions", std::move(dimensions)},
                                               {"arrays", group.arrays},
                                               {"groups", group.groups}}));
  std::vector<std::string_view> own{"_nczarr_group", "_nczarr_attr"};
  if (is_root) {
    attributes.add("_nczarr_superblock", json_object({{"version", "2.0.0"}}));
    own.insert(own.begin() + 1, "_nczarr_superblock");
  }
  attributes.add("_nczarr_attr", format_types(std::move(types), own));
}

void add_nczarr_array(Json& attributes, const NczarrArray& array, Json types) {
  Json note = json_object({{"dimension_references", array.dimensions},
                           {"storage", array.is_contiguous ? "contiguous" : "chunked"}});
  if (array.is_scalar) note.add("scalar", 1);
  attributes.add("_nczarr_array", std::move(note));
  attributes.add("_nczarr_attr", format_types(std::move(types), {xarray_dimensions, "_nczarr_array",
                                                                 "_nczarr_attr"}));
}

}  // namespace ncf::store::zarr
