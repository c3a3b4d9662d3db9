// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The state that the recording driver keeps for libhdf5.
#pragma once

#include "hdf5/library/calls.hpp"

#if H5_VERSION_GE(1, 13, 0)
#include <H5FDdevelop.h>
#endif

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "base/files/byte_source.hpp"
#include "base/files/descriptor.hpp"
#include "base/files/file_state.hpp"
#include "hdf5/recording/recording.hpp"

namespace ncf::hdf5 {

/// The bytes of a file on a server or in memory. In memory, they may be a copy of a file on disk.
using Bytes = std::shared_ptr<const base::ByteSource>;

/// libhdf5 reads this as an int, the descriptor, when it resolves a symbolic link to the file.
struct FileHandle {
  int descriptor;
  Recording* recording;
};
static_assert(offsetof(FileHandle, descriptor) == 0);

struct Recording : H5FD_t {
  /// flags: libhdf5's.
  Recording(const char* path, unsigned flags);
  /// path: of the file that the bytes are a copy of; null if they are not on disk.
  Recording(const char* path, Bytes elsewhere);

  [[nodiscard]] bool is_of_file() const noexcept { return file.id() >= 0; }

  base::Descriptor file;
  bool has_path;  ///< false, for example, for a deleted file that is open and named by /proc
  FileHandle handle;
  base::FileIdentity identity;
  Bytes bytes;  ///< instead of those of the file
  bool is_output = false;
  haddr_t end_of_addresses = 0;
  haddr_t end_of_file;  ///< after everything noted is written
  std::shared_ptr<FailedWrite> failed_write = std::make_shared<FailedWrite>();
  const void* noted_memory = nullptr;  ///< null outside of a `Noting`
  std::optional<model::FileRange> transfer;
  bool notes_metadata = true;
  std::vector<model::FileRange> metadata_reads;
};

}  // namespace ncf::hdf5
