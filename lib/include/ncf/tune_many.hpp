// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Finds filters that suit all files of an archive. Some of its files are tuned (ncf/tune.hpp).
// Variables that mean the same get the same filters in all files, so one command copies all files,
// whatever variables they have.
//
//   ncf::TuneManyOptions options;
//   options.inputs = {"archive"};
//   std::cout << ncf::format_tuning(ncf::tune_many(options));  // ends with a command for ncfcopy
//
// Nothing is written. Thread rule and errors: as ncf/tune.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "ncf/export.hpp"
#include "ncf/tune.hpp"

namespace ncf {

struct TuneManyOptions {
  /// The options for every file. `input` is ignored, and `variables` must be empty. Variables that
  /// the error bounds name need not be in every file.
  TuneOptions tune;
  std::vector<std::string> inputs;  ///< files, and folders of files as in ncf/copy_many.hpp
  std::size_t max_tuned_files = 8;  ///< spread evenly over all
};

/// Variables that mean the same in the tuned files: those with one path, and those of one type with
/// one standard name.
struct TuneManyVariable {
  std::vector<std::string> paths;
  std::size_t count = 0;  ///< variables of these paths in the tuned files
  /// The sizes and trials of all of them together, of the chains that were tried on each. `filters`
  /// of the present ones are "various" if they differ, and so is `type`. `rounding` suits all
  /// files: if it is an error limit, a copy finds the rounding for each file. `information` is that
  /// of the variable that needs the most bits.
  TunedVariable sum;
};

struct TuneManyReport {
  TuneGoal goal = TuneGoal::balanced;
  TuneReaders readers = TuneReaders::stock;
  std::size_t file_count = 0;
  std::uint64_t file_bytes = 0;
  std::vector<std::string> tuned_files;
  std::vector<std::string> failures;  ///< messages about files that could not be tuned
  std::vector<std::string> notes;     ///< of the tuned files, each once
  std::vector<TuneManyVariable> variables;
  std::uint64_t raw_bytes = 0;       ///< of the tuned files
  std::uint64_t input_bytes = 0;     ///< the same, as stored now
  std::uint64_t stored_bytes = 0;    ///< the same, predicted
  std::uint64_t expected_bytes = 0;  ///< predicted, for all files
  double expected_seconds = 0;       ///< of a copy of all files, on one thread
  /// The words of a command that copies all files with these filters; empty if the files already
  /// have the best ones, or if there is an objection.
  std::vector<std::string> command;
  /// Why there is no command, although other filters are better: the error that would stop the
  /// copy of one of the files tried, for example because a variable has another type there.
  std::string objection;
  /// The argument `encoding` of xarray's to_netcdf or to_zarr, a dict, for the variables of the
  /// root groups; it does not round.
  Notation xarray;
  std::string folder;  ///< the output folder of the command, which makes it
};

/// throws: Error, also if there is no file, or if no file can be tuned.
NCF_API TuneManyReport tune_many(const TuneManyOptions& options,
                                 const ProgressHandler& on_progress = {});

/// Whether a path leads to a folder that is not a Zarr store; `tune_many` tunes the files in it.
NCF_API bool is_folder_of_files(const std::string& path);

/// Formats a report for people, with the command as the last line, as one JSON object, or as an
/// HTML page.
NCF_API std::string format_tuning(const TuneManyReport& report, std::size_t width = 0);
NCF_API std::string format_tuning_json(const TuneManyReport& report);
NCF_API std::string format_tuning_html(const TuneManyReport& report);

}  // namespace ncf
