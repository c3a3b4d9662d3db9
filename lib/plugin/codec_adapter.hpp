// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Zarr codecs of plugin libraries: their C tables as values.
//
// Thread rule: the thread that uses libhdf5 and libnetcdf; codecs may call either.
// source: netCDF documentation, "NetCDF-4 Filter Support", appendix "Codec API"
#pragma once

#include <string>
#include <vector>

#include "ncf/plugins.hpp"
#include "plugin/ncz_codec.h"

namespace ncf::plugin {

/// A codec table as a library gives it.
struct CodecTable {
  CodecInterface facts;
  const NczCodec* table = nullptr;  ///< the library's
};

/// Asks a library by the address of its NCZ_get_codec_info. throws: Error(corrupt).
CodecTable read_codec(void* get_info);

/// Asks a library by the address of its NCZ_codec_info_defaults. throws: Error(corrupt).
std::vector<CodecTable> read_default_codecs(void* get_defaults);

}  // namespace ncf::plugin
