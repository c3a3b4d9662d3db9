// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Decides which variables may be rounded, for all programs. Pure functions; any thread.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/schema/schema.hpp"

namespace ncf::ops {

/// What decides how many digits a rounded value keeps.
enum class RoundingBy {
  digits,  ///< the user alone
  values,  ///< the values, as the file stores them
};

/// Returns whether the type is float or double.
[[nodiscard]] bool is_real(const model::Variable& variable);

/// Returns why a variable cannot be rounded in this way; empty if it can.
[[nodiscard]] std::optional<std::string> why_not_round(const model::Variable& variable,
                                                       RoundingBy by);

/// Collects variables that a pattern selects and that cannot be rounded, for notes.
class NotRounded {
 public:
  /// why: from why_not_round or similar.
  void add(const model::Variable& variable, const std::string& path, const std::string& why);

  /// Adds a note for each float and double, and one for all packed integers. Other types need none.
  void note(std::vector<std::string>& notes) const;

 private:
  std::vector<std::string> reals_;            ///< as notes
  std::vector<std::string> packed_integers_;  ///< paths
};

}  // namespace ncf::ops
