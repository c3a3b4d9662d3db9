// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Crashes while it is loaded.
#include <csignal>

namespace {
const int crashed = std::raise(SIGSEGV);
}

extern "C" const void* NCZ_codec_info_defaults() { return nullptr; }
