// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Joins several sources along a dimension: `--concat`. I/O thread only.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "ops/views/view_maker.hpp"

namespace ncf::ops {

/// What is joined.
struct JoinRequest {
  std::string dimension;
  const std::vector<std::string>& names;  ///< of the sources in the pool
  /// Returns what is joined of one source, before anything else is done to it.
  std::function<model::ViewDefinition(model::Source& source, std::size_t number)> view_of;
  KeepVariables keep;         ///< as of make_joined_view
  bool skip_present = false;  ///< as in ViewOptions
};

/// Joins all sources of a pool, in the order of the dimension's values, or in that of the names if
/// it has none. notes: gets gaps, and attributes that differ. throws: Error(unsupported) naming the
/// source if values overlap or are not monotonic, or if something differs along which the sources
/// are not joined.
[[nodiscard]] ViewInMaking join(const JoinRequest& request, std::shared_ptr<model::SourcePool> pool,
                                std::vector<std::string>& notes);

}  // namespace ncf::ops
