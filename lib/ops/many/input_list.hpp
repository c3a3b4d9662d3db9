// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Lists the files that a run over many files copies, and their outputs. Everything is decided
// before the first copy begins, so that two inputs with the same name are found first.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/files/file_state.hpp"
#include "ncf/copy_many.hpp"

namespace ncf::ops {

struct ListedFile {
  /// Has failed if the input cannot be copied, or is left out. Shows no secrets of URLs.
  FileCopy file;
  std::string input;           ///< as written
  std::filesystem::path name;  ///< of the output, below the output folder; empty in place
  /// Absolute paths. Links are resolved in the input's path, which is empty if it is not local, and
  /// in the output folder's.
  std::filesystem::path input_path;
  std::filesystem::path output_path;
  bool is_dataset = true;          ///< if not, it is copied byte for byte
  std::uint64_t listed_bytes = 0;  ///< of the input when it was listed, which progress counts
  // Set when its turn comes:
  /// The state before the copy; empty for inputs that are not local or not accessible, and with
  /// `follow_external`, because a file's state does not cover other files that contain its values.
  std::optional<base::FileState> input_state;
  bool has_copy = false;       ///< which is to be verified
  bool takes_samples = false;  ///< for a plan, which estimates the output's size
  bool is_done = false;        ///< it was copied, kept, skipped or left out, or has failed

  /// Returns whether the input is left out or has failed.
  [[nodiscard]] bool is_not_copied() const noexcept {
    return file.outcome == FileCopy::Outcome::failed || file.outcome == FileCopy::Outcome::left_out;
  }
};

/// Lists the files. on_note: called with links and the like that are left out, and with the number
/// of other files that are. throws: Error(usage) if two inputs have one name, if a copy would
/// replace another input, if the output folder does not exist, or for a malformed pattern.
[[nodiscard]] std::vector<ListedFile> list_files(const CopyManyOptions& options,
                                                 const NoteHandler& on_note);

}  // namespace ncf::ops
