// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// How two datasets of any formats differ: first their definitions, then their values.
//
//   ncf::CompareOptions options;
//   options.first = "in.nc";
//   options.second = "copy.zarr";
//   options.errors = {"t2m,0.01"};
//   const ncf::CompareReport report = ncf::compare(options);
//   std::cout << ncf::format_comparison(report);
//   return report.is_within_limits() ? 0 : 1;
//
// The first dataset is the reference. Values are compared in tiles, on all threads, in bounded
// memory. The result does not depend on the threads or the memory, except for the last digits of
// sums. Nothing is written. All functions throw ncf::Error; thread rule: as ncf/copy.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ncf/copy.hpp"
#include "ncf/export.hpp"
#include "ncf/format.hpp"
#include "ncf/map_axis.hpp"
#include "ncf/stop.hpp"

namespace ncf {

struct CompareOptions {
  std::string first;   ///< a path or a URL
  std::string second;  ///< a path or a URL
  /// Compare only these variables, named by absolute paths or the ends of paths, and everything in
  /// these groups. Each name must exist in one of the datasets. Empty: everything.
  std::vector<std::string> variables;
  std::vector<std::string> groups;
  std::vector<std::string> select;              ///< `--select`, of both: as in ViewOptions
  std::vector<std::string> ignored_attributes;  ///< names of attributes not to compare
  /// How much numbers may differ: "LIMIT", "VARIABLES,LIMIT" or "VARIABLES,relative,LIMIT", with
  /// the variables as in `-F`; the most specific one wins. Coordinates may differ only if named.
  std::vector<std::string> errors;
  bool allow_absent = false;           ///< variables that `errors` names need not exist
  bool decode = false;                 ///< decode values even if the stored bytes prove them equal
  bool map_errors = false;             ///< also compute ErrorDistribution
  bool check_levels = false;           ///< also check each level, see LevelChecks
  bool follow_external = false;        ///< `--follow-external`: as of CopyOptions
  std::size_t connections = 16;        ///< `--connections`: as of CopyOptions
  std::optional<std::size_t> threads;  ///< as of CopyOptions
  std::optional<std::uint64_t> max_memory_bytes;  ///< empty: a quarter of the machine's
  const StopSource* stop = nullptr;               ///< a stop ends the call with Error(interrupted)
};

/// A difference of definitions.
struct DefinitionDifference {
  std::string path;  ///< "/t2m", "/t2m:units", ":title"
  std::string what;  ///< "variable", "type", "dimensions", "attribute", "length", ...
  std::optional<std::string> first;  ///< as CDL writes it; empty if it does not exist
  std::optional<std::string> second;
};

/// A pair of values and its position.
struct ValuePlace {
  std::vector<std::size_t> at;  ///< indices, empty for a scalar
  std::string first;            ///< as CDL writes it
  std::string second;
  double error = 0;        ///< the error at this position; 0 if the values are not numbers
  std::string where = {};  ///< "2020-03-05 12:00, 52 N 13 E"; empty without coordinates
};

/// Pairs that differ, with an absolute error of at least `from` and below `to`; if both are 0,
/// pairs that are equal.
struct ErrorRange {
  double from = 0;
  double to = 0;
  std::uint64_t pairs = 0;
};

/// Pairs whose positions along two dimensions are close to each other, at all positions along the
/// other dimensions.
struct ErrorMapCell {
  std::uint64_t pairs = 0;
  double largest_error = 0;
  double bias = 0;  ///< mean of second - first
  double rmse = 0;
};

/// How large the errors are, and where.
struct ErrorDistribution {
  std::vector<ErrorRange> ranges;  ///< equal pairs first, then by size
  MapAxis down;                    ///< the first of the last two dimensions longer than 1
  MapAxis across;
  std::vector<ErrorMapCell> cells;  ///< row by row
};

struct LevelResult {
  double value = 0;
  std::vector<std::size_t> at;  ///< indices of the level along the dimensions before it
  std::string where = {};       ///< as of ValuePlace
};

/// Checks of each level: the values along the last two dimensions longer than 1, at one position
/// along the others. A level fails if its correlation is below 0.99999, the p-value of the
/// two-sample Kolmogorov-Smirnov test is below 0.05, or the structural similarity (SSIM) of the
/// data is below 0.995.
/// source: NCAR's ldcpy, check_metrics
struct LevelChecks {
  std::uint64_t levels = 0;
  std::uint64_t failed = 0;
  std::optional<LevelResult> lowest_correlation;  ///< empty if all levels are constant
  std::optional<LevelResult> lowest_ks_p_value;
  std::optional<LevelResult> lowest_ssim;
};

/// How the numbers of two variables differ. A value is missing if it is NaN, or equals its own
/// variable's `_FillValue` (netCDF's default without one) or `missing_value`. Errors and statistics
/// are computed from pairs of finite values that are not missing. For 64-bit integers, differences
/// are exact; correlation and PSNR use doubles.
struct ComparedNumbers {
  std::uint64_t pairs = 0;
  std::uint64_t missing_in_first = 0;
  std::uint64_t missing_in_second = 0;
  std::uint64_t became_missing = 0;         ///< missing only in the second
  std::uint64_t became_present = 0;         ///< missing only in the first
  std::uint64_t marked_otherwise = 0;       ///< missing in both, by markers that do not correspond
  std::uint64_t infinities_changed = 0;     ///< one value is infinite, and the other is different
  std::uint64_t zeros_changed = 0;          ///< zeros that changed: they have no relative error
  std::optional<ValuePlace> largest_error;  ///< absolute; empty if none differs
  std::optional<ValuePlace> largest_relative_error;  ///< as a part of the first value
  std::optional<ValuePlace> first_missing_change;
  std::optional<double> bias;  ///< mean of second - first
  std::optional<double> rmse;  ///< root of the mean squared difference
  std::optional<double>
      psnr;  ///< in dB, relative to the range of the first; empty if nothing differs
  std::optional<double> correlation;  ///< Pearson's; empty if either variable is constant
  std::optional<ErrorDistribution> distribution;  ///< if requested
  std::optional<LevelChecks> level_checks;        ///< if requested, of variables that differ
};

/// How the datasets pack a variable, for example "short, scale_factor 0.01, add_offset 244".
struct ComparedPackings {
  std::string first;
  std::string second;
};

/// A variable that both datasets have.
struct ComparedVariable {
  std::string path;       ///< "/forecast/t2m"
  std::string type;       ///< of the first
  std::string long_name;  ///< of the first; empty without one
  /// Of the errors: "K"; "steps of 0.01 K" if they are those of packed numbers; empty if unknown.
  std::string units;
  std::vector<std::size_t> shape;
  std::uint64_t values = 0;  ///< the number of values compared
  std::uint64_t differing = 0;
  std::uint64_t exceeding =
      0;              ///< values that differ by more than the limit; any difference without one
  std::string limit;  ///< "0.01", "relative,0.0001"; empty if values must be equal
  /// If the datasets pack the values differently, or only one does. Everything here then
  /// describes the unpacked values.
  std::optional<ComparedPackings> packings;
  bool is_decoded = false;                 ///< otherwise equal stored bytes proved the values equal
  std::optional<ComparedNumbers> numbers;  ///< if the values are numbers and were decoded
  std::optional<ValuePlace> first_difference;
  std::string failure;  ///< why its values could not be compared; empty if they were

