// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The input of a copy that takes its place. It must have no other name, and no other program may
// write to it: what that wrote after the copy would be lost.
//
// Writers of HDF5 lock their files; for other files, the system knows in most cases whether one is
// open for writing on this machine. A change of the file while it is read is always noticed.
#pragma once

#include <filesystem>

#include "base/descriptor.hpp"
#include "base/watched_file.hpp"

namespace ncf::ops {

class ReplacedInput {
 public:
  /// To be made before the input is read. path: without links. throws: Error(unsupported) for a
  /// folder and for a file with several names; base::BusyFile; Error(io).
  explicit ReplacedInput(const std::filesystem::path& path);

  /// Keeps programs that lock their files from opening it for writing, while this object lives. To
  /// be called when libhdf5 has closed the input, and before the copy takes its place.
  /// throws: base::BusyFile; Error(io).
  void lock();

 private:
  void require_no_writer() const;

  base::WatchedFile watched_;
  base::Descriptor file_;
};

}  // namespace ncf::ops
