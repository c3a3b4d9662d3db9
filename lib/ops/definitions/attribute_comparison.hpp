// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Collects the differences of all definitions of two datasets, and compares their attributes.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "model/schema/schema.hpp"
#include "model/values/values.hpp"
#include "ncf/compare.hpp"

namespace ncf::ops {

/// Adds differences of definitions to a report: those that count, and those of storage. The report
/// must outlive the list. Not for several threads.
class DifferenceList {
 public:
  using Text = std::optional<std::string>;

  DifferenceList(Format first, Format second, CompareReport& report)
      : first_(first), second_(second), report_(report) {}

  /// Adds nothing if the texts are equal.
  void add(const std::string& path, const char* what, Text first, Text second) {
    if (first == second) return;
    add({path, what, std::move(first), std::move(second)});
  }

  /// Adds a difference even if the texts are equal.
  void add(DefinitionDifference difference) {
    report_.definitions.push_back(std::move(difference));
  }

  /// Adds a difference that does not count, unless the texts are equal.
  void add_storage(const std::string& path, const char* what, Text first, Text second) {
    if (first == second) return;
    report_.storage.push_back({path, what, std::move(first), std::move(second)});
  }

  /// Adds a difference that counts only between equal formats, or if both formats can express it.
  void add_expression(const std::string& path, const char* what, Text first, Text second,
                      bool is_in_both = false) {
    const bool is_counted = is_in_both || first_ == second_;
    is_counted ? add(path, what, std::move(first), std::move(second))
               : add_storage(path, what, std::move(first), std::move(second));
  }

  /// Returns whether both formats express something.
  template <class Expresses>
  [[nodiscard]] bool both_express(Expresses expresses) const {
    return expresses(first_) && expresses(second_);
  }

 private:
  Format first_;
  Format second_;
  CompareReport& report_;
};

/// How attributes of the same name differ.
enum class AttributeDifference {
  none,     ///< also if both are NaN with different bits
  type,     ///< the same text or equal numbers of different types: 0 is not -0, NaN equals NaN
  rounded,  ///< floats, and doubles read from their shortest decimals, as in JSON: 0.1f and 0.1
  padding,  ///< texts that are the same but for NULs at their ends, which Zarr does not keep
  storage,  ///< the attribute describes storage: netCDF's record of a rounding
  value,
};

/// Returns how two attributes of the same name differ; one may be null. Any thread.
[[nodiscard]] AttributeDifference difference_of(const model::Attribute* first,
                                                const model::Attribute* second);

/// Returns whether attributes with these numbers are equal, or differ only by `type` or `rounded`.
[[nodiscard]] bool are_same_numbers(const model::Values& first, const model::Values& second);

/// The group or variable whose attributes are compared.
struct AttributeOwner {
  std::string path;
  const model::Variable* first = nullptr;  ///< null for a group, like `second`
  const model::Variable* second = nullptr;
  std::vector<std::string> of_packing = {};  ///< attributes that may differ because of packing
};

/// Compares the attributes of groups and variables. The ignored names and the differences must
/// outlive it. Not for several threads.
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
