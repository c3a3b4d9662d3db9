// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Adds differences of definitions to a report: those that count, and those of storage. The report
// must outlive the list. Not for several threads.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "ncf/compare.hpp"

namespace ncf::ops {

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

}  // namespace ncf::ops
