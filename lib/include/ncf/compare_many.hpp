// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// How the datasets in two folders differ, for example those in an archive and in its copy, or the
// inputs and outputs of a run of ncfcopy.
//
//   ncf::CompareOptions options;
//   options.first = "archive";
//   options.second = "copy";
//   const ncf::CompareManyReport report = ncf::compare_many(options);
//   std::cout << ncf::format_comparison(report);
//   return report.is_within_limits() ? 0 : 1;
//
// Thread rule and errors: as ncf/compare.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ncf/compare.hpp"
#include "ncf/export.hpp"

namespace ncf {

/// A dataset that both folders contain, or that was copied.
struct ComparedDataset {
  std::string first;  ///< the path below the first folder, or the input of the copy
  /// The same path below the second, where only the extension may differ, or the copy.
  std::string second;
  bool is_equal = false;
  bool is_within_limits = false;
  std::size_t definitions = 0;         ///< differences in definitions
  std::size_t variables = 0;           ///< variables compared
  std::vector<std::string> differing;  ///< paths of variables that differ, or cannot be compared
  std::string failure;                 ///< why it could not be compared; empty if it was
};

/// The worst error of all datasets.
struct WorstError {
  std::size_t dataset = 0;  ///< index into CompareManyReport::datasets
  ValuePlace place;
};

/// A variable of the same path in all datasets that have it twice.
struct VariableOfMany {
  std::string path;
  std::size_t datasets = 0;   ///< that were compared
  std::size_t differing = 0;  ///< datasets in which it differs, or cannot be compared
  std::uint64_t differing_values = 0;
  std::optional<WorstError> largest_error;  ///< absolute; empty if no number differs
  std::optional<WorstError> largest_relative_error;
};

struct CompareManyReport {
  std::string first;  ///< the folders; empty if the pairs are those of a journal
  std::string second;
  std::string journal;                     ///< empty if the pairs are those of folders
  std::vector<ComparedDataset> datasets;   ///< sorted by path
  std::vector<VariableOfMany> variables;   ///< sorted by path
  std::vector<std::string> only_in_first;  ///< paths of datasets below the first folder
  std::vector<std::string> only_in_second;
  /// Messages about what cannot be read, failed copies, and other copied files that differ.
  std::vector<std::string> not_compared;
  /// Messages about links, which are not followed, special files, originals that were kept without
  /// a copy, and the notes about each dataset. These do not count as differences.
  std::vector<std::string> notes;

  /// Whether both contain the same datasets, and each is within its limits.
  [[nodiscard]] NCF_API bool is_within_limits() const noexcept;
  /// Whether both contain the same datasets, and each is equal.
  [[nodiscard]] NCF_API bool is_equal() const noexcept;
};

/// Compares the datasets in two folders and their subfolders with the options of `compare`.
/// Datasets correspond if their paths below the folders are the same, or differ only in the
/// extension, like `a.nc` and `a.zarr`. Other files are ignored.
/// throws: Error if a folder is missing or is not a folder of files, or if neither contains a
/// dataset; Error(interrupted).
NCF_API CompareManyReport compare_many(const CompareOptions& options,
                                       const ProgressHandler& on_progress = {});

/// Compares the input and the output of each copy in a journal (ncf/journal.hpp), whatever their
/// names, as `compare_many` does; of several copies to one place, the last. A failed copy counts as
/// a difference. options.first, options.second: empty.
/// throws: as read_journal; Error(not_found) if the journal has no copies; Error(unsupported) if a
/// file was copied in place; Error(interrupted).
NCF_API CompareManyReport compare_journal(const std::string& journal, const CompareOptions& options,
                                          const ProgressHandler& on_progress = {});

/// Formats a report as a table of differences for people, as one JSON object, or as an HTML page.
/// JSON and HTML contain all datasets.
NCF_API std::string format_comparison(const CompareManyReport& report, std::size_t width = 0);
NCF_API std::string format_comparison_json(const CompareManyReport& report);
NCF_API std::string format_comparison_html(const CompareManyReport& report);

}  // namespace ncf
