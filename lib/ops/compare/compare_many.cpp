// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ncf/compare_many.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <system_error>
#include <utility>

#include "base/stop.hpp"
#include "ncf/error.hpp"
#include "ops/many/tree_walk.hpp"

namespace ncf {
namespace {

namespace fs = std::filesystem;

/// The datasets of a folder, by path.
using Datasets = std::map<fs::path, std::uint64_t>;

/// Adds to the report what else the folder contains.
Datasets list_datasets(const std::string& folder, CompareManyReport& report) {
  std::error_code unknown;
  if (!fs::exists(folder, unknown))
    throw Error(ErrorCode::not_found, "no such folder").add_context(folder);
  if (!ops::is_tree(folder)) {
    throw Error(ErrorCode::usage,
                "is not a folder of files, but what it is to be compared with is one")
        .add_context(folder);
  }
  Datasets datasets;
  for (const ops::TreeEntry& entry : ops::walk_tree(folder, {{}, {}}, {})) {
    if (entry.kind == ops::TreeEntry::Kind::dataset) datasets[entry.relative] = entry.bytes;
    if (entry.reason.empty()) continue;
    const std::string path = (fs::path(folder) / entry.relative).native();
    if (entry.kind == ops::TreeEntry::Kind::left_out) {
      report.notes.push_back(fmt::format("{}: {}, which is not compared", path, entry.reason));
    } else {
      report.not_compared.push_back(fmt::format("{}: {}", path, entry.reason));
    }
  }
  return datasets;
}

/// Paths, grouped by the path without its extension.
std::map<fs::path, std::vector<fs::path>> by_name(const Datasets& datasets) {
  std::map<fs::path, std::vector<fs::path>> names;
  for (const auto& [path, bytes] : datasets) {
    names[fs::path(path).replace_extension()].push_back(path);
  }
  return names;
}

class FolderComparison {
 public:
  FolderComparison(const CompareOptions& options, const ProgressHandler& on_progress)
      : options_(options), on_progress_(on_progress) {
    report_.first = options.first;
    report_.second = options.second;
  }

  CompareManyReport run() {
    first_ = list_datasets(options_.first, report_);
    second_ = list_datasets(options_.second, report_);
    if (first_.empty() && second_.empty()) {
      throw Error(ErrorCode::not_found, "contains no netCDF file and no Zarr store")
          .add_context(options_.first);
    }
    pair_datasets();
    for (ComparedDataset& dataset : report_.datasets) {
      compare_pair(dataset);
      progress_.bytes_done += first_.at(dataset.first);
      if (on_progress_) on_progress_(progress_);
    }
    return std::move(report_);
  }

 private:
  /// Pairs equal paths first, so that a.nc and a.zarr can both have their counterparts.
  void pair_datasets() {
    Datasets first = first_;
    Datasets second = second_;
    const auto pair = [&](const fs::path& path, const fs::path& other) {
      ComparedDataset& dataset = report_.datasets.emplace_back();
      dataset.first = path.native();
      dataset.second = other.native();
      progress_.bytes += first_.at(path);
      first.erase(path);
      second.erase(other);
    };
    for (const auto& [path, bytes] : first_) {
      if (second_.contains(path)) pair(path, path);
    }
    const auto others = by_name(second);
    for (const auto& [name, paths] : by_name(first)) {
      const auto found = others.find(name);
      if (found == others.end() || paths.size() > 1 || found->second.size() > 1) continue;
      pair(paths.front(), found->second.front());
    }
    std::ranges::sort(report_.datasets, {}, &ComparedDataset::first);
    for (const auto& [path, bytes] : first) report_.only_in_first.push_back(path.native());
    for (const auto& [path, bytes] : second) report_.only_in_second.push_back(path.native());
  }

  void compare_pair(ComparedDataset& dataset) {
    CompareOptions options = options_;
    options.first = (fs::path(options_.first) / dataset.first).native();
    options.second = (fs::path(options_.second) / dataset.second).native();
    options.map_errors = false;
    options.stop = nullptr;
    try {
      const CompareReport report = compare(options);
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

  const CompareOptions& options_;
  const ProgressHandler& on_progress_;
  CopyProgress progress_;
  Datasets first_;
  Datasets second_;
  CompareManyReport report_;
};

bool have_same_datasets(const CompareManyReport& report) {
  return report.only_in_first.empty() && report.only_in_second.empty() &&
         report.not_compared.empty();
}

}  // namespace

bool CompareManyReport::is_within_limits() const noexcept {
  return have_same_datasets(*this) &&
         std::ranges::all_of(datasets, &ComparedDataset::is_within_limits);
}

bool CompareManyReport::is_equal() const noexcept {
  return have_same_datasets(*this) && std::ranges::all_of(datasets, &ComparedDataset::is_equal);
}

CompareManyReport compare_many(const CompareOptions& options, const ProgressHandler& on_progress) {
  const base::StopScope stop(options.stop);
  return FolderComparison(options, on_progress).run();
}

}  // namespace ncf
