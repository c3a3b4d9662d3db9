// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "base/errors/error_context.hpp"
#include "base/threads/stop.hpp"
#include "ncf/error.hpp"
#include "store/zarr/chunks/codec_chain.hpp"
#include "store/zarr/metadata/attributes.hpp"
#include "store/zarr/metadata/dimensions.hpp"
#include "store/zarr/metadata/nczarr.hpp"
#include "store/zarr/schema/array_variable.hpp"
#include "store/zarr/schema/schema.hpp"
#include "store/zarr/storage/key_store.hpp"

namespace ncf::store::zarr {
namespace {

using filter::ZarrFormat;
using FindingKind = model::Finding::Kind;
using model::DimensionId;
using model::GroupId;

std::string parent_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? "" : path.substr(0, slash);
}

std::string name_of(const std::string& path) { return path.substr(path.rfind('/') + 1); }

/// Returns the path in the schema. An array may be the root of a store, but netCDF's variables have
/// names.
std::string path_in_schema(const Node& node) {
  return node.is_array && node.path.empty() ? "array" : node.path;
}

class SchemaReader {
 public:
  SchemaReader(const Tree& tree, filter::FilterSource& filters)
      : tree_(tree), filters_(filters), dimensions_(open_.schema) {}

  OpenStore read() {
    note_lost();
    for (const BrokenNode& node : tree_.broken) {
      note_unreadable(node.path, node.reason);
      paths_.insert(node.path);
    }
    for (const Node& node : tree_.nodes) {
      note_missing_key(node);
      note_stale_part(node);
      paths_.insert(node.path);
      if (!node.is_array && !node.path.empty()) groups_in_[parent_of(node.path)].push_back(&node);
    }
    if (!tree_.nodes.front().is_array) read_group(tree_.nodes.front());
    open_.schema.format = format();
    const std::vector<const Node*> arrays = arrays_in_order();
    for (const Node* node : arrays) {
      const std::string name = name_of(path_in_schema(*node));
      const auto length = find_coordinate_length(*node, name, tree_.format);
      if (length) dimensions_.expect_coordinate(group_of(*node), name, *length);
    }
    for (const Node* node : arrays) {
      base::throw_if_stopped();
      try_node(*node, [&] { read_array(*node); });
    }
    return std::move(open_);
  }

 private:
  [[nodiscard]] Format format() const {
    if (tree_.format == ZarrFormat::v3) return Format::zarr3;
    return is_nczarr_ ? Format::nczarr : Format::zarr2;
  }

  void note_lost() {
    const bool is_v3 = tree_.format == ZarrFormat::v3;
    const char* const reason = is_v3 ? "it has no zarr.json" : "it has no .zarray or .zgroup";
    for (const std::string& path : tree_.lost) note_unreadable(path, reason);
    for (const std::string& path : tree_.within_arrays) {
      note(FindingKind::left_out, path,
           "is left out: it is within an array, and only groups contain groups and arrays");
    }
    for (const std::string& path : tree_.others) {
      note(FindingKind::left_out, path,
           is_metadata_key(path)
               ? fmt::format("is left out: the store is read as Zarr v{}", is_v3 ? 3 : 2)
               : "is left out: it is no part of the Zarr store");
    }
    for (const Node& node : tree_.nodes) {
      if (node.has_unstated_folders) {
        note(FindingKind::converted, node,
             "has chunks in nested folders, without dimension_separator in its metadata");
      }
      if (!node.is_implied) continue;
      note(FindingKind::converted, node,
           fmt::format("is read as a group, though it has no {}", is_v3 ? "zarr.json" : ".zgroup"));
    }
  }

  void note(FindingKind kind, const std::string& path, std::string text,
            std::optional<std::string> attribute = {}) {
    open_.schema.findings.push_back({kind, "/" + path, std::move(text), std::move(attribute)});
  }

  /// attribute: the name, if the text is about an attribute of the node.
  void note(FindingKind kind, const Node& node, std::string text,
            std::optional<std::string> attribute = {}) {
    note(kind, path_in_schema(node), std::move(text), std::move(attribute));
  }

  void note_unreadable(const std::string& path, std::string_view reason) {
    note(FindingKind::unreadable, path, fmt::format("cannot be read: {}", reason));
  }

  /// Runs `work` on a node. If its metadata are broken, leaves it out and adds a finding.
  template <class Work>
  void try_node(const Node& node, Work work) {
    try {
      work();
    } catch (const Error& error) {
      if (!concerns_one_node(error)) throw;
      note_unreadable(path_in_schema(node), error.what());
    }
  }

  /// Notes a missing key. A store may have only consolidated metadata, but should not lack just
  /// some of the others.
  void note_missing_key(const Node& node) {
    const bool has_any = tree_.nodes.front().missing_key.empty();
    if (!has_any || node.missing_key.empty()) return;
    note(FindingKind::converted, node,
         fmt::format("is read from consolidated metadata: the store has no {}", node.missing_key));
  }

