// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Finds the user-defined types that parts of a dataset need, and leaves out the others.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "model/schema/schema.hpp"

namespace ncf::ops {

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
