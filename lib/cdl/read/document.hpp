// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The definitions of a CDL text, without its values, and what names in it mean:
//
//   dimension   of its own group or the nearest above
//   type        atomic; of its own group or the nearest above; the only one of that name anywhere
//   variable    of its own group
//   /g/name     exactly that one, whatever it is
//
// Objects must be defined before they are named.
// source: ncgen(1), "Scope Rules"
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cdl/read/text.hpp"
#include "model/schema/schema.hpp"
#include "ncf/format.hpp"

namespace ncf::cdl {

// ---- Definitions and their places ----

/// A variable, or else a group.
struct AttributeOwner {
  model::GroupId group = 0;
  std::optional<model::VariableId> variable;

  friend auto operator<=>(const AttributeOwner&, const AttributeOwner&) = default;
};

/// The places of definitions in a text, so that an error found after the text was read can show its
/// place. All errors name a definition in one way, "variable /g/v: attribute units", by which it is
/// found again.
struct Definitions {
  struct Attribute {
    AttributeOwner owner;
    std::string name;
    Span span;
  };

  std::vector<Span> groups{Span{}};  ///< parallel to those of the schema; the root has no place
  std::vector<Span> types;
  std::vector<Span> dimensions;
  std::vector<Span> variables;
  std::vector<Attribute> attributes;
  std::map<model::VariableId, std::vector<Span>> filters;  ///< the values that request some
};

/// A definition that a message names, and the position of the name in the message.
struct NamedDefinition {
  Span span;
  std::size_t begin = 0;
};

/// Returns the innermost definition that is named; empty if none is.
std::optional<NamedDefinition> find_named(const Definitions& definitions,
                                          const model::Schema& schema, std::string_view message);

struct Document {
  std::string name;      ///< after `netcdf`
  model::Schema schema;  ///< its format is not decided here
  Definitions definitions;
  /// `:_Format`.
  std::optional<Format> format;
  /// Groups, user-defined types, strings, or dimensions that only netCDF-4 has.
  bool needs_netcdf4 = false;
  /// Integers that classic files do not have.
  bool needs_cdf5 = false;
  /// How variables are stored; ignored for classic files.
  bool has_special_attributes = false;
  /// Any variable or attribute is of type int64.
  bool has_int64 = false;
};

// ---- Names ----

/// A name as written in a text: `temp` or `/g/temp`.
struct Path {
  bool is_absolute = false;
  std::vector<std::string> groups;  ///< of an absolute path, from the root
  std::string name;                 ///< empty for `/`
};

/// Reads a token of kind name or path.
Path parse_path(std::string_view text);

/// The names that are defined so far, and what they mean in a group.
class Scope {
 public:
  /// `schema` must outlive the scope. Whoever adds to it must also add to the scope.
  explicit Scope(const model::Schema& schema) : schema_(schema), groups_(1) {}

  /// Returns false if the group already has one of that name.
  bool add_group(model::GroupId id);
  bool add_type(std::size_t index);
  bool add_dimension(model::DimensionId id);
  bool add_variable(model::VariableId id);

  [[nodiscard]] std::optional<model::DimensionId> find_dimension(model::GroupId from,
                                                                 const Path& path) const;
  [[nodiscard]] std::optional<model::VariableId> find_variable(model::GroupId from,
                                                               const Path& path) const;
  /// Returns null if there is none.
  [[nodiscard]] model::TypeRef find_type(model::GroupId from, const Path& path) const;

 private:
  using Names = std::map<std::string, std::size_t, std::less<>>;
  struct Group {
    Names groups, types, dimensions, variables;
  };

  [[nodiscard]] std::optional<model::GroupId> find_group(const Path& path) const;
  [[nodiscard]] std::optional<std::size_t> find_upwards(Names Group::*names, model::GroupId from,
                                                        const Path& path) const;
  [[nodiscard]] std::optional<std::size_t> find_in(Names Group::*names, model::GroupId group,
                                                   const std::string& name) const;

  const model::Schema& schema_;
  std::vector<Group> groups_;
};

/// Returns the type for `int`, `long`, `uinteger` ...; null for other words.
model::TypeRef find_atomic_type(std::string_view word);

}  // namespace ncf::cdl
