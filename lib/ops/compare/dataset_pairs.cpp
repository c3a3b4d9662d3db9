// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/compare/dataset_pairs.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "ncf/error.hpp"

namespace ncf::ops {

namespace fs = std::filesystem;

namespace {

bool differs(const ComparedVariable& variable) {
  return variable.differing > 0 || !variable.failure.empty();
}

/// Keeps the worst error; the first of equal ones.
void keep_worst(const std::optional<ValuePlace>& found, std::size_t dataset,
                std::optional<WorstError>& worst) {
  if (found && (!worst || found->error > worst->place.error)) worst = {dataset, *found};
}

}  // namespace

void DatasetPairs::add(const std::string& first, const std::string& second, std::uint64_t bytes) {
  Pair& pair = pairs_.emplace_back();
  pair.dataset.first = first;
  pair.dataset.second = second;
  pair.bytes = bytes;
}

void DatasetPairs::compare(CompareManyReport& report) {
  std::ranges::sort(pairs_, {},
                    [](const Pair& pair) -> const std::string& { return pair.dataset.first; });
  CopyProgress progress;
  for (const Pair& pair : pairs_) progress.bytes += pair.bytes;
  for (Pair& pair : pairs_) {
    compare_pair(pair.dataset, report);
    report.datasets.push_back(std::move(pair.dataset));
    progress.bytes_done += pair.bytes;
    if (on_progress_) on_progress_(progress);
  }
  for (auto& [path, variable] : variables_) report.variables.push_back(std::move(variable));
}

void DatasetPairs::compare_pair(ComparedDataset& dataset, CompareManyReport& all) {
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
      add_variable(variable, all.datasets.size());
      if (differs(variable)) dataset.differing.push_back(variable.path);
    }
    // Several copies may have the same input.
    for (const std::string& note : report.notes) {
      if (notes_.insert(note).second) all.notes.push_back(note);
    }
  } catch (const Error& error) {
    if (error.code() == ErrorCode::interrupted || error.code() == ErrorCode::usage) throw;
    dataset.failure = error.what();
  }
}

void DatasetPairs::add_variable(const ComparedVariable& variable, std::size_t number) {
  VariableOfMany& all = variables_[variable.path];
  all.path = variable.path;
  ++all.datasets;
  if (!differs(variable)) return;
  ++all.differing;
  all.differing_values += variable.differing;
  if (!variable.numbers) return;
  keep_worst(variable.numbers->largest_error, number, all.largest_error);
  keep_worst(variable.numbers->largest_relative_error, number, all.largest_relative_error);
}

}  // namespace ncf::ops
