// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Compares the attributes of groups and variables of two datasets. The ignored names and the
// differences must outlive it. Not for several threads.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "model/schema/schema.hpp"
#include "ops/definitions/attribute_difference.hpp"
#include "ops/definitions/difference_list.hpp"

namespace ncf::ops {

/// The group or variable whose attributes are compared.
struct AttributeOwner {
  std::string path;
  const model::Variable* first = nullptr;  ///< null for a group, like `second`
  const model::Variable* second = nullptr;
  std::vector<std::string> of_packing = {};  ///< attributes that may differ because of packing
};

class AttributeComparison {
 public:
  /// ignored: names of attributes not to compare.
  AttributeComparison(const model::Schema& first, const model::Schema& second,
                      const std::vector<std::string>& ignored, DifferenceList& differences);

  void compare(const AttributeOwner& owner, const std::vector<model::Attribute>& first,
               const std::vector<model::Attribute>& second);

 private:
  /// Compares two attributes, one of which may be null.
  void compare_one(const AttributeOwner& owner, const model::Attribute* first,
                   const model::Attribute* second);
  /// Returns how the difference of two attributes counts, one of which may be null.
  [[nodiscard]] AttributeDifference counted_difference(const AttributeOwner& owner,
                                                       const model::Attribute* first,
                                                       const model::Attribute* second) const;
  void add_type(const std::string& path, const model::Type& first, const model::Type& second);
  /// Compares the JSON: different JSON may have the same nearest value in netCDF.
  void compare_json(const std::string& path, const model::Attribute& first,
                    const model::Attribute& second);

  Format first_format_;
  Format second_format_;
  const std::vector<std::string>& ignored_;
  DifferenceList& differences_;
  std::set<model::Finding::Part> converted_;  ///< whose JSON expresses more than their values
};

}  // namespace ncf::ops
