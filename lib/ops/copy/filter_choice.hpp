// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Which filters each variable of the output is asked to have, and by whom: `-F`, `-d` and `-s`, or
// the input.
// source: the table of rules in ncf-filter-spec(5)
#pragma once

#include <string>
#include <vector>

#include "model/schema.hpp"
#include "ncf/copy.hpp"

namespace ncf::ops {

/// What one variable is asked to have.
struct FilterChoice {
  Chain filters;
  std::string by;  ///< "-F *,zstd,3", "-d 5", "as in the input"
};

/// `-F` texts read and their parameters checked, before any file is opened.
class FilterRequest {
 public:
  /// throws: SyntaxError; Error(usage) for what contradicts itself. Warnings go to `notes`.
  FilterRequest(const CopyOptions& options, std::vector<std::string>& notes);

  /// Whether any option asks for filters: then an output that cannot hold them is a usage error.
  [[nodiscard]] bool asks_for_filters() const noexcept;

  /// One choice a variable, in the order of `schema.variables`; without any filter unless the
  /// output `can_filter`. Variables that cannot have
  /// filters have none; one that is named literally is an error.
  /// throws: Error(not_found) for a selector that matches nothing, Error(usage) otherwise.
  [[nodiscard]] std::vector<FilterChoice> choose(const model::Schema& schema, bool can_filter,
                                                 std::vector<std::string>& notes) const;

 private:
  struct Option {
    std::string text;
    FilterOption parsed;
    Chain chain;
  };

  [[nodiscard]] FilterChoice choose_by_default(const model::Variable& variable) const;

  std::vector<Option> options_;
  std::optional<int> deflate_level_;
  bool shuffle_ = false;
};

}  // namespace ncf::ops
