// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "deflate/cost.hpp"
#include "deflate/history.hpp"
#include "deflate/parse.hpp"

namespace ncf::plugins::deflate {

/// Looks for matches fast, and adds the segment to `parse`: at each position the last one with the
/// same five bytes is tried, failing that the last two with the same three, and what is found is
/// taken at once where it saves anything. In noise with few and short matches that finds what a
/// thorough search does. throws: std::bad_alloc.
void parse_greedily(const Segment& segment, const LiteralCosts& costs, History& history,
                    Parse& parse);

}  // namespace ncf::plugins::deflate
