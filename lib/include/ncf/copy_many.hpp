// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Copies many files and trees of files into a folder, each file under its own name or path, or
// replaces each by its copy. libhdf5 works on one file at a time in a process, so there is a
// process for each file that is copied at the same time, one per thread. It ends if a copy fails in
// a way that may affect others.
//
//   ncf::CopyManyOptions options;
//   options.inputs = {"a.nc", "b.nc"};
//   options.folder = "compressed";
//   options.copy.filters = {":data,shuffle|zstd,3"};
//   const ncf::CopyManyReport report = ncf::copy_many(options);
//
// Each output appears complete or not at all. A failed copy does not stop the others. Several runs
// may copy into one folder at the same time; each output is made by one of them. Copies are
// recorded in a hidden file in the folder, which may be removed when no run is working; `resume`
// then copies everything again. When you call it, no file may be open in libhdf5 or libnetcdf,
// because the process forks.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "ncf/copy.hpp"
#include "ncf/export.hpp"
#include "ncf/mpi.hpp"

namespace ncf {

struct CopyManyOptions {
  /// The options for every file; `input` and `output` are ignored. With `in_place`, inputs are
  /// files and trees of files, and of the options below, only `include`, `exclude`, `journal`,
  /// `checksums`, `resume` and those of the run may be set.
  CopyOptions copy;
  /// Files, Zarr stores and URLs, all with different names, and folders. The netCDF files and Zarr
  /// stores in folders, at any depth, are copied and keep their paths below the folder. netCDF
  /// files are recognized by their contents; a file that only has the name of one is a failure.
  /// Everything else in folders is left out, links too. With `copy.strict` that is a failure.
  std::vector<std::string> inputs;
  std::string folder;  ///< made if it does not exist. If it is in an input folder, it is left out
  /// Which paths in input folders are selected. A pattern with "/" applies to paths below the input
  /// folder, one without "/" to names; `*`, `?`, `[...]` and `**` are as in
  /// grammar/filter-spec.ebnf.
  std::vector<std::string> include;  ///< files must match one of these, if there are any
  std::vector<std::string> exclude;  ///< files and folders that match are left out
  bool copies_others = false;        ///< also copy other files of input folders, byte for byte
  /// Outputs keep the paths of their inputs below this folder. All inputs must be in it, and none
  /// may be a URL. Empty: outputs have their input's name, or its path below an input folder.
  std::string relative_to;
  /// The name of an output, for example "{name}.zarr" or "{name}_zstd{suffix}"; empty: the input's.
  std::string rename;
  /// Keep copies that an earlier run made from the same inputs with the same options, if the record
  /// in the folder says so and neither the input nor the copy has changed since. With `copy.verify`
  /// they are still compared with their inputs. Copies with `copy.follow_external`
  /// and of references are made again and not recorded, because the other files may change. With
  /// `copy.in_place` the record is `journal`, which must be given.
  bool resume = false;
  /// Remove unfinished outputs in the folders of outputs that processes of other machines left and
  /// that have not changed for a day. They are noted in any case.
  bool remove_orphans = false;
  /// A journal, which gets a line for each file as soon as it is done; see ncf/journal.hpp. Empty:
  /// none.
  std::string journal;
  bool checksums = false;  ///< SHA-256 of each input and its copy, in the journal and the report

  /// A dry run: find out what would happen to each file, and how much memory its copy would take,
  /// and estimate sizes and times. No file or folder is made.
  bool plan = false;
  // The run as a whole:
  /// Set if mpirun started several processes for this run. All call `copy_many` with the same
  /// options and see the same files: rank 0 hands them out, largest first, records and reports;
  /// each process copies one at a time. `copy.threads` and `copy.max_memory_bytes` are then those
  /// of one process; if empty, its share of the machine.
  std::optional<MpiLibrary> mpi;
  /// How many files are copied at a time, at least 1; they share threads and memory. Empty: one per
  /// thread.
  std::optional<std::size_t> jobs;
  /// Start no other copy after this many failures, at least 1.
  std::optional<std::size_t> stop_after;
  /// A copy that takes longer fails; more than 0 seconds. Empty: no limit.
  std::optional<std::chrono::duration<double>> file_timeout;

  friend bool operator==(const CopyManyOptions&, const CopyManyOptions&) = default;
};

/// What is known of a copy before it is made.
struct ExpectedCopy {
  /// The part of the output that is known without encoding: values copied as stored or without
  /// filters, and what the input has besides values.
  std::uint64_t known_bytes = 0;
  std::uint64_t encoded_raw_bytes = 0;  ///< values that the copy encodes, before it does
  // Only with a sample:
  std::uint64_t sample_bytes = 0;   ///< of these values, encoded for this; 0 without a sample
  std::uint64_t encoded_bytes = 0;  ///< predicted, of all that the copy encodes
  double cpu_seconds = 0;           ///< to decode and encode them, on one thread

  friend bool operator==(const ExpectedCopy&, const ExpectedCopy&) = default;
};

/// What became of one file.
struct FileCopy {
  enum class Outcome {
    planned,  ///< the file would be copied
    copied,
    kept,  ///< the copy would not be smaller, see CopyOptions::if_smaller
    skipped,
    left_out,  ///< in a folder: a file that is neither netCDF nor Zarr, a link, a device
    failed,
  };

