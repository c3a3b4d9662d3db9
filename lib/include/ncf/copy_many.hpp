// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Copies many files and trees of files into a folder, each file under its own name or path, or
// replaces each by its copy. libhdf5
// works on one file at a time in a process, so each file is copied by a process of its own, as many
// at a time as there are threads.
//
//   ncf::CopyManyOptions options;
//   options.inputs = {"a.nc", "b.nc"};
//   options.folder = "compressed";
//   options.copy.filters = {"*,shuffle|zstd,3"};
//   const ncf::CopyManyReport report = ncf::copy_many(options);
//
// Each output appears whole or not at all. A failed copy does not stop the others. Several
// runs may be at work on a folder: an output that one of them makes, the others leave to it. What
// was copied is recorded in a hidden file of the folder, which may be removed when no run is at
// work: `resume` then copies everything again.
// Call it where no file is open in libhdf5 or libnetcdf: the process forks.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "ncf/copy.hpp"
#include "ncf/export.hpp"
#include "ncf/mpi.hpp"

namespace ncf {

struct CopyManyOptions {
  /// For every file; `input` and `output` are not looked at. With `in_place`, inputs are files and
  /// trees of files, and of the options below only `include`, `exclude`, `journal`, `checksums`,
  /// `resume` and those of the run may be set.
  CopyOptions copy;
  /// Files, Zarr stores and URLs, each with a name of its own, and folders: the netCDF files and
  /// Zarr stores in them and below are copied, and keep their paths below the folder. A file is
  /// netCDF by its contents, not by its name. Links in folders are not followed.
  std::vector<std::string> inputs;
  std::string folder;  ///< that exists. Where it lies in an input folder, it is no input
  /// Which paths in input folders are selected. A pattern with "/" applies to paths below the input
  /// folder, one without to names; `*`, `?`, `[...]` and `**` are as in grammar/filter-spec.ebnf.
  std::vector<std::string> include;  ///< files must match one of these, if there are any
  std::vector<std::string> exclude;  ///< files and folders that match are left out
  bool copies_others = false;        ///< other files of input folders are copied too, byte for byte
  /// All inputs lie below this folder, and outputs keep their paths below it. Empty: outputs have
  /// their input's name, or its path below an input folder. With it, no input is a URL.
  std::string relative_to;
  /// The name of an output, for example "{name}.zarr" or "{name}_zstd{suffix}"; empty: the input's.
  std::string rename;
  /// A copy that an earlier run made of the same input with the same options is left as it is, if
  /// the folder's journal says so and input and copy are what they were then. With `copy.verify`
  /// it is compared with the input all the same. With `copy.follow_external` nothing is recorded,
  /// as the other files may change: every copy is made again. With `copy.in_place` this is what
  /// `journal` says, which must be named.
  bool resume = false;
  /// A file that gets a line for each file as soon as it is done, see ncf/journal.hpp. Empty: none.
  std::string journal;
  bool checksums = false;  ///< SHA-256 of each input and its copy, in the journal and the report

  /// Nothing is copied: for each file it is found out what would become of it, and what memory its
  /// copy would take. No file or folder is made.
  bool plan = false;
  // Of the run:
  /// The run is made by all processes that mpirun started, which call `copy_many` with the same
  /// options and see the same files: rank 0 hands them out, largest first, records and reports;
  /// each process copies one at a time. `copy.threads` and `copy.max_memory_bytes` are then those
  /// of a process; its share of the machine if empty.
  std::optional<MpiLibrary> mpi;
  /// How many files are copied at a time; they share threads and memory. Empty: as many as threads.
  std::optional<std::size_t> jobs;
  std::optional<std::size_t> stop_after;  ///< failures, after which no other copy is begun
  /// A copy that takes longer fails. Empty: any time.
  std::optional<std::chrono::duration<double>> file_timeout;

  friend bool operator==(const CopyManyOptions&, const CopyManyOptions&) = default;
};

/// What became of one file.
struct FileCopy {
  enum class Outcome {
    planned,  ///< it would be copied
    copied,
    kept,  ///< the copy would not be smaller, see CopyOptions::if_smaller
    skipped,
    failed,
  };

