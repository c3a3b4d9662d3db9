// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Finds what a server has at a URL: a file, which is read by range, or a Zarr store. Anything else
// is left to libnetcdf, which uses the DAP protocol.
//
// source: netcdf-c docs/byterange.md; docs/quickstart_paths.md, "URLs"
#pragma once

#include "location/contents.hpp"
#include "location/inference.hpp"
#include "location/location.hpp"
#include "store/open/input.hpp"

namespace ncf::store {

/// Returns whether to ask the server: this build can do so, and the URL does not name a protocol
/// that only libnetcdf knows.
[[nodiscard]] bool is_asked(const location::Location& location,
                            const location::Inference& inference);

/// Asks the server, opens what is there, and returns its signature; empty if only DAP can read it,
/// and the URL does not exclude that. throws: Error.
[[nodiscard]] location::Contents open_remote(const location::Location& location,
                                             const Network& network, Input& input);

}  // namespace ncf::store