  std::string input;
  /// Empty if the input is left out, or a file or folder of a tree that cannot be copied.
  std::string output;
  Outcome outcome = Outcome::copied;
  std::string failure;  ///< the message, if it failed, or why it is left out
  /// If it failed: "not found", "not netCDF", "missing filter", "unsupported", "corrupt", "io",
  /// "no space", "no permission", "usage", "internal", "memory", "crash", "timeout", "in use" (open
  /// for writing elsewhere, or changed while it was read), or "left out" (with `copy.strict`).
  std::string failure_kind;
  /// With `resume`, why an existing copy does not count: "other options", "another form of
  /// outputs", "the input has changed" and the like; empty if there is none, or it was skipped.
  std::string copied_again;
  std::vector<std::string> notes;   ///< what the user should know
  std::vector<std::string> absent;  ///< as in CopyPlan
  bool verified = false;            ///< the copy was read back and compared
  /// For a failure: the input's size if it is known, and 0. For a skipped file: the sizes of the
  /// input and of the existing copy. For a planned file, the output's is an estimate, and 0 if
  /// there is none.
  std::uint64_t input_bytes = 0;
  std::uint64_t output_bytes = 0;
  std::uint64_t peak_memory_bytes = 0;  ///< memory for the values of a planned copy
  ExpectedCopy expected;                ///< of a planned copy
  std::string input_sha256;             ///< hexadecimal; empty if unknown
  std::string output_sha256;            ///< likewise
  std::string options;  ///< those that affect the output, as a JSON object; empty if unknown
  double seconds = 0;
  std::chrono::system_clock::time_point ended{};
  std::size_t helpers = 0;  ///< other ranks of a run by MPI that shared the copy
};

/// What a plan expects of all copies together. The values of a few files are encoded as samples,
/// and the results apply to all files in proportion to the values that they encode.
struct CopyManyForecast {
  std::size_t sampled_files = 0;
  std::uint64_t sample_bytes = 0;       ///< values that were encoded for this
  std::uint64_t known_bytes = 0;        ///< as of ExpectedCopy
  std::uint64_t encoded_raw_bytes = 0;  ///< likewise
  /// The size of all outputs; empty if values are encoded and no file could be sampled.
  std::optional<std::uint64_t> output_bytes;
  /// How uncertain `output_bytes` is, as a part of it: two standard errors, because files differ.
  /// Empty if too few were sampled; 0 if all were.
  std::optional<double> uncertainty;
  double seconds = 0;  ///< to decode and encode on all threads; not to read or write
  std::uint64_t peak_memory_bytes = 0;  ///< for the values of all copies at a time
};

struct CopyManyReport {
  /// In the order of the inputs, and in a folder sorted by path; without those not started.
  std::vector<FileCopy> files;
  double seconds = 0;
  int rank = 0;  ///< of this process in a run by MPI; only rank 0 has files in its report
  // For plans only:
  CopyManyForecast forecast;
  std::size_t threads = 1;           ///< of all processes together
  std::size_t copies_at_a_time = 1;  ///< they share the threads

  [[nodiscard]] NCF_API std::size_t count(FileCopy::Outcome outcome) const noexcept;
};

/// The progress of a run.
struct CopyManyProgress {
  std::size_t files_done = 0;  ///< copied, skipped or failed
  std::size_t files = 0;
  std::size_t files_failed = 0;
  std::uint64_t bytes_done = 0;  ///< sizes of the inputs
  std::uint64_t bytes = 0;
  std::uint64_t bytes_skipped = 0;  ///< part of `bytes_done`
};

/// A copy in progress.
struct RunningCopy {
  std::string input;
  double seconds = 0;
};

/// Functions that are called during a run, on the thread that called `copy_many`. Each may be
/// empty.
struct CopyManyHandlers {
  std::function<void(const FileCopy&)> on_file;  ///< gets each file as soon as it is done
  /// Gets each file's line of the journal, even if there is no journal; it ends with a newline.
  std::function<void(const std::string&)> on_line;
  NoteHandler on_note;  ///< gets notes that are not about a single copy
  /// Is called at the beginning and after each file.
  std::function<void(const CopyManyProgress&)> on_progress;
  /// Is called a few times a second while files are copied.
  std::function<void(const std::vector<RunningCopy>&)> on_wait;
};

/// Copies files. The report has the failures of files. throws: Error(usage), before the first copy,
/// if two inputs have the same output, an output would be inside another, a copy would replace
/// another input, an input is `folder` itself or not below `relative_to`, `folder` cannot be made,
/// a pattern is malformed, or options contradict each other; Error(unsupported, io) if `mpi` is set
/// and MPI cannot be used; Error(io) if a journal cannot be used; Error(interrupted) when
/// `copy.stop` is requested.
NCF_API CopyManyReport copy_many(const CopyManyOptions& options,
                                 const CopyManyHandlers& handlers = {});

/// Formats a report for people and for programs; the text ends with a newline. width: as for one
/// file.
NCF_API std::string format_report(const CopyManyReport& report, std::size_t width = 0);
NCF_API std::string format_report_json(const CopyManyReport& report);

/// The numbers of files copied, skipped and failed, their bytes, and the failures by kind, as at
/// the end of `format_report`. The JSON also lists the failed files.
NCF_API std::string format_summary(const CopyManyReport& report);
NCF_API std::string format_summary_json(const CopyManyReport& report);

/// Formats the result of a plan: a line for each file, then the totals.
NCF_API std::string format_plan(const CopyManyReport& report, std::size_t width = 0);

/// "2 corrupt, 1 crash", the most frequent first; empty without failures.
NCF_API std::string describe_failures(const CopyManyReport& report);

/// The messages of failures, in the order of the files. Of messages that differ only in the names
/// of files, the first, with a few of the other names and the number of the rest.
NCF_API std::vector<std::string> list_failures(const CopyManyReport& report);

}  // namespace ncf
