// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Finds out which filters are requested for each variable of the output, and by what: `-F`, `-d`
// and `-s`, or the input.
// source: ncf-filter-spec(5), "Which option decides"
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "filter/spec/selector.hpp"
#include "model/schema/schema.hpp"
#include "ncf/copy.hpp"
#include "ops/select/subset.hpp"

namespace ncf::ops {

/// The request for one variable.
struct FilterChoice {
  std::optional<Chain> filters;  ///< empty if none are requested and the input's are kept
  std::string by;                ///< "-F *,zstd,3", "-d 5", "as in the input"
  bool is_by_pattern = false;    ///< if the variable cannot have them, it gets none
};

/// Removes filters that a variable cannot have from its choice. why: "a scalar".
void refuse_filters(FilterChoice& choice, std::string_view why);

/// The variables that patterns select and that cannot have the filters.
class UnfilteredVariables {
 public:
  /// input: the variable with its filters in the input. reason: "a scalar".
  void add(const model::Variable& input, const std::string& path, std::string_view reason);

  void note(std::vector<std::string>& notes) const;

 private:
  std::vector<std::string> without_;       ///< in the input, too
  std::vector<std::string> with_filters_;  ///< in the input, which the output lacks
};

/// The filter options of a command line, parsed and checked before any file is opened.
class FilterRequest {
 public:
  /// Warnings go to `notes`. throws: Error(usage), with a caret.
  FilterRequest(const CopyOptions& options, std::vector<std::string>& notes);

  /// Returns whether `-F` requests filters. Then an output format without filters is a usage error.
  [[nodiscard]] bool asks_for_filters() const noexcept;

  /// Returns one choice for each variable, in the order of `source.schema.variables`, for an output
  /// that can have filters. A variable that cannot have them is an error if a selector names it,
  /// else a note.
  /// throws: Error(not_found) for a selector that matches nothing, Error(usage).
  [[nodiscard]] std::vector<FilterChoice> choose(const Subset& source, Format output,
                                                 std::vector<std::string>& notes,
                                                 std::vector<std::string>* absent) const;

 private:
  [[nodiscard]] FilterChoice choose_by_default(const model::Variable& variable) const;

  std::vector<filter::GivenOption> options_;
  std::vector<Chain> chains_;  ///< of `options_`, in order
  std::optional<int> deflate_level_;
  bool shuffle_ = false;
  bool gives_advice_ = true;  ///< not with strict options, which make errors of all notes
};

/// Returns the choices for an output format without filters.
std::vector<FilterChoice> choose_no_filters(const model::Schema& schema);

}  // namespace ncf::ops
