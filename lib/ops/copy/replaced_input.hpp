// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The input of a copy that replaces it. It must have no other name, and no other program may write
// to it, because what is written after the copy would be lost.
//
// HDF5 locks files that it writes; for other files, the system knows in most cases whether one is
// open for writing on this machine. A change of the file while it is read is always noticed.
#pragma once

#include <ctime>
#include <filesystem>

#include "base/files/descriptor.hpp"
#include "base/files/file_state.hpp"

namespace ncf::ops {

class ReplacedInput {
 public:
  /// Create it before the input is read. path: without links. throws: Error(unsupported) for a
  /// folder and for a file with several names; base::BusyFile; Error(io).
  explicit ReplacedInput(const std::filesystem::path& path);

  /// Prevents programs that lock their files from opening the input for writing while this object
  /// exists. Call it when libhdf5 has closed the input, and before the copy replaces it.
  /// throws: base::BusyFile; Error(io).
  void lock();
  /// Does the same, as far as possible, when the name leads to the copy. path: the present path of
  /// the file.
  void require_unchanged(const std::filesystem::path& path) const;

 private:
  void require_no_writer() const;

  base::WatchedFile watched_;
  base::Descriptor file_;
  timespec changed_{};  ///< also changes if the time of modification is set back
};

}  // namespace ncf::ops
