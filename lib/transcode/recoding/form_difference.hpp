// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Whether stored bytes mean the same in two files. Pure functions, any thread.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include "model/dataset/stored_form.hpp"

namespace ncf::transcode {

/// Returns why stored bytes of this form never mean the same in another file, as text for a report;
/// empty if they may.
[[nodiscard]] std::optional<std::string> why_not_as_stored(const model::StoredForm& form);

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

}  // namespace ncf::transcode
