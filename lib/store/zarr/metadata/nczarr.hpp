// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The metadata that libnetcdf adds to Zarr, in each of its generations:
//
//                  keys                 where             dimensions
//   1  4.8, 4.9.0  _NCZARR_GROUP, ...   .zgroup, .zarray  "dims": {"t": 2}
//   2  4.9.1, 4.9.2  _nczarr_group, ... the same          {"t": {"size": 2, "unlimited": 1}}
//   3  4.9.3 on    _nczarr_group, ...   .zattrs           "dimensions": as 2
//   4  Zarr v3     _nczarr_group, ...   zarr.json         [{"name": "t", "size": 2, ...}]
//
// All generations are read; the third is written. Pure functions, any thread.
// source: netcdf-c docs/nczarr.md
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/schema/schema.hpp"
#include "store/zarr/metadata/array.hpp"
#include "store/zarr/metadata/tree.hpp"

namespace ncf::store::zarr {

/// The attribute in which Zarr v2 has the names of dimensions, by xarray's convention.
inline constexpr std::string_view xarray_dimensions = "_ARRAY_DIMENSIONS";

/// The dimension with which NCZarr stores a scalar as an array.
inline constexpr std::string_view scalar_dimension = "_scalar_";

struct NczarrGroup {
  std::vector<model::Dimension> dimensions;    ///< their names, lengths and limits
  std::vector<std::string> broken_dimensions;  ///< without a valid length
  std::vector<std::string> arrays;             ///< in the order of definition
  std::vector<std::string> groups;
};

struct NczarrArray {
  std::vector<std::string> dimensions;  ///< paths
  bool is_scalar = false;
  bool is_contiguous = false;
  std::string type_alias;  ///< in Zarr v3, "char" for uint8 and "string" for raw bytes
};

/// Returns the note about a group or array; empty if there is none.
std::optional<NczarrGroup> find_nczarr_group(const Node& node);
std::optional<NczarrArray> find_nczarr_array(const Node& node);

/// Lets the elements of an array of v3 be texts if that is what the note's alias says.
void apply_alias(const std::string& alias, ArrayMetadata& array);

/// Returns the note of an attribute's type, a dtype or in v3 a data type or alias, or null.
const std::string* find_attribute_dtype(const Node& node, std::string_view attribute);

/// Returns whether an attribute belongs to Zarr or libnetcdf, not to the user. is_of_root: it is an
/// attribute of the root group.
bool is_hidden_attribute(std::string_view name, bool is_of_root);

/// Returns whether a hidden attribute has no meaning where it is, so that hiding it loses it:
/// libnetcdf's notes in a store without them, names of dimensions in a group or, in v3, names other
/// than the array's.
bool is_lost_attribute(const base::JsonMember& attribute, const Node& node, const Tree& tree);

/// node: an array of v2.
Writer writer_of(const Tree& tree, const Node& node);

/// Adds the notes of generation 3 to attributes. types: the notes for the existing attributes.
void add_nczarr_group(base::Json& attributes, const NczarrGroup& group, bool is_root,
                      base::Json types);
void add_nczarr_array(base::Json& attributes, const NczarrArray& array, base::Json types);

}  // namespace ncf::store::zarr
