// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A codec whose version we do not know.
#include <cstddef>

#include <netcdf_filter_build.h>

namespace {
const NCZ_codec_t codec = {7,       NCZ_CODEC_HDF5, "later", 402,    nullptr,
                           nullptr, nullptr,        nullptr, nullptr};
}

extern "C" const void* NCZ_get_codec_info() { return &codec; }
