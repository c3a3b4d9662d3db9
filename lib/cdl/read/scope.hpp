// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Resolves names in a CDL text:
//
//   dimension   of its own group or the nearest above
//   type        atomic; of its own group or the nearest above; the only one of that name anywhere
//   variable    of its own group
//   /g/name     exactly that one, whatever it is
//
// Objects must be defined before they are named.
// source: ncgen(1), "Scope Rules"
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/schema/schema.hpp"

namespace ncf::cdl {

/// A name as written in a text: `temp` or `/g/temp`.
struct Path {
  bool is_absolute = false;
  std::vector<std::string> groups;  ///< of an absolute path, from the root
  std::string name;                 ///< empty for `/`
};

/// Reads a token of kind name or path.
Path parse_path(std::string_view text);

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
