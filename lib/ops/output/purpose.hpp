// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What communities ask of the files that they share: a table of rules, and what a rule means for
// the variables of a file. Pure functions, any thread.
// source: README of NCAS-CMS/cmip7_repack, for CMIP7
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/schema/schema.hpp"

namespace ncf::ops {

/// A variable that a rule is about: the time at the root; its bounds; the variable that the global
/// attribute `variable_id` names.
enum class Role { time, time_bounds, data };

struct ChunkRule {
  Role role = Role::data;
  /// The least bytes of a chunk, decoded, if there are several; 0 if there must be only one.
  std::uint64_t least_bytes = 0;
};

/// What a purpose asks of a file.
struct PurposeRules {
  std::string_view name;
  model::RequestedLayout layout;
  std::span<const ChunkRule> chunks;
  std::string_view filters;  ///< of variables that get other chunks, as a spec
};

/// A purpose as requested.
struct Purpose {
  const PurposeRules& rules;
  std::optional<std::uint64_t> chunk_bytes;  ///< the least bytes of chunks of data, if larger
};

/// Parses "cmip7" or "cmip7=8MiB". throws: Error(usage), also for chunks that are too small.
[[nodiscard]] Purpose parse_purpose(const std::string& text);

/// A variable whose chunks break a rule.
struct UnfitChunks {
  model::VariableId variable = 0;
  std::vector<std::size_t> shape;  ///< that obeys the rule
  std::string why;                 ///< "has 1800 chunks instead of one"
};

/// Returns the variables whose chunks break a rule of the purpose. Chunks grow along the first
/// dimension and, only where it is too short, along the next.
[[nodiscard]] std::vector<UnfitChunks> find_unfit_chunks(const Purpose& purpose,
                                                         const model::Schema& schema);

}  // namespace ncf::ops
