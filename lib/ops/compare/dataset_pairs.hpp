// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Compares pairs of datasets, one pair after another.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ncf/compare_many.hpp"

namespace ncf::ops {

class DatasetPairs {
 public:
  /// Paths of datasets are below `first` and `second` of the options, unless these are empty. Both
  /// arguments outlive this object.
  DatasetPairs(const CompareOptions& options, const ProgressHandler& on_progress)
      : options_(options), on_progress_(on_progress) {}

  /// bytes: the size of the first, for the progress.
  void add(const std::string& first, const std::string& second, std::uint64_t bytes);

  [[nodiscard]] bool is_empty() const noexcept { return pairs_.empty(); }

  /// Returns the results, sorted by the path of the first. throws: Error(interrupted, usage).
  [[nodiscard]] std::vector<ComparedDataset> compare();

 private:
  struct Pair {
    ComparedDataset dataset;
    std::uint64_t bytes = 0;
  };

  void compare_pair(ComparedDataset& dataset) const;

  const CompareOptions& options_;
  const ProgressHandler& on_progress_;
  std::vector<Pair> pairs_;
};

}  // namespace ncf::ops
