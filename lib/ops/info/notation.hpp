// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A chain as other programs and libraries want it written. What each accepts was found out with
// Debian 12's: nccopy and ncgen 4.9.0, h5repack 1.10.8, ncks 5.1.4, h5py 3.7, numcodecs 0.11; the
// tests run them. Any thread, with plugins that of their FilterSource.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "filter/filter_source.hpp"
#include "ncf/explain.hpp"

namespace ncf::ops {

/// All notations, in the order to show them. Codecs that the registry does not know are of
/// `plugins`.
std::vector<Notation> notations_of(const Chain& chain, const ExplainOptions& options,
                                   filter::FilterSource& plugins);

/// As the filter-spec language names it: `zstd,level=19`; raw words where there is no name for
/// them.
std::string format_named_spec(const Chain& chain);

Notation h5py_notation(const Chain& chain);
Notation hdf5plugin_notation(const Chain& chain);

}  // namespace ncf::ops