  std::string input;
  std::string output;  ///< empty if the input is a file or folder of a tree that cannot be read
  Outcome outcome = Outcome::copied;
  std::string failure;  ///< of one that failed
  /// Of one that failed: "not found", "unsupported", "corrupt", "io", "usage", "internal",
  /// "memory", "crash", "timeout" or "in use" (open for writing elsewhere, or changed while it was
  /// read).
  std::string failure_kind;
  std::vector<std::string> notes;  ///< what the user should know and did not ask
  bool is_verified = false;        ///< the copy was read back and compared
  /// Of a failure 0. Of what was skipped: of the input, and of the copy that was there.
  std::uint64_t input_bytes = 0;
  std::uint64_t output_bytes = 0;
  std::uint64_t peak_memory_bytes = 0;  ///< for values, of a copy that is planned
  std::string input_sha256;             ///< hexadecimal; empty if unknown
  std::string output_sha256;            ///< likewise
  std::string options;  ///< what the output depends on, as a JSON object; empty if unknown
  std::chrono::duration<double> elapsed{};
  std::chrono::system_clock::time_point ended{};
};

struct CopyManyReport {
  /// In the order of the inputs, and of a folder sorted by path; without those that were not begun.
  std::vector<FileCopy> files;
  std::chrono::duration<double> elapsed{};
  int rank = 0;  ///< of this process in a run by MPI; only rank 0 has files in its report

  [[nodiscard]] NCF_API std::size_t count(FileCopy::Outcome outcome) const noexcept;
};

/// How far a run is.
struct CopyManyProgress {
  std::size_t files_done = 0;  ///< copied, skipped or failed
  std::size_t files = 0;
  std::size_t files_failed = 0;
  std::uint64_t bytes_done = 0;  ///< sizes of the inputs
  std::uint64_t bytes = 0;
  std::uint64_t bytes_skipped = 0;  ///< of those done
};

/// A copy that is being made.
struct RunningCopy {
  std::string input;
  std::chrono::duration<double> elapsed{};
};

/// What is called meanwhile, on the thread that called `copy_many`. Each may be empty.
struct CopyManyHandlers {
  std::function<void(const FileCopy&)> on_file;  ///< as it is done, in the order in which they end
  /// With each file's line of the journal, whether there is a journal or not; ends in a newline.
  std::function<void(const std::string&)> on_line;
  NoteHandler on_note;  ///< with what concerns no single copy
  /// At the beginning and after each file.
  std::function<void(const CopyManyProgress&)> on_progress;
  /// A few times a second while files are copied.
  std::function<void(const std::vector<RunningCopy>&)> on_wait;
};

/// throws: Error(usage), before the first copy, if two inputs have one output, an output would lie
/// in another, a copy would replace another input, an input is `folder` itself or does not lie
/// below `relative_to`, `folder` does not exist, a pattern is malformed, or options contradict;
/// Error(unsupported, io) without MPI;
/// Error(io) if a journal cannot be used; Error(interrupted) when `copy.stop` is requested. What is
/// wrong with a file is in the report.
NCF_API CopyManyReport copy_many(const CopyManyOptions& options,
                                 const CopyManyHandlers& handlers = {});

/// Texts for people and for programs, ending in a newline. width: as for one file.
NCF_API std::string format_report(const CopyManyReport& report, std::size_t width = 0);
NCF_API std::string format_report_json(const CopyManyReport& report);

/// How many files were copied, skipped and failed, their bytes, and the failures by kind: what
/// `format_report` ends with. With it, programs get the failed files.
NCF_API std::string format_summary(const CopyManyReport& report);
NCF_API std::string format_summary_json(const CopyManyReport& report);

/// The result of a plan: a line for each file, then the totals.
NCF_API std::string format_plan(const CopyManyReport& report, std::size_t width = 0);

/// "2 corrupt, 1 crash", the most frequent first; empty without failures.
NCF_API std::string describe_failures(const CopyManyReport& report);

}  // namespace ncf
