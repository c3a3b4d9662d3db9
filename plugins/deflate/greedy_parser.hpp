// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "deflate/cost.hpp"
#include "deflate/history.hpp"
#include "deflate/parse.hpp"

namespace ncf::plugins::deflate {

/// Looks for matches fast, and adds the segment to `parse`. Candidates are the last position with
/// the same five bytes, which is preferred, and the last two with the same three. A match is taken
/// at once if it saves anything. In noise with few and short matches, this finds as much as a
/// thorough search. throws: std::bad_alloc.
void parse_greedily(const Segment& segment, const LiteralCosts& costs, History& history,
                    Parse& parse);

}  // namespace ncf::plugins::deflate
