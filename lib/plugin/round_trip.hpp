// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Encodes and decodes a chunk of numbers with a filter in a child process, so that a crash of the
// filter is just a result.
//
// Thread rule: as in ncf/plugins.hpp.
#pragma once

#include <array>
#include <string_view>

#include "base/memory/members.hpp"
#include "ncf/filter_spec.hpp"
#include "ncf/plugins.hpp"

namespace ncf {

constexpr auto names_of(TripResult /*any*/) {
  return std::to_array<std::string_view>({"exact", "near", "failed", "not tried"});
}

/// Those that a child process sends.
void fields(auto& archive, RoundTrip& trip) {
  archive("result", trip.result, "reason", trip.reason, "raw_bytes", trip.raw_bytes, "stored_bytes",
          trip.stored_bytes);
}

namespace plugin {

/// Tries a filter through libhdf5, in a file in memory. Filters that do not take floating-point
/// values get integers. The result is never `not_tried`.
RoundTrip try_with_libhdf5(const Filter& visible);

/// Does the same with the filter's kernel.
RoundTrip try_with_kernel(const Filter& visible);

}  // namespace plugin
}  // namespace ncf
