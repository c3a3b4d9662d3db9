// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A library that loads plugins but is not a plugin; in one form it calls a function that does not
// exist.
extern "C" {

#ifdef CALLS_NOBODY
int ncf_test_function_of_nobody();
int something_else() { return ncf_test_function_of_nobody(); }
#endif

const char* entry_point() { return "H5PLget_plugin_info"; }
}
