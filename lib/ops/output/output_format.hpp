// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Chooses the format of an output. Touches no file.
#pragma once

#include <string_view>

#include "model/schema/schema.hpp"
#include "ncf/copy.hpp"
#include "ops/filters/filter_choice.hpp"
#include "ops/output/output_place.hpp"

namespace ncf::ops {

struct ChosenFormat {
  Format format = Format::classic;
  std::string_view by;  ///< see CopyPlan::format_by
};

/// Returns the format of the output: requested by an option or by the name, else the input's. It is
/// netCDF-4 if the options request filters, compression, chunks or a purpose, and the input's
/// format is a classic one, or if the input is Zarr and the output's name does not imply Zarr.
/// throws: Error(usage) for filters with a format that has none, or a format that contradicts the
/// name.
ChosenFormat choose_format(const CopyOptions& options, const OutputPlace& place,
                           const FilterRequest& filters, const model::Schema& input);

/// Notes that, as in nccopy, `-s` alone requests netCDF-4, and nothing else.
void tell_kind_by_shuffle(const CopyOptions& options, const OutputPlace& place,
                          const FilterRequest& filters, const model::Schema& source,
                          CopyPlan& plan);

/// throws: Error(usage) if shards are requested of an output that has none.
void require_shards(const CopyOptions& options, Format format);

}  // namespace ncf::ops
