// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Which types of users the parts of a dataset need, and what to do without those that no part does.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "model/schema.hpp"

namespace ncf::ops {

/// Types in use: those added, and all that they are made of. They outlive this.
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

/// Leaves out what the schema's format does not have and no variable or attribute needs, with a
/// note: types of users, and groups with nothing else in them but dimensions.
void leave_out_unneeded(model::Schema& schema, std::vector<std::string>& notes);

}  // namespace ncf::ops
