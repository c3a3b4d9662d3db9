// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A chunk of numbers through a filter and back, in a child process, so that a filter that crashes
// is a result.
//
// Thread rule: as ncf/plugins.hpp.
#pragma once

#include "ncf/filter_spec.hpp"
#include "ncf/plugins.hpp"

namespace ncf::plugin {

/// Through libhdf5, in a file in memory. Filters that are not for floating values get whole ones.
/// Never `not_tried`.
RoundTrip try_with_libhdf5(const Filter& visible);

/// By the filter's kernel; likewise.
RoundTrip try_with_kernel(const Filter& visible);

}  // namespace ncf::plugin
