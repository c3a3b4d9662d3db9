/* SPDX-FileCopyrightText: 2026 The ncf authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * NCF_API marks what the shared library shows; all else stays hidden. For C and any C++.
 */
#pragma once

#if defined(__GNUC__)
#define NCF_API __attribute__((visibility("default")))
#else
#define NCF_API
#endif
