// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Ends the process while it is loaded.
#include <unistd.h>

namespace {
const int ended = (_exit(0), 0);
}

extern "C" const void* NCZ_codec_info_defaults() { return nullptr; }
