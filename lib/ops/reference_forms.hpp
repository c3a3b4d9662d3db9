// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Which ranges of a netCDF file are chunks to a reader of references. I/O thread only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "model/source.hpp"
#include "model/stored_form.hpp"

namespace ncf::ops {

/// As a file has the values of each variable, of which the records of a classic file are chunks.
std::vector<model::StoredForm> reference_forms(model::Source& input);

/// The chunks of a variable that is not held in the text. Contiguous values are one chunk, or one
/// per row if that would be too large or if the first axis is `joined_axis`: any number of rows can
/// be followed by those of another file.
std::vector<std::size_t> reference_chunks(const model::StoredForm& form,
                                          std::optional<std::size_t> joined_axis);

/// Whether values are stored in the text itself: they cannot be read from the file, or are so few
/// that this takes longer.
bool is_held_in_text(const model::StoredForm& form, std::uint64_t values);

}  // namespace ncf::ops
