// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The filters chosen for an archive in the notation of xarray.
#pragma once

#include <vector>

#include "filter/kernels/filter_source.hpp"
#include "ncf/tune_many.hpp"

namespace ncf::ops {

/// Returns xarray's `encoding`, a dict with the variables of all files; a note says if a file may
/// lack some. Variables that the files store differently are left out, with a note.
/// tuned: of all files that were tuned. Thread rule: that of the plugins.
[[nodiscard]] Notation encoding_of_archive(const TuneManyReport& report,
                                           const std::vector<TunedVariable>& tuned,
                                           filter::FilterSource& plugins);

}  // namespace ncf::ops
