// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The formats of <ncf/format.hpp>, under the name this room calls them by.
#pragma once

#include "ncf/format.hpp"

namespace ncf::location {

using ncf::find_format;
using ncf::Format;
using ncf::format_name;
using ncf::has_chunks;
using ncf::has_enhanced_model;
using ncf::is_netcdf4;
using ncf::is_zarr;
using ncf::kind_for_netcdf;

}  // namespace ncf::location
