// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "deflate/cost.hpp"
#include "deflate/history.hpp"
#include "deflate/parse.hpp"

namespace ncf::plugins::deflate {

/// Looks for matches fast, and adds the segment to `parse`: where one of the last two positions
/// with the same three bytes is one, the last one with the same five is preferred to it, and what
/// is found is taken at once where it saves anything. In noise with few and short matches that
/// finds what a thorough search does. throws: std::bad_alloc.
void parse_greedily(const Segment& segment, const LiteralCosts& costs, History& history,
                    Parse& parse);

}  // namespace ncf::plugins::deflate