  /// Whether the errors are within the limit and no level failed.
  [[nodiscard]] NCF_API bool is_within_limit() const noexcept;
};

struct CompareReport {
  std::string first;
  std::string second;
  Format first_format = Format::classic;
  Format second_format = Format::classic;
  std::vector<DefinitionDifference> definitions;
  /// Differences in storage, and what the other dataset's format cannot express. They do not count
  /// as differences.
  std::vector<DefinitionDifference> storage;
  std::vector<ComparedVariable> variables;  ///< in the order of the first
  std::vector<std::string> notes;

  /// Whether the definitions are equal, and all values are equal or within their limits.
  [[nodiscard]] NCF_API bool is_within_limits() const noexcept;
  /// Whether definitions and values are equal.
  [[nodiscard]] NCF_API bool is_equal() const noexcept;
};

/// Compares two datasets. The report names variables whose values cannot be read. on_progress: is
/// called often, on the calling thread. throws: Error if a dataset cannot be opened or is damaged.
NCF_API CompareReport compare(const CompareOptions& options,
                              const ProgressHandler& on_progress = {});

enum class CompareDetail {
  differences,
  storage,  ///< differences in storage too
};

/// Formats a report as tables for people, as one JSON object, or as an HTML page (written by
/// ncf/page.hpp). JSON and HTML contain the whole report. Each ends with a newline.
NCF_API std::string format_comparison(const CompareReport& report,
                                      CompareDetail detail = CompareDetail::differences,
                                      std::size_t width = 0);
NCF_API std::string format_comparison_json(const CompareReport& report);
NCF_API std::string format_comparison_html(const CompareReport& report);

}  // namespace ncf
