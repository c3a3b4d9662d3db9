// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What the options of a copy request, before any file is opened. Pure; any thread.
#pragma once

#include <string>
#include <vector>

#include "ncf/copy.hpp"
#include "ops/filters/filter_choice.hpp"
#include "ops/rounding/quantize_request.hpp"
#include "ops/select/chunk_spec.hpp"

namespace ncf::ops {

struct CopyRequests {
  /// Warnings go to `notes`. throws: Error(usage) for options that are invalid or contradict each
  /// other.
  CopyRequests(const CopyOptions& options, std::vector<std::string>& notes);

  FilterRequest filters;
  QuantizeRequest quantize;
  ChunkSpec chunking;
  ChunkSpec sharding;
};

/// Only checks them. throws: as the constructor.
void check_options(const CopyOptions& options);

}  // namespace ncf::ops
