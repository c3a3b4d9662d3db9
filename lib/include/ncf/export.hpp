// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// NCF_API for the headers in C++, which need C++20. Those in C (ncf/*.h) do not.
#pragma once

#if __cplusplus < 202002L
#error "The C++ headers of ncf need C++20: compile with -std=c++20 or later, or use <ncf/ncf.h>"
#endif

#include "ncf/export.h"
