// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A library that is not a plugin of any kind.
extern "C" int something_else() { return 1; }
