// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The outputs of a run over many files: their names, which must not conflict with each other or
// with inputs, and their folders. Each folder is created when the first file is copied into it, and
// leftovers of killed runs in it are removed. Users who may not enter the folder of an input may
// not enter that of its copy.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "ncf/copy_many.hpp"
#include "ops/many/input_list.hpp"

namespace ncf::ops {

/// Checks the places of outputs in a folder. throws: Error(usage) if two inputs have the same
/// output, or one output is inside another, leads to the place of another through a link, or would
/// replace the input of another.
void require_distinct_outputs(const std::filesystem::path& folder,
                              const std::vector<ListedFile>& files);

/// The file name of a copy, made from that of its input: `--rename`. In the pattern, {name} is the
/// input's name without its suffix, and {suffix} the suffix with its dot, empty if there is none:
///
///   {name}{suffix}          the input's name, the default
///   {name}_zstd{suffix}     a.nc -> a_zstd.nc
///   {name}.zarr             a.nc -> a.zarr
///
/// Immutable; any thread.
class OutputName {
 public:
  /// pattern: empty for the default. throws: Error(usage) for a pattern without {name}, with a "/",
  /// or with other braces.
  explicit OutputName(const std::string& pattern);

  /// Returns the name of an output. path: relative; only its last part changes.
  [[nodiscard]] std::filesystem::path of(const std::filesystem::path& path) const;

 private:
  std::string pattern_;
};

/// Returns a path from the root, without "." and "..", and without a slash at the end.
[[nodiscard]] std::filesystem::path whole_path(const std::string& path);

/// Makes the folder for all outputs, if there is none; its parent must exist. Returns whether it is
/// new. throws: Error(io).
bool make_output_folder(const std::filesystem::path& folder);

class OutputFolders {
 public:
  /// folder: must exist.
  explicit OutputFolders(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// Prepares the folder of an output, and makes those above it below the output folder.
  /// name: of the output, below the output folder. input: a whole, lexically normal path.
  /// throws: Error(io).
  void prepare_for(const std::filesystem::path& name, const std::filesystem::path& input);

  /// Clears one existing folder, once.
  void clear(const std::filesystem::path& folder);

 private:
  std::filesystem::path folder_;
  std::set<std::filesystem::path> ready_;  ///< names below the output folder
  std::set<std::filesystem::path> cleared_;
};

/// Looks for orphans in the folders of all outputs; removes them if the options say so, and notes
/// them.
void handle_orphans(const CopyManyOptions& options, const std::vector<ListedFile>& files,
                    const NoteHandler& on_note);

}  // namespace ncf::ops
