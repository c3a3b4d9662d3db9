// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A dataset without its values: groups, types, dimensions, attributes, variables and how each
// variable is stored. Plain values in flat lists: every object has an index, and names the group in
// which it is defined. Group 0 is the root, and parents come before their children. Within a group,
// objects are in the order of definition.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/library/module_api.hpp"
#include "filter/codecs/stored_codecs.hpp"
#include "filter/registry/known_ids.hpp"
#include "model/schema/finding.hpp"
#include "model/values/type.hpp"
#include "model/values/values.hpp"
#include "ncf/filter_spec.hpp"
#include "ncf/format.hpp"

namespace ncf::model {

using GroupId = std::size_t;      ///< index into Schema::groups
using DimensionId = std::size_t;  ///< index into Schema::dimensions
using VariableId = std::size_t;   ///< index into Schema::variables

/// An attribute as in the metadata of a Zarr store.
struct StoredJson {
  filter::ZarrFormat format = filter::ZarrFormat::v2;
  std::string json;  ///< compact; members, numbers and strings as written
};

struct Attribute {
  std::string name;
  std::shared_ptr<const Values> values;  ///< never null
  /// Only from Zarr: the JSON that `values` were read from, which can express more. A Zarr output
  /// gets it if it still means `values`, so code that changes `values` need not reset it.
  std::optional<StoredJson> stored_json = {};
};

struct Group {
  std::string name;               ///< empty for the root
  std::optional<GroupId> parent;  ///< empty for the root
  std::vector<Attribute> attributes;
};

struct UserType {
  GroupId group = 0;
  TypeRef type;
  /// The file does not define or name the type: it is here because values have it.
  bool is_unnamed = false;
};

struct Dimension {
  std::string name;
  std::size_t length = 0;  ///< the current one if it is unlimited
  bool is_unlimited = false;
  GroupId group = 0;
  /// Only from Zarr: the arrays do not name the dimension, so `name` is made up.
  bool is_unnamed = false;
};

enum class Layout { contiguous, compact, chunked, other };

struct Storage {
  Layout layout = Layout::contiguous;
  /// For a chunked variable: one length per dimension, which may exceed the dimension's length.
  /// When a file is requested, a length of 0 leaves the choice to the library, and an empty shape
  /// leaves all of them.
  std::vector<std::size_t> chunk_shape;
  /// If many chunks are stored together in one file (Zarr v3): the lengths of a shard, whole chunks
  /// along each dimension. Empty if every chunk has its own file. When a store is requested,
  /// lengths are rounded up to whole chunks, and 0 means one chunk.
  std::vector<std::size_t> shard_shape = {};
  /// Only when a store is requested: about how many bytes of decoded values a shard should hold,
  /// instead of its shape.
  std::optional<std::uint64_t> shard_bytes = {};

  /// Returns whether both are cut into the same chunks, wherever these are stored.
  [[nodiscard]] bool has_same_chunks(const Storage& other) const {
    return layout == other.layout && chunk_shape == other.chunk_shape;
  }

  friend bool operator==(const Storage&, const Storage&) = default;
};

enum class ByteOrder { native, little, big };

/// The lossy rounding of netCDF before compression; `digits` are bits for bit_round.
struct Quantization {
  enum class Mode { bit_groom, granular_bit_round, bit_round };
  Mode mode = Mode::bit_groom;
  int digits = 0;

  friend bool operator==(const Quantization&, const Quantization&) = default;
};

struct Variable {
  std::string name;
  GroupId group = 0;
  TypeRef type;
  std::vector<DimensionId> dimensions;
  std::vector<Attribute> attributes;  ///< including `_FillValue`
  Storage storage;
  /// The filters in the file. A file made from the schema gets equal ones, unless `asked_filters`
  /// says otherwise.
  StoredChain filters;
  /// In a netCDF-4 file: the names stored with these filters, by id.
  filter::FilterNames filter_names;
  /// Only in a schema to create a file from: what to define instead of `filters`.
  std::optional<Chain> asked_filters;
  /// Only in a schema to create a file from: the parameters of `filters` are stored unchanged. This
  /// requires placeholders, which do not rewrite parameters.
  bool keeps_stored_filters = false;
  ByteOrder byte_order = ByteOrder::native;
  /// Unwritten values are left undefined. Classic files do not store this; for them it saves the
  /// filling before writing.
  bool no_fill = false;
  std::optional<Quantization> quantization;
  /// The value that is read where nothing was written, if it is neither a `_FillValue` nor netCDF's
  /// default; otherwise null. See Schema::keeps_hidden_fill.
  std::shared_ptr<const Values> stored_fill;
  /// For a Zarr array: its codecs as its metadata list them, in the order of encoding.
  filter::StoredCodecs codecs;
  std::size_t codec_element_bytes = 0;  ///< of one value in that array; 0 for variable lengths
  /// For a Zarr array: its filters with visible parameters, as its codecs state them and `_Filter`
  /// shows them; `filters` has the working ones.
  StoredChain visible_filters;

