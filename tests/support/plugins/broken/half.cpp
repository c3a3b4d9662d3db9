// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Says that it is a filter and not which.
#include <H5PLextern.h>

H5PL_type_t H5PLget_plugin_type() { return H5PL_TYPE_FILTER; }
