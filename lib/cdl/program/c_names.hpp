// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The names of a schema's objects in a C program: each has a prefix that keeps it from
// keywords and from the names of libraries, its own name as far as C allows, and a number where
// that would be one name for two.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "model/schema.hpp"

namespace ncf::cdl {

class CNames {
 public:
  /// The schema outlives this.
  explicit CNames(const model::Schema& schema);

  /// Variables of the program that hold ids.
  [[nodiscard]] const std::string& group(model::GroupId id) const { return groups_.at(id); }
  [[nodiscard]] const std::string& dimension(model::DimensionId id) const {
    return dimensions_.at(id);
  }
  [[nodiscard]] const std::string& variable(model::VariableId id) const {
    return variables_.at(id);
  }

  /// "NC_INT", "type_station": a type's id.
  [[nodiscard]] std::string type_id(const model::Type& type) const;
  /// "int", "value_station": what one value is in C.
  [[nodiscard]] std::string value_type(const model::Type& type) const;

 private:
  [[nodiscard]] const std::string& user_type(const model::Type& type) const;

  const model::Schema& schema_;
  std::vector<std::string> groups_, dimensions_, variables_, types_;
};

/// Names of a structure's members, a field each.
std::vector<std::string> member_names(const model::Type& compound);

}  // namespace ncf::cdl
