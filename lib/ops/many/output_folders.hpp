// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The folders of a tree's copy. Each is created when the first file is copied into it, and
// leftovers of killed runs in it are removed. Users who may not enter the folder of an input may
// not enter that of its copy.
#pragma once

#include <filesystem>
#include <set>
#include <vector>

#include "ncf/copy_many.hpp"
#include "ops/many/input_list.hpp"

namespace ncf::ops {

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
