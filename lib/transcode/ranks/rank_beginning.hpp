// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// How the other processes that share a copy begin: each joins, unless it takes part from the
// beginning, waits until rank 0 tells it what to work on (OtherRanks::begin), and may refuse.
#pragma once

#include <optional>
#include <string>

#include "mpi/ranks.hpp"
#include "ncf/error.hpp"

namespace ncf::transcode {

/// Waits for the text with which rank 0 begins; empty if there is no work.
///
/// throws: Error(interrupted).
[[nodiscard]] std::optional<std::string> await_begin(mpi::Ranks& ranks);

/// Tells rank 0 that this process cannot work. throws: Error(interrupted).
void refuse_to_begin(mpi::Ranks& ranks, const Error& why);

}  // namespace ncf::transcode
