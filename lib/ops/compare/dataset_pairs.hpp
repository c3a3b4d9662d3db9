// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Compares pairs of datasets, one pair after another.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "ncf/compare_many.hpp"

namespace ncf::ops {

class DatasetPairs {
 public:
  /// Paths of datasets are below `first` and `second` of the options, unless these are empty. Both
  /// arguments must outlive this object.
  DatasetPairs(const CompareOptions& options, const ProgressHandler& on_progress)
      : options_(options), on_progress_(on_progress) {}

  /// Adds a pair. bytes: the size of the first, for the progress.
  void add(const std::string& first, const std::string& second, std::uint64_t bytes);

  [[nodiscard]] bool is_empty() const noexcept { return pairs_.empty(); }

  /// Adds the datasets to the report, sorted by the path of the first, their variables and notes.
  /// throws: Error(interrupted, usage).
  void compare(CompareManyReport& report);

 private:
  struct Pair {
    ComparedDataset dataset;
    std::uint64_t bytes = 0;
  };

  /// Compares one pair. Adds its variables and notes to those of all pairs.
  void compare_pair(ComparedDataset& dataset, CompareManyReport& all);
  /// number: of the dataset in the report.
  void add_variable(const ComparedVariable& variable, std::size_t number);

  const CompareOptions& options_;
  const ProgressHandler& on_progress_;
  std::vector<Pair> pairs_;
  std::map<std::string, VariableOfMany> variables_;
  std::set<std::string> notes_;
};

}  // namespace ncf::ops
