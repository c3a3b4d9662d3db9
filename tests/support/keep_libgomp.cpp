// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// For test programs that let HDF5 look for plugins. Debian's zfp plugin needs libgomp; HDF5 unloads
// both, and memory that libgomp holds would look like a leak without a name. Loading it once more
// keeps it loaded.
#include <dlfcn.h>

namespace {

[[maybe_unused]] void* const libgomp = dlopen("libgomp.so.1", RTLD_LAZY);

}  // namespace
