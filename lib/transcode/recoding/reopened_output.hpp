// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What was written, read back: an output that is open again, and the comparison of its bytes.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "model/dataset/source.hpp"

namespace ncf::transcode {

/// An output opened again for reading.
struct ReopenedOutput {
  model::Source& source;
  std::vector<model::VariableId> ids;  ///< the output's variable for each of the target's
};

/// Chunks are compared by the form in which they were written, so readers must find a form in which
/// the same bytes have the same meaning.
/// variable: of the target. throws: Error(corrupt) naming the variable and the difference.
void require_same_form(const ReopenedOutput& output, model::VariableId variable,
                       const model::StoredForm& written);

inline constexpr const char* not_as_written =
    "does not read back as it was written; the disk, the memory or a filter is faulty";

/// Returns whether all elements equal `value`.
[[nodiscard]] bool is_filled_with(std::span<const std::byte> value,
                                  std::span<const std::byte> elements);

/// Compares bytes. throws: Error(corrupt) if they differ.
void require_equal(std::span<const std::byte> written, std::span<const std::byte> read);

}  // namespace ncf::transcode