  /// Notes stale consolidated metadata, which other programs read.
  void note_stale_part(const Node& node) {
    if (node.stale_part.empty()) return;
    note(FindingKind::converted, node,
         fmt::format("has another {} in the consolidated metadata, which xarray reads instead; "
                     "consolidate the store again",
                     node.stale_part));
  }

  std::vector<model::Attribute> read_attributes(const Node& node, const model::Type* variable) {
    std::vector<model::Attribute> attributes;
    for (const base::JsonMember& member : node.attributes.members) {
      if (is_hidden_attribute(member.name, /*is_of_root=*/node.path.empty())) {
        note_if_lost(node, member);
        continue;
      }
      const std::string* const dtype = find_attribute_dtype(node, member.name);
      base::with_context("attribute " + member.name, [&] {
        attributes.push_back(
            parse_attribute(member.name, member.value, dtype, variable, tree_.format));
      });
      note_difference(FindingKind::converted_from_json, node,
                      zarr::find_difference(member.value, *attributes.back().values), member.name);
    }
    return attributes;
  }

  void note_if_lost(const Node& node, const base::JsonMember& attribute) {
    if (!is_lost_attribute(attribute, node, tree_)) return;
    note(FindingKind::left_out, node, model::has_special_name, attribute.name);
  }

  void note_difference(FindingKind kind, const Node& node, const std::string& difference,
                       std::optional<std::string> attribute = {}) {
    if (!difference.empty()) note(kind, node, "is read as " + difference, std::move(attribute));
  }

  void read_group(const Node& node) {
    model::Schema& schema = open_.schema;
    GroupId id = 0;
    if (!node.path.empty()) {
      id = schema.groups.size();
      schema.groups.push_back({name_of(node.path), groups_.at(parent_of(node.path)), {}});
    }
    groups_[node.path] = id;
    base::with_context("group " + schema.group_path(id), [&] {
      schema.groups[id].attributes = read_attributes(node, nullptr);
      const auto note = find_nczarr_group(node);
      if (!note) return;
      is_nczarr_ = true;
      for (const model::Dimension& dimension : note->dimensions) {
        dimensions_.define(id, dimension);
      }
      for (const std::string& name : note->broken_dimensions) {
        note_unreadable(join_key(node.path, name), "it has no valid length");
      }
      put_in_order(node.path, note->arrays);
      put_in_order(node.path, note->groups);
    });
    for (const Node* const inner : groups_of(node)) read_group(*inner);
  }

  void put_in_order(const std::string& group, const std::vector<std::string>& names) {
    for (const std::string& name : names) {
      const std::string path = join_key(group, name);
      if (!paths_.contains(path)) {
        note_unreadable(path, "_nczarr_group names it, but it does not exist");
      }
      places_.try_emplace(path, places_.size());
    }
  }

  /// Returns the position that NCZarr gives the node, or the last one.
  [[nodiscard]] std::size_t position_of(const Node& node) const {
    const auto found = places_.find(node.path);
    return found == places_.end() ? std::numeric_limits<std::size_t>::max() : found->second;
  }

  /// Returns the groups in a group, in NCZarr's order, then by name.
  std::vector<const Node*> groups_of(const Node& group) {
    std::vector<const Node*> groups = std::move(groups_in_[group.path]);
    std::ranges::stable_sort(groups, {}, [&](const Node* node) { return position_of(*node); });
    return groups;
  }

  /// Returns all arrays, group by group, in NCZarr's order, then by name.
  [[nodiscard]] std::vector<const Node*> arrays_in_order() const {
    std::vector<const Node*> arrays;
    for (const Node& node : tree_.nodes) {
      if (node.is_array) arrays.push_back(&node);
    }
    std::ranges::stable_sort(arrays, {}, [&](const Node* node) {
      return std::pair(group_of(*node), position_of(*node));
    });
    return arrays;
  }

  [[nodiscard]] GroupId group_of(const Node& array) const {
    return array.path.empty() ? 0 : groups_.at(parent_of(array.path));
  }

