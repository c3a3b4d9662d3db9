// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Calls a function that does not exist.
#include <H5PLextern.h>

extern "C" const void* ncf_test_function_of_nobody();

H5PL_type_t H5PLget_plugin_type() { return H5PL_TYPE_FILTER; }
const void* H5PLget_plugin_info() { return ncf_test_function_of_nobody(); }
