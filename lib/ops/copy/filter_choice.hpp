// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Which filters each variable of the output is asked to have, and by whom: `-F`, `-d` and `-s`, or
// the input.
// source: grammar/README.md, "Which -F decides"
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "filter/selector.hpp"
#include "model/schema.hpp"
#include "ncf/copy.hpp"
#include "ops/copy/subset.hpp"

namespace ncf::ops {

/// What one variable is asked to have.
struct FilterChoice {
  std::optional<Chain> filters;  ///< empty: nothing was asked, the input's stay
  std::string by;                ///< "-F *,zstd,3", "-d 5", "as in the input"
};

/// The filter options of a command line, read and checked before any file is opened.
class FilterRequest {
 public:
  /// Warnings go to `notes`. throws: Error(usage), with a caret.
  FilterRequest(const CopyOptions& options, std::vector<std::string>& notes);

  /// Whether `-F` asks for filters: then an output that cannot hold any is a usage error.
  [[nodiscard]] bool asks_for_filters() const noexcept;

  /// One choice a variable, in the order of `source.schema.variables`, for an output that can hold
  /// filters. A variable that cannot have them is an error where a selector names it, else a note.
  /// throws: Error(not_found) for a selector that matches nothing, Error(usage).
  [[nodiscard]] std::vector<FilterChoice> choose(const Subset& source,
                                                 std::vector<std::string>& notes) const;

 private:
  [[nodiscard]] FilterChoice choose_by_default(const model::Variable& variable) const;
  [[nodiscard]] FilterChoice choose_by_option(std::size_t option) const;
  void require_words(std::size_t option, const model::Variable& variable,
                     const std::string& path) const;

  std::vector<filter::GivenOption> options_;
  std::vector<Chain> chains_;  ///< of `options_`, in order
  std::optional<int> deflate_level_;
  bool shuffle_ = false;
};

/// The choices for an output that holds no filters at all.
std::vector<FilterChoice> choose_no_filters(const model::Schema& schema);

}  // namespace ncf::ops
