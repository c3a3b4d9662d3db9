// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Zarr codecs without an equivalent HDF5 filter, as kernels that run in chains with the others:
// gzip and crc32c, for reading only.
//
// source: RFC 1952; Zarr v3 codecs "gzip" and "crc32c"
#pragma once

#include <optional>

#include "filter/codec_json.hpp"
#include "filter/kernel.hpp"

namespace ncf::store::zarr {

/// Empty for all other codecs.
std::optional<filter::Kernel> find_own_kernel(const filter::Codec& codec);

}  // namespace ncf::store::zarr
