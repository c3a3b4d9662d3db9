// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// States which filter it is but not that it is one.
#include <H5PLextern.h>

const void* H5PLget_plugin_info() { return nullptr; }
