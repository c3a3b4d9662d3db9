// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Copying many files in one go, each under its own name into a folder. libhdf5 works on one file at
// a time in a process, so each file is copied by a process of its own, as many at a time as there
// are processors.
//
//   ncf::CopyManyOptions options;
//   options.inputs = {"a.nc", "b.nc"};
//   options.folder = "compressed";
//   options.copy.filters = {"*,shuffle|zstd,3"};
//   const ncf::CopyManyReport report = ncf::copy_many(options);
//
// Each output appears whole or not at all. One that fails keeps no other from being made. Several
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

namespace ncf {

struct CopyManyOptions {
  CopyOptions copy;                 ///< for every file; `input` and `output` are not looked at
  std::vector<std::string> inputs;  ///< paths or URLs, each with a name of its own
  std::string folder;               ///< that exists
  /// A copy that an earlier run made of the same input with the same options is left as it is, if
  /// the folder's journal says so and input and copy are what they were then. With `copy.verify`
  /// it is compared with the input all the same. With `copy.follow_external` nothing is recorded,
  /// as the other files may change: every copy is made again.
  bool resume = false;
};

/// What became of one file.
struct FileCopy {
  enum class Outcome { copied, skipped, failed };

  std::string input;
  std::string output;
  Outcome outcome = Outcome::copied;
  std::string failure;             ///< of one that failed
  std::vector<std::string> notes;  ///< what the user should know and did not ask
  std::uint64_t input_bytes = 0;
  std::uint64_t output_bytes = 0;
  std::chrono::duration<double> elapsed{};
};

struct CopyManyReport {
  std::vector<FileCopy> files;  ///< in the order of the inputs
  std::chrono::duration<double> elapsed{};

  [[nodiscard]] NCF_API std::size_t count(FileCopy::Outcome outcome) const noexcept;
};

/// Called with each file as it is done, in the order in which they end.
using FileCopyHandler = std::function<void(const FileCopy&)>;

/// on_note: is called at once with what concerns no single file.
/// throws: Error(usage) where two inputs have one name, or the folder is none; Error(interrupted)
/// when `copy.stop` is requested. What is wrong with a file is in the report.
NCF_API CopyManyReport copy_many(const CopyManyOptions& options,
                                 const FileCopyHandler& on_file = {},
                                 const NoteHandler& on_note = {});

/// Texts for people and for programs, ending in a newline. width: as for one file.
NCF_API std::string format_report(const CopyManyReport& report, std::size_t width = 0);
NCF_API std::string format_report_json(const CopyManyReport& report);

}  // namespace ncf
