// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Where ncf is: what comes with it, plugins and the module of libnetcdf, is found from there.
//
// Thread rule: any thread.
#pragma once

#include <string>

namespace ncf::base {

/// Absolute path, links resolved, of the file that contains this code: libncf.so, or the program
/// that it is linked into. throws: Error(internal).
std::string own_library_path();

}  // namespace ncf::base
