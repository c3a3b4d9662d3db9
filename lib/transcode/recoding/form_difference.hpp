// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Whether stored bytes mean the same in two files, one of which may be an output that is read back.
// Pure functions, any thread; those that read an output, on the I/O thread.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/dataset/source.hpp"
#include "model/dataset/stored_form.hpp"
#include "ncf/error.hpp"

namespace ncf::transcode {

/// Returns why stored bytes of this form never mean the same in another file, as text for a report;
/// empty if they may.
[[nodiscard]] std::optional<std::string> why_not_as_stored(const model::StoredForm& form);

/// Returns why values cannot be moved between the forms at all, as text for a report; empty if they
/// can.
[[nodiscard]] std::optional<std::string> why_not_movable(const model::StoredForm& from,
                                                         const model::StoredForm& to);

/// Returns how the meaning of a stored chunk, or of elements without chunks, differs between the
/// forms, as text for a report; empty if it does not.
[[nodiscard]] std::optional<std::string> difference_of_bytes(const model::StoredForm& from,
                                                             const model::StoredForm& to);

/// Returns why the stored bytes of `from` would not mean the same in `to`, as text for a report;
/// empty if they would. Missing chunks stay missing, so both sides must read the same there, unless
/// no chunk is missing. `stored_chunk_count`, of `from`, is called only if that matters.
[[nodiscard]] std::optional<std::string> why_not_passthrough(
    const model::StoredForm& from, const model::StoredForm& to,
    const std::function<std::size_t()>& stored_chunk_count);

/// Returns the error for an input whose chunk count exceeds the chunks found: the file changed
/// meanwhile, or its index is damaged. The missing ones would silently read as fill values.
[[nodiscard]] inline Error missing_chunks(std::size_t count) {
  return Error(ErrorCode::io, fmt::format("{} of its chunks cannot be found", count));
}

// ---- Outputs that are read back -----------------------------------------------------------------

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
