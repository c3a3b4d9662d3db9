// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// States that it is a filter but not which one.
#include <H5PLextern.h>

H5PL_type_t H5PLget_plugin_type() { return H5PL_TYPE_FILTER; }
