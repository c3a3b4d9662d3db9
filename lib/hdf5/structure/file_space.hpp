// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// How a file manages its space, and where it has metadata and values. I/O thread only.
// source: HDF5 reference manual, H5Pset_file_space_strategy; HDF5 file format specification 3.0,
// "File Space Info Message"
#pragma once

#include <hdf5.h>

#include <cstddef>
#include <vector>

#include "model/dataset/file_layout.hpp"
#include "model/dataset/stored_form.hpp"

namespace ncf::hdf5 {

/// Begins the layout of an open file: its strategy, and the metadata that were read to open it.
/// throws: Error.
[[nodiscard]] model::FileLayout begin_layout(hid_t file, std::vector<model::FileRange> metadata);

/// Adds the index of a dataset of this form and the places of its values; see model::tidy. The
/// dataset must be in the file, which was opened with the recording driver to be read. throws: as
/// visit_stored_chunks.
void add_to_layout(hid_t dataset, const model::StoredForm& form, std::size_t variable,
                   model::FileLayout& file);

}  // namespace ncf::hdf5
