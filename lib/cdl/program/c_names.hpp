// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The names of a schema's objects in a C program. Each consists of a prefix that avoids keywords
// and the names of libraries, the object's name as far as C allows it, and a number if two names
// would otherwise be the same.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "model/schema/schema.hpp"

namespace ncf::cdl {

class CNames {
 public:
  /// The schema must outlive this.
  explicit CNames(const model::Schema& schema);

  /// Returns the variables of the program that contain ids.
  [[nodiscard]] const std::string& group(model::GroupId id) const { return groups_.at(id); }
  [[nodiscard]] const std::string& dimension(model::DimensionId id) const {
    return dimensions_.at(id);
  }
  [[nodiscard]] const std::string& variable(model::VariableId id) const {
    return variables_.at(id);
  }

  /// "NC_INT", "type_station": the id of a type.
  [[nodiscard]] std::string type_id(const model::Type& type) const;
  /// "int", "value_station": the C type of one value.
  [[nodiscard]] std::string value_type(const model::Type& type) const;

 private:
  [[nodiscard]] const std::string& user_type(const model::Type& type) const;

  const model::Schema& schema_;
  std::vector<std::string> groups_, dimensions_, variables_, types_;
};

/// Returns the names of a structure's members, one for each field.
std::vector<std::string> member_names(const model::Type& compound);

}  // namespace ncf::cdl
