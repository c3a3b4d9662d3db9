// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Throws while it is loaded, which ends the process.
#include <stdexcept>

namespace {
int fail() { throw std::runtime_error("no"); }
const int failed = fail();
}  // namespace

extern "C" const void* NCZ_codec_info_defaults() { return nullptr; }
