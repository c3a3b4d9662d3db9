// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Finds existing names that a misspelt one may mean, for messages. Pure functions, any thread.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace ncf::base {

/// Returns the names nearest to `name` as indices of `known`, a few at most; empty if none is near.
/// Letters to insert, remove or replace count as wrong; letter case does not matter.
/// most_wrong: the maximum number of wrong letters in a near name.
[[nodiscard]] std::vector<std::size_t> find_similar(std::string_view name,
                                                    std::span<const std::string_view> known,
                                                    std::size_t most_wrong);

}  // namespace ncf::base