  void read_array(const Node& node) {
    OpenArray array;
    array.path = node.path;
    array.metadata_key = node.key;
    array.metadata = tree_.format == ZarrFormat::v3
                         ? parse_array_v3(node.metadata)
                         : parse_array_v2(node.metadata, writer_of(tree_, node));
    if (array.metadata.fault && !array.metadata.element.is_known()) {
      throw Error(*array.metadata.fault);
    }
    model::Variable variable;
    variable.name = name_of(path_in_schema(node));
    variable.group = group_of(node);
    const auto note = find_nczarr_array(node);
    if (note) apply_alias(note->type_alias, array.metadata);
    array.is_scalar_of_one = note && note->is_scalar && array.metadata.rank() == 1;
    if (!array.is_scalar_of_one) {
      variable.dimensions = find_dimensions(node, variable.group, array.metadata, note);
    }
    const Element& element = array.metadata.element;
    variable.type = find_type(element);
    variable.byte_order = byte_order_of(element);
    // In NCZarr, this is how libnetcdf stores strings.
    if (!note) note_difference(FindingKind::converted, node, find_difference(element));
    variable.attributes = read_attributes(node, variable.type.get());
    if (const auto text = complete_attributes(note.has_value(), array.metadata, variable)) {
      this->note(FindingKind::converted, node, *text, "_FillValue");
    }
    find_filters(array, variable);
    variable.storage = storage_of(variable, array.metadata, note && note->is_contiguous);
    open_.schema.variables.push_back(std::move(variable));
    open_.arrays.push_back(std::move(array));
  }

  void find_filters(OpenArray& array, model::Variable& variable) {
    array.metadata.shown = shown_to_codecs(open_.schema, variable, array.metadata);
    ArrayFilters found = zarr::find_filters(array.metadata, filters_, filter::FilterUse::decode);
    variable.filters = found.filters;
    variable.visible_filters = found.visible;
    array.coding = std::move(found);
    // Zarr v3 always has a first codec, which only determines the byte order.
    if (array.metadata.all_codecs.size() > 1 || array.is_opaque() ||
        tree_.format == ZarrFormat::v2) {
      variable.codecs = array.metadata.all_codecs;
      variable.codec_element_bytes = array.metadata.element.bytes;
    }
  }

  model::TypeRef find_type(const Element& element) {
    model::TypeRef type = type_of(element);
    if (type->is_atomic()) return type;
    for (const model::UserType& known : open_.schema.types) {
      if (model::same_type(*known.type, *type)) return known.type;
    }
    open_.schema.types.push_back({0, type});
    return type;
  }

  std::vector<DimensionId> find_dimensions(const Node& node, GroupId group, ArrayMetadata& array,
                                           const std::optional<NczarrArray>& note) {
    std::vector<DimensionId> ids;
    if (note && (array.rank() == 0 || !note->dimensions.empty())) {
      try {
        return dimensions_.find_referenced(note->dimensions, array.shape);
      } catch (const Error& error) {
        if (error.code() != ErrorCode::corrupt || tree_.format == ZarrFormat::v2) throw;
        this->note(
            FindingKind::converted, node,
            fmt::format("is read as an array of plain Zarr, because NCZarr's notes do not fit "
                        "it: {}",
                        error.message()));
      }
    }
    if (tree_.format == ZarrFormat::v2) array.dimension_names = read_xarray_names(node, array);
    const auto& names = array.dimension_names;
    for (std::size_t i = 0; i < array.rank(); ++i) {
      const bool is_named = names && !(*names)[i].empty();
      ids.push_back(is_named ? find_named(node, group, (*names)[i], array.shape[i])
                             : dimensions_.find_or_add_anonymous(array.shape[i]));
    }
    return ids;
  }

  /// Reads the names of dimensions in v2, which has them only by convention.
  std::optional<std::vector<std::string>> read_xarray_names(const Node& node,
                                                            const ArrayMetadata& array) {
    const base::Json* const list = node.attributes.find(xarray_dimensions);
    if (list == nullptr) return std::nullopt;
    try {
      return parse_dimension_names(xarray_dimensions, *list, array);
    } catch (const Error& error) {
      note(FindingKind::converted, node,
           fmt::format("is read with unnamed dimensions: {}", error.what()));
      return std::nullopt;
    }
  }

  DimensionId find_named(const Node& node, GroupId group, const std::string& name,
                         std::size_t length) {
    const DimensionId id = dimensions_.find_or_add(group, name, length);
    model::Dimension& dimension = open_.schema.dimensions[id];
    dimension.is_unnamed = false;
    if (dimension.name != name) {
      note(FindingKind::converted, node,
           fmt::format("has dimension {} of length {}, which is read as {}: dimensions of netCDF "
                       "have one length",
                       name, length, dimension.name));
    }
    return id;
  }

  const Tree& tree_;
  filter::FilterSource& filters_;
  OpenStore open_;
  Dimensions dimensions_;
  bool is_nczarr_ = false;
  std::set<std::string> paths_;                ///< of all groups and arrays
  std::map<std::string, GroupId> groups_;      ///< by path in the store
  std::map<std::string, std::size_t> places_;  ///< of arrays and groups in NCZarr's order
  std::map<std::string, std::vector<const Node*>> groups_in_;  ///< not read yet, by name
};

}  // namespace

OpenStore read_schema(const Tree& tree, filter::FilterSource& filters) {
  return SchemaReader(tree, filters).read();
}

}  // namespace ncf::store::zarr