  [[nodiscard]] bool is_scalar() const noexcept { return dimensions.empty(); }
  /// Returns whether its numbers are stored in big-endian order.
  [[nodiscard]] bool is_big_endian() const noexcept;
  /// Returns whether a file made from the schema has any filter on it.
  [[nodiscard]] bool has_filters() const noexcept;
  /// Returns the name to store with one of its filters: the one in the file it comes from, or that
  /// of the registry.
  [[nodiscard]] std::string filter_name(std::uint32_t id) const;
  /// Returns the filters of such a file, as a user gives them.
  [[nodiscard]] Chain filters_to_define() const;
};

/// Where a new netCDF-4 file gets its metadata.
struct RequestedLayout {
  enum class Kind : std::uint8_t { ordinary, consolidated, paged };
  Kind kind = Kind::ordinary;
  std::uint64_t page_bytes = 0;  ///< only if `paged`

  friend bool operator==(const RequestedLayout&, const RequestedLayout&) = default;
};

struct Schema {
  Format format = Format::netcdf4;
  std::vector<Group> groups{Group{}};
  std::vector<UserType> types;
  std::vector<Dimension> dimensions;
  std::vector<Variable> variables;
  RequestedLayout layout;  ///< only in a schema to create a netCDF-4 file from
  /// The parts of the file that this schema does not express, or expresses differently.
  std::vector<Finding> findings;

  /// Returns "/", "/forecast", "/forecast/model".
  [[nodiscard]] NCF_MODULE_API std::string group_path(GroupId id) const;
  /// Returns "/t2m", "/forecast/t2m", the names for `-F` and messages.
  [[nodiscard]] NCF_MODULE_API std::string variable_path(VariableId id) const;
  /// Returns "variable /t2m", the context of errors.
  [[nodiscard]] std::string variable_title(VariableId id) const {
    return "variable " + variable_path(id);
  }
  /// Returns "/time", "/forecast/level".
  [[nodiscard]] NCF_MODULE_API std::string dimension_path(DimensionId id) const;
  /// Returns "/pair", "/forecast/kind".
  [[nodiscard]] std::string type_path(const UserType& type) const;
  /// Returns the current lengths of the variable's dimensions.
  [[nodiscard]] NCF_MODULE_API std::vector<std::size_t> shape(const Variable& variable) const;
  /// Returns whether any of the variable's dimensions is unlimited.
  [[nodiscard]] bool has_unlimited(const Variable& variable) const;
  /// Returns whether none of the variable's dimensions has a name; false for a scalar.
  [[nodiscard]] bool has_only_unnamed_dimensions(const Variable& variable) const;
  /// Returns whether the variable has a hidden fill value that the format stores and readers do not
  /// interpret as its `_FillValue`.
  [[nodiscard]] bool keeps_hidden_fill(const Variable& variable) const;
  /// Returns the bytes of all values of a variable in memory, without those that values of variable
  /// length refer to.
  [[nodiscard]] NCF_MODULE_API std::uint64_t raw_bytes(VariableId id) const;
};

/// Returns the ids of the variables of `schema` in another schema, by their paths.
/// throws: Error(io) naming one that is not there.
std::vector<VariableId> find_variables(const Schema& schema, const Schema& other);

/// Composes the names of groups, dimensions, variables and attributes, also in findings, as netCDF
/// writes them (Unicode's form C). Types keep all their names until they are written. Returns the
/// composed paths of all that had other names, "/v:units" of attributes, "/type.field" of fields.
std::vector<std::string> compose_names(Schema& schema);

/// Returns null if there is none. The pointer is valid until `attributes` changes.
NCF_MODULE_API const Attribute* find_attribute(const std::vector<Attribute>& attributes,
                                               std::string_view name);

/// Gives an attribute other values, or adds it.
void set_attribute(std::vector<Attribute>& attributes, std::string_view name, Values values);

/// Calls `visit` with the attributes of each group and then of each variable, the path of their
/// owner, and the type of the variable, which is null for a group.
template <class Schemas, class Visit>
void visit_attributes(Schemas& schema, const Visit& visit) {
  for (GroupId id = 0; id < schema.groups.size(); ++id) {
    visit(schema.groups[id].attributes, schema.group_path(id), nullptr);
  }
  for (VariableId id = 0; id < schema.variables.size(); ++id) {
    auto& variable = schema.variables[id];
    visit(variable.attributes, schema.variable_path(id), variable.type.get());
  }
}

/// Returns whether attributes with this name hold values of their variable's type, by netCDF's
/// conventions.
[[nodiscard]] bool has_type_of_variable(std::string_view attribute) noexcept;

// ---- Quantization: names of the modes, their attributes and the allowed digits ------------------
//
// source: netCDF documentation, "Quantize"; netcdf.h, NC_QUANTIZE_*

inline constexpr std::array quantization_modes{Quantization::Mode::bit_groom,
                                               Quantization::Mode::granular_bit_round,
                                               Quantization::Mode::bit_round};

/// Returns the modes as options name them: "bitgroom", "granular", "bitround".
[[nodiscard]] std::optional<Quantization::Mode> find_quantization_mode(std::string_view name);
[[nodiscard]] std::string_view quantization_name(Quantization::Mode mode) noexcept;

/// Returns the attribute that records the mode, an int with the number of digits or bits.
[[nodiscard]] std::string_view quantization_attribute(Quantization::Mode mode) noexcept;
/// Returns whether the attribute records a mode.
[[nodiscard]] bool is_quantization_attribute(std::string_view name) noexcept;

/// Returns the most significant digits, or bits for bit_round, that values of the type may keep; 0
/// for types that cannot be quantized. The fewest are 1.
[[nodiscard]] int max_digits(Quantization::Mode mode, const Type& type) noexcept;

}  // namespace ncf::model
