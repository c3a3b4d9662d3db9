// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ncf/compare_many.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <system_error>
#include <utility>

#include "base/json/json.hpp"
#include "base/threads/library_call.hpp"
#include "base/threads/stop.hpp"
#include "location/contents.hpp"
#include "ncf/error.hpp"
#include "ncf/journal.hpp"
#include "ops/output/plain_copy.hpp"
#include "ops/select/input_files.hpp"
#include "store/open/input.hpp"

namespace ncf {
namespace {

namespace fs = std::filesystem;

// ---- Pairs of datasets, compared one after another ----

bool differs(const ComparedVariable& variable) {
  return variable.differing > 0 || !variable.failure.empty();
}

/// Keeps the worst error; the first of equal ones.
void keep_worst(const std::optional<ValuePlace>& found, std::size_t dataset,
                std::optional<WorstError>& worst) {
  if (found && (!worst || found->error > worst->place.error)) worst = {dataset, *found};
}

class DatasetPairs {
 public:
  /// Paths of datasets are below `first` and `second` of the options, unless these are empty. Both
  /// arguments must outlive this object.
  DatasetPairs(const CompareOptions& options, const ProgressHandler& on_progress)
      : options_(options), on_progress_(on_progress) {}

  /// Adds a pair. bytes: the size of the first, for the progress.
  void add(const std::string& first, const std::string& second, std::uint64_t bytes) {
    Pair& pair = pairs_.emplace_back();
    pair.dataset.first = first;
    pair.dataset.second = second;
    pair.bytes = bytes;
  }

  [[nodiscard]] bool is_empty() const noexcept { return pairs_.empty(); }

  /// Adds the datasets to the report, sorted by the path of the first, their variables and notes.
  /// throws: Error(interrupted, usage).
  void compare(CompareManyReport& report) {
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

 private:
  struct Pair {
    ComparedDataset dataset;
    std::uint64_t bytes = 0;
  };

  /// Compares one pair. Adds its variables and notes to those of all pairs.
  void compare_pair(ComparedDataset& dataset, CompareManyReport& all) {
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

  /// number: of the dataset in the report.
  void add_variable(const ComparedVariable& variable, std::size_t number) {
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

  const CompareOptions& options_;
  const ProgressHandler& on_progress_;
  std::vector<Pair> pairs_;
  std::map<std::string, VariableOfMany> variables_;
  std::set<std::string> notes_;
};

// ---- Two folders ----

/// The datasets of a folder, by path.
using Datasets = std::map<fs::path, std::uint64_t>;

/// Lists the datasets of a folder, and adds its other contents to the report.
Datasets list_datasets(const std::string& folder, CompareManyReport& report) {
  std::error_code unknown;
  if (!fs::exists(folder, unknown)) {
    throw Error(ErrorCode::not_found, "no such folder").add_context(folder);
  }
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

/// Pairs equal paths first, so that a.nc and a.zarr can both have their counterparts.
void pair_datasets(const Datasets& all_first, Datasets second, DatasetPairs& pairs,
                   CompareManyReport& report) {
  Datasets first = all_first;
  const auto pair = [&](const fs::path& path, const fs::path& other) {
    pairs.add(path.native(), other.native(), all_first.at(path));
    first.erase(path);
    second.erase(other);
  };
  for (const auto& [path, bytes] : all_first) {
    if (second.contains(path)) pair(path, path);
  }
  const auto others = by_name(second);
  for (const auto& [name, paths] : by_name(first)) {
    const auto found = others.find(name);
    if (found == others.end() || paths.size() > 1 || found->second.size() > 1) continue;
    pair(paths.front(), found->second.front());
  }
  for (const auto& [path, bytes] : first) report.only_in_first.push_back(path.native());
  for (const auto& [path, bytes] : second) report.only_in_second.push_back(path.native());
}

bool have_same_datasets(const CompareManyReport& report) {
  return report.only_in_first.empty() && report.only_in_second.empty() &&
         report.not_compared.empty();
}

// ---- The copies of a journal ----

/// Returns whether a path leads to a file that is not a dataset.
bool leads_to_other_file(const std::string& name) {
  const auto path = store::find_input_path(name);
  return path && location::is_other_file(store::look_at(*path));
}

/// Returns whether no copy was made because it would not have been smaller.
bool has_no_copy(const FileCopy& file) {
  if (file.outcome != FileCopy::Outcome::kept || file.options.empty()) return false;
  const base::Json options = base::parse_json(file.options);
  const base::Json* const if_smaller = options.find("if_smaller");
  return if_smaller != nullptr && if_smaller->text == "none";
}

/// Compares files that are not datasets, which are copied byte by byte.
void compare_bytes(const FileCopy& file, CompareManyReport& report) {
  try {
    ops::verify_plain_copy(file.input, file.output);
  } catch (const Error& error) {
    if (error.code() == ErrorCode::interrupted) throw;
    report.not_compared.emplace_back(error.what());
  }
}

void add_copy(const FileCopy& file, DatasetPairs& pairs, CompareManyReport& report) {
  if (file.outcome == FileCopy::Outcome::left_out) return;
  if (file.outcome == FileCopy::Outcome::failed) {
    report.not_compared.push_back(file.failure);
  } else if (has_no_copy(file)) {
    report.notes.push_back(file.input + ": has no copy, which would not have become smaller");
  } else if (file.input == file.output) {
    throw Error(
        ErrorCode::unsupported,
        fmt::format("{} was copied in place: there is no original to compare with", file.input))
        .add_context(report.journal);
  } else if (leads_to_other_file(file.input) && leads_to_other_file(file.output)) {
    compare_bytes(file, report);
  } else {
    pairs.add(file.input, file.output, file.input_bytes);
  }
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
  return base::library_call(options.stop, [&] {
    CompareManyReport report;
    report.first = options.first;
    report.second = options.second;
    const Datasets first = list_datasets(options.first, report);
    const Datasets second = list_datasets(options.second, report);
    if (first.empty() && second.empty()) {
      throw Error(ErrorCode::not_found, "contains no netCDF file and no Zarr store")
          .add_context(options.first);
    }
    DatasetPairs pairs(options, on_progress);
    pair_datasets(first, second, pairs, report);
    pairs.compare(report);
    return report;
  });
}

CompareManyReport compare_journal(const std::string& journal, const CompareOptions& options,
                                  const ProgressHandler& on_progress) {
  return base::library_call(options.stop, [&] {
    CompareManyReport report;
    report.journal = journal;
    DatasetPairs pairs(options, on_progress);
    for (const FileCopy& file : read_journal(journal).files) {
      base::throw_if_stopped();
      add_copy(file, pairs, report);
    }
    if (pairs.is_empty() && report.not_compared.empty() && report.notes.empty()) {
      throw Error(ErrorCode::not_found, "the journal contains no copy of a dataset")
          .add_context(journal);
    }
    pairs.compare(report);
    return report;
  });
}

}  // namespace ncf
