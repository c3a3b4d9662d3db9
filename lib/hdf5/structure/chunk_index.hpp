// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads the index of a dataset's chunks from the file, in time that follows what is stored. libhdf5
// looks at every chunk that an array has room for, believes whatever an index says, and lists
// chunks in quadratic time before 1.14. I/O thread only.
#pragma once

#include <hdf5.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "model/dataset/file_layout.hpp"
#include "model/dataset/stored_form.hpp"

namespace ncf::hdf5 {

/// Gets the position of the first element of a stored chunk, and the chunk's place in the file.
using ChunkVisitor =
    std::function<void(std::span<const std::size_t> offset, const model::FileRange& place)>;

/// Visits the stored chunks of a dataset in the order of their index. dataset: chunked, of this
/// form, in a file that was opened with the recording driver to be read. Returns the places that
/// were read: the index and the object header that refers to it. throws: Error(corrupt) for a
/// damaged index; Error(unsupported) for one that is newer than this library; Error(io),
/// Error(interrupted).
std::vector<model::FileRange> visit_stored_chunks(hid_t dataset, const model::StoredForm& form,
                                                  const ChunkVisitor& visit);

/// The stored chunks together.
struct StoredAmount {
  std::uint64_t chunks = 0;
  std::uint64_t bytes = 0;
};

/// Counts the stored chunks of such a dataset, without a visit to each if all are stored.
[[nodiscard]] StoredAmount count_stored_chunks(hid_t dataset, const model::StoredForm& form);

}  // namespace ncf::hdf5
