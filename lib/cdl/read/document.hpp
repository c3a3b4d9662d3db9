// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The definitions of a CDL text, without its values.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cdl/read/diagnostics.hpp"
#include "model/schema/schema.hpp"
#include "ncf/format.hpp"

namespace ncf::cdl {

/// The places of definitions in a text, so that an error found after the text was read can show its
/// place. All errors name a definition in one way, "variable /g/v: attribute units", by which it is
/// found again. Plain values.
struct AttributeOwner {
  model::GroupId group = 0;
  std::optional<model::VariableId> variable;

  friend auto operator<=>(const AttributeOwner&, const AttributeOwner&) = default;
};

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

}  // namespace ncf::cdl
