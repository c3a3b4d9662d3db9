// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The part of the input that is copied, `-v`, `-V`, `-g` and `-G`, with the user-defined types that
// it needs.
// source: nccopy(1)
#pragma once

#include <set>
#include <string>
#include <vector>

#include "model/schema/schema.hpp"
#include "ncf/copy.hpp"

namespace ncf::ops {

/// A part of a dataset as a schema of its own, with the variables' ids in the input.
struct Subset {
  model::Schema schema;                      ///< the part, with new ids
  std::vector<model::VariableId> input_ids;  ///< for each variable, its id in the input
  std::vector<bool> has_values;  ///< for each variable: whether its values are copied as well
  /// Paths of variables that the selected ones refer to, for example their coordinates, and that
  /// are left out.
  std::vector<std::string> without;
  std::vector<bool> is_coordinate;  ///< for each variable: whether it is one in the whole input
};

/// Returns the whole `input`, or the part that the options select.
/// throws: Error(usage) for an empty name; Error(not_found) for a name that does not exist.
Subset choose_subset(const CopyOptions& options, const model::Schema& input);

/// The types in use: those added, and the types they consist of. The added types must outlive this
/// object.
class UsedTypes {
 public:
  UsedTypes() = default;
  /// Adds the types of all variables and attributes.
  explicit UsedTypes(const model::Schema& schema);

  void add(const model::TypeRef& type);
  void add(const std::vector<model::Attribute>& attributes);
  void add(const model::Variable& variable);

  [[nodiscard]] bool has(const model::TypeRef& type) const { return used_.count(type.get()) > 0; }

 private:
  std::set<const model::Type*> used_;
};

/// Notes the user-defined types that no variable or attribute needs, for a format without such
/// types.
void tell_unused_types(const model::Schema& schema, std::vector<std::string>& notes);

/// Removes, with a note, what the schema's format lacks and no variable or attribute needs:
/// user-defined types, and groups that contain only dimensions.
void leave_out_unneeded(model::Schema& schema, std::vector<std::string>& notes);

}  // namespace ncf::ops
