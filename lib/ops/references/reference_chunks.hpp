// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Which ranges of a netCDF file are chunks to a reader of references.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "model/dataset/source.hpp"
#include "model/dataset/stored_form.hpp"

namespace ncf::ops {

/// Returns the stored form of a variable, with the records of a classic file as chunks.
[[nodiscard]] model::StoredForm reference_form(model::Source& input, model::VariableId id);

/// Returns the chunks of a variable that is not held in the text. Contiguous values are one chunk,
/// or several of equal size if that would be too large. If the first axis is `joined_axis`, each
/// row is a chunk, so that the rows of another file can follow after any number of rows.
///
/// throws: Error(unsupported) if too many chunks would be needed.
[[nodiscard]] std::vector<std::size_t> reference_chunks(const model::StoredForm& form,
                                                        std::optional<std::size_t> joined_axis);

/// Returns whether values are stored in the text itself: they cannot be read from the file, or are
/// so few that this takes longer.
[[nodiscard]] bool is_held_in_text(const model::StoredForm& form, std::uint64_t values);

}  // namespace ncf::ops
