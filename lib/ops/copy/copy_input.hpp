// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What a copy reads: one input, or several that are joined, as the view that the options make, and
// other files with objects or values of them. A copy of what changes while it is read would be of
// no use, so all of them are watched. I/O thread only.
#pragma once

#include <cstdint>
#include <ctime>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/files/descriptor.hpp"
#include "base/files/file_state.hpp"
#include "store/open/input.hpp"

namespace ncf::ops {

struct CopyDecision;

/// A file, folder or store, and what shows whether it changes.
struct InputFile {
  std::string name;  ///< as the user wrote it
  store::Input found = {};
  std::uint64_t bytes = 0;                        ///< of its files, before it was opened
  std::optional<base::WatchedFile> watched = {};  ///< if it is a local file
  std::optional<base::FileState> folder = {};     ///< if it is a local folder
};

/// Opens the input, and keeps what shows whether it changes. The decision has its place.
/// throws: Error, also if the output would replace a file that is read.
void open_input(CopyDecision& decision);

/// Watches the other files with values to copy, and finds who may read all of them.
void watch_other_files(CopyDecision& decision);

/// throws: base::BusyFile naming what has changed since it was opened.
void require_inputs_unchanged(const CopyDecision& decision);

/// Returns the files besides the input that exist, those that its references name, and those that
/// model::Source::other_files returned for links, external storage or virtual datasets. found: the
/// input. follow_external: as in CopyOptions.
[[nodiscard]] std::vector<std::filesystem::path> find_other_files(
    const store::Input& found, bool follow_external, const std::set<std::string>& of_source);

/// The input of a copy that replaces it. It must have no other name, and no other program may write
/// to it, because what is written after the copy would be lost.
///
/// HDF5 locks files that it writes; for other files, the system knows in most cases whether one is
/// open for writing on this machine. A change of the file while it is read is always noticed.
class ReplacedInput {
 public:
  /// Create it before the input is read. path: without links. throws: Error(unsupported) for a
  /// folder and for a file with several names; base::BusyFile; Error(io).
  explicit ReplacedInput(const std::filesystem::path& path);

  /// Requires an unchanged input, and prevents programs that lock their files from opening it for
  /// writing while this object exists. Call it when libhdf5 has closed the input, and before the
  /// copy replaces it.
  /// throws: base::BusyFile; Error(io).
  void lock();
  /// Requires, as far as possible, that the input is unchanged and that no program has it open for
  /// writing, also when its name already leads to the copy. path: the present path of the file.
  /// throws: base::BusyFile; Error(io).
  void require_unchanged(const std::filesystem::path& path) const;

 private:
  void require_no_writer() const;

  base::WatchedFile watched_;
  base::Descriptor file_;
  timespec changed_{};  ///< also changes if the time of modification is set back
};

}  // namespace ncf::ops
