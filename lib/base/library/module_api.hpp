// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// NCF_MODULE_API marks what the module of libnetcdf (store/netcdf) calls of the library, and must
// therefore see although it is not public. The module is not linked if something is not marked.
#pragma once

#include "ncf/export.h"

#define NCF_MODULE_API NCF_API
