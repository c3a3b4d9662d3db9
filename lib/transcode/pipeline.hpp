// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Recodes variables, every core busy and memory bounded. The thread that calls is the I/O thread:
// it alone reads the input and makes room in the output. Worker threads decode source chunks into
// the tile being put together and, when it is whole, encode its target chunks. These are given
// their room in the order of the variables and of their chunks, so that the output is the same for
// any number of threads, and written by workers.
//
// Where a filter can encode in several ways, a variable's first tile chooses one by its first
// chunk. Tiles that are whole before wait, outside the pool, until that is known.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "model/target.hpp"
#include "transcode/read_back.hpp"
#include "transcode/recoding.hpp"

namespace ncf::transcode {

/// Recodes all variables. `plan` is plan_recodings's of these recodings. In the output, nothing was
/// written to the variables before.
/// on_written: called on the I/O thread with the bytes of values, decoded, that were written.
/// Returns, for each recoding, by which of several encoders its chunks were encoded, in words;
/// empty where there is no choice. throws: Error, among others when a stop is requested.
std::vector<std::string> recode(const std::vector<Recoding>& recodings, const RecodingPlan& plan,
                                model::Source& input, model::Target& output,
                                const std::function<void(std::uint64_t)>& on_written = {});

/// Reads the output back, and compares it with what recoding the input gives now.
/// is_wanted: of which recodings.
/// Returns the output's variables whose values break the bound of their filters.
/// throws: Error(corrupt) naming variable and chunk where values differ otherwise.
[[nodiscard]] Excesses verify_recoded(const std::vector<Recoding>& recodings,
                                      const RecodingPlan& plan, model::Source& input,
                                      const ReadBack& output,
                                      const std::function<bool(const Recoding&)>& is_wanted,
                                      const std::function<void(std::uint64_t)>& on_verified = {});

}  // namespace ncf::transcode
