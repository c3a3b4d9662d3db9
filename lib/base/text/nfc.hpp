// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Converts names to Unicode normalization form C, in which netCDF stores and compares them, because
// a keyboard, a file system or another program may write an accent as a character of its own. Pure
// function, any thread.
//
// source: Unicode Standard Annex #15; netCDF's manual, "NetCDF Names"
#pragma once

#include <string>
#include <string_view>

#include "base/library/module_api.hpp"

namespace ncf::base {

/// Returns a name in form C. Bytes that are not UTF-8 are unchanged.
NCF_MODULE_API std::string to_nfc(std::string_view name);

}  // namespace ncf::base
