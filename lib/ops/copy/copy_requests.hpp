// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What the options of a copy request, before any file is opened. Pure; any thread.
#pragma once

#include <string>
#include <vector>

#include "ncf/copy.hpp"
#include "ops/copy/chunk_spec.hpp"
#include "ops/copy/filter_choice.hpp"
#include "ops/copy/quantize_request.hpp"

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
