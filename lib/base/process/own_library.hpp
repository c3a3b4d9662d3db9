// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The location of ncf, from which plugins and modules are found. A module is a shared library of
// ours, linked with a library that most runs do not need.
//
// Thread rule: any thread.
#pragma once

#include <string>

namespace ncf::base {

/// Returns the absolute path, with links resolved, of the file that contains this code: libncf.so,
/// or the program that it is linked into. throws: Error(internal).
std::string own_library_path();

/// Loads a module from the folder `ncf` beside that file; it stays loaded, and libraries loaded
/// later see its symbols. Returns its handle for dlsym(3). throws: Error(io) with the dynamic
/// loader's message.
void* load_own_module(const std::string& file_name);

}  // namespace ncf::base
