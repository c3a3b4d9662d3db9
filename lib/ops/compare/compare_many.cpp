// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ncf/compare_many.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <system_error>
#include <utility>

#include "base/threads/library_call.hpp"
#include "ncf/error.hpp"
#include "ops/compare/dataset_pairs.hpp"
#include "ops/select/input_files.hpp"

namespace ncf {
namespace {

namespace fs = std::filesystem;

/// The datasets of a folder, by path.
using Datasets = std::map<fs::path, std::uint64_t>;

/// Lists the datasets of a folder, and adds its other contents to the report.
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

/// Groups paths by the path without its extension.
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
      : options_(options), pairs_(options, on_progress) {
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
    pairs_.compare(report_);
    return std::move(report_);
  }

 private:
  /// Pairs equal paths first, so that a.nc and a.zarr can both have their counterparts.
  void pair_datasets() {
    Datasets first = first_;
    Datasets second = second_;
    const auto pair = [&](const fs::path& path, const fs::path& other) {
      pairs_.add(path.native(), other.native(), first_.at(path));
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
    for (const auto& [path, bytes] : first) report_.only_in_first.push_back(path.native());
    for (const auto& [path, bytes] : second) report_.only_in_second.push_back(path.native());
  }

  const CompareOptions& options_;
  ops::DatasetPairs pairs_;
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
  return base::library_call(options.stop,
                            [&] { return FolderComparison(options, on_progress).run(); });
}

}  // namespace ncf
