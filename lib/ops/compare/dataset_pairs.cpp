// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/compare/dataset_pairs.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "ncf/error.hpp"

namespace ncf::ops {

namespace fs = std::filesystem;

void DatasetPairs::add(const std::string& first, const std::string& second, std::uint64_t bytes) {
  Pair& pair = pairs_.emplace_back();
  pair.dataset.first = first;
  pair.dataset.second = second;
  pair.bytes = bytes;
}

std::vector<ComparedDataset> DatasetPairs::compare() {
  std::ranges::sort(pairs_, {},
                    [](const Pair& pair) -> const std::string& { return pair.dataset.first; });
  CopyProgress progress;
  for (const Pair& pair : pairs_) progress.bytes += pair.bytes;
  std::vector<ComparedDataset> datasets;
  for (Pair& pair : pairs_) {
    compare_pair(pair.dataset);
    datasets.push_back(std::move(pair.dataset));
    progress.bytes_done += pair.bytes;
    if (on_progress_) on_progress_(progress);
  }
  return datasets;
}

void DatasetPairs::compare_pair(ComparedDataset& dataset) const {
  CompareOptions options = options_;
  options.first = (fs::path(options_.first) / dataset.first).native();
  options.second = (fs::path(options_.second) / dataset.second).native();
  options.map_errors = false;
  options.allow_absent = true;  // datasets have different variables
  options.stop = nullptr;
  try {
    const CompareReport report = ncf::compare(options);
    dataset.is_equal = report.is_equal();
    dataset.is_within_limits = report.is_within_limits();
    dataset.definitions = report.definitions.size();
    dataset.variables = report.variables.size();
    for (const ComparedVariable& variable : report.variables) {
      if (variable.differing == 0 && variable.failure.empty()) continue;
      dataset.differing.push_back(variable.path);
    }
  } catch (const Error& error) {
    if (error.code() == ErrorCode::interrupted || error.code() == ErrorCode::usage) throw;
    dataset.failure = error.what();
  }
}

}  // namespace ncf::ops
