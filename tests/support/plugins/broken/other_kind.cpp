// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// An HDF5 plugin that is not a filter, as later versions of HDF5 have.
#include <H5PLextern.h>

H5PL_type_t H5PLget_plugin_type() { return static_cast<H5PL_type_t>(1); }
const void* H5PLget_plugin_info() { return nullptr; }
