// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Where a dataset's object header says its index of chunks is, which libhdf5 tells nobody.
// source: HDF5 file format specification 3.0, IV.A.1, "Data Object Headers", and IV.A.2.i, "The
// Data Layout Message"; HDF5 2.0 for version 5 of the message
#pragma once

#include <cstdint>
#include <optional>

#include "hdf5/structure/index_file.hpp"

namespace ncf::hdf5 {

enum class IndexKind { btree_v1, single_chunk, implicit, fixed_array, extensible_array, btree_v2 };

struct ChunkLayout {
  IndexKind kind = IndexKind::btree_v1;
  /// Of the index, or of the first chunk if it is a single one or implicit. Empty if nothing was
  /// written.
  std::optional<std::uint64_t> address;
  std::optional<std::uint64_t> single_chunk_bytes;  ///< of a filtered single chunk
};

/// header: the address of the object header of a chunked dataset. throws: Error(corrupt);
/// Error(unsupported) for an index that is newer than this library.
[[nodiscard]] ChunkLayout read_chunk_layout(IndexFile& file, std::uint64_t header);

}  // namespace ncf::hdf5
